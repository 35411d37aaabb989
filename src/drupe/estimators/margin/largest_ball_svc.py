"""The center of the largest ball in version space: the maximal margin between directions."""

from drupe.estimators.declaration import constant, declared, learned
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.normalized import NormalizedGram
from drupe.solvers.balance import Free
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.margins import Margins
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import hard_margin_objectives
from drupe.solvers.separation import Separation, require_separable, separate


@declared
class LargestBallSVC(KernelFirst, BoxMachine):
    """max over unit vectors w of min over i of yᵢ⟨w, φ(xᵢ)⟩ / ‖φ(xᵢ)‖.

    Every example cuts the sphere of hypotheses; w is the center of the largest ball between the cuts. It is the hard
    margin without an offset on examples of length one, so that long examples do not dominate. To give the hyperplane
    an offset add a constant to the kernel.

    Attributes
    ----------
    radius_
        Radius of the ball around w/‖w‖, the smallest normalized margin.
    objectives_
        Primal and dual objective of the hard margin on normalized examples.
    separation_
        The proof that version space is not empty.

    Examples
    --------
    >>> machine = LargestBallSVC(kernel="linear").fit([[10, 0], [0, 1]], [1, -1])
    >>> round(machine.radius_, 6), machine.coef_.round(6).tolist()  # the length of an example does not matter
    (0.707107, [[1.0, -1.0]])

    References
    ----------
    [Cristianini00]_, exercise 5.3; [Herbrich02]_, section 2.4.3; [Mika02]_, section 2.2.
    """

    fit_intercept: bool = constant(False)

    radius_: float = learned()
    separation_: Separation = learned()

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        directions = NormalizedGram(gram)
        separation = separate(directions, signs, Free(), self._options())
        require_separable(separation, Free())
        solution = self._solved(hard_margin(directions, signs, separation.multipliers(), Free()))
        signed = signs * solution.alpha * directions.factors
        outputs = recomputed_outputs(gram, signed)
        objectives = hard_margin_objectives(solution.alpha, directions.factors * outputs, signs, 0.0)
        radius = Margins.of_outputs(outputs, gram.diagonal(), signed, signs, 0.0).version_space_radius
        return self._found(solution, signed, outputs, 0.0, objectives, radius_=radius, separation_=separation)
