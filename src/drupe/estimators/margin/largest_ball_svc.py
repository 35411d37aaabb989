"""The center of the largest ball in version space: the maximal margin between directions."""

from typing import Any, ClassVar

from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SOLVER_RANGES
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.normalized import NormalizedGram
from drupe.solvers.balance import Free
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.margins import Margins
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import hard_margin_objectives
from drupe.solvers.separation import Separation, require_separable, separate


class LargestBallSVC(BoxMachine):
    """max over unit vectors w of min over i of yᵢ⟨w, φ(xᵢ)⟩ / ‖φ(xᵢ)‖.

    Every example cuts the sphere of hypotheses; w is the center of the largest ball between the cuts. It is the hard
    margin without an offset on examples of length one, so that long examples do not dominate. To give the hyperplane
    an offset add a constant to the kernel.

    Parameters
    ----------
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    tol
        Largest violation of the optimality conditions at which the solver may stop.
    cache_size
        Megabytes for kernel rows.
    verbose
        Whether to show a bar on the terminal.
    max_iter
        Limit of steps, −1 for ten million, or a hundred for each example if that is more.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for the best machine so far.
    precision
        Of kernel values: "auto", "single" or "double".

    Attributes
    ----------
    radius_
        Radius of the ball around w/‖w‖, the smallest normalized margin.
    margins_
        The margins of all training examples.
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

    _ranges: ClassVar[Any] = SOLVER_RANGES
    fit_intercept = False

    radius_: float
    separation_: Separation

    def __init__(
        self,
        kernel: Any = "rbf",
        *,
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
        max_time: float | None = None,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt
        self.precision = precision

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
