"""The maximal margin classifier: no example may come too close, and data that forbid it are told so."""

from drupe.estimators.declaration import declared, learned
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.boxless_evidence import boxless_evidence
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.foundation.arrays import Index, Vector
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.margins import Margins
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import hard_margin_objectives
from drupe.solvers.separation import Separation, require_separable, separate
from drupe.witness.evidence import Evidence


@declared
class HardMarginSVC(KernelFirst, BoxMachine):
    """min ½‖w‖² subject to yᵢ(⟨w, φ(xᵢ)⟩ + b) ≥ 1 for all examples.

    The exact problem, not one with a large C. First the nearest points of the two convex hulls are found: they prove
    either that the classes can be separated, and are where the solver starts, or that they cannot, and then `fit`
    raises a NotSeparableError that carries the proof. Sample weights change nothing, except that examples of weight
    zero are left out.

    Parameters
    ----------
    fit_intercept
        Whether the hyperplane may keep away from the origin; without, all signs are balanced by nothing.
    tol
        How far below 1 a margin may end.

    Attributes
    ----------
    margin_
        Smallest distance of an example from the hyperplane, in feature space.
    objectives_
        ½‖w‖² of the hyperplane, scaled until all margins are 1, and the dual bound.
    separation_
        The proof that the classes can be separated.

    Examples
    --------
    >>> machine = HardMarginSVC(kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> machine.coef_.round(6).tolist(), round(machine.margin_, 6)
    ([[0.5, 0.5]], 1.414214)
    >>> HardMarginSVC(kernel="linear").fit([[0], [1], [2]], [0, 1, 0])
    Traceback (most recent call last):
        ...
    drupe.solvers.separation.NotSeparableError: no hyperplane was found to separate the classes: ...

    References
    ----------
    [Cristianini00]_, section 6.1.1; [Herbrich02]_, section 2.4.1; [Graepel02]_, section 2.1.3; [Mika02]_,
    section 2.2.
    """

    margin_: float = learned()
    separation_: Separation = learned()

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        balance = self._balance()
        separation = separate(gram, signs, balance, self._options())
        require_separable(separation, balance)
        solution = self._solved(hard_margin(gram, signs, separation.multipliers(), balance))
        signed = signs * solution.alpha
        outputs = recomputed_outputs(gram, signed)
        offset = middle(outputs, signs) if self.fit_intercept else 0.0
        objectives = hard_margin_objectives(solution.alpha, outputs, signs, offset)
        margin = Margins.of_outputs(outputs, gram.diagonal(), signed, signs, offset).smallest
        return self._found(solution, signed, outputs, offset, objectives, margin_=margin, separation_=separation)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        return boxless_evidence(self, inputs, codes, float(self.solver_info_.violation))


def middle(outputs: Vector, signs: Vector) -> float:
    """The offset half-way between the classes: −½ (max₋ ⟨w, φ(xᵢ)⟩ + min₊ ⟨w, φ(xᵢ)⟩).

    References
    ----------
    [Cristianini00]_, remark 6.4.
    """
    return -0.5 * float(outputs[signs < 0].max() + outputs[signs > 0].min())
