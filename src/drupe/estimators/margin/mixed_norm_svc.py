"""The mixed soft margin: slack costs in proportion and, beyond that, its square."""

from typing import Annotated, Any, ClassVar

import numpy as np

from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SOLVER_RANGES
from drupe.estimators.ranges import NOTHING, POSITIVE, Either, Instance, OneOf
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.solvers.builders.mixed_norm import joined, mixed_norm
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives


class MixedNormSVC(BoxMachine):
    """min ½‖w‖² + C Σᵢ ξᵢ + (D/2) Σᵢ ξᵢ² subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ, ξ ≥ 0.

    Between the two soft margins: with D → 0 the 1-norm machine of cost C, with C = 0 the 2-norm machine of cost D.

    Parameters
    ----------
    C
        What a unit of slack costs, zero or more.
    squared_C
        D, what half a squared unit of slack costs.
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    class_weight
        Factors of both costs by class, or "balanced".
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
    slack_
        ξ of the training examples, max(0, αᵢ − C) / D at the optimum.
    margins_
        The margins of all training examples.
    objectives_
        Primal and dual objective.

    Examples
    --------
    >>> machine = MixedNormSVC(C=0.0, squared_C=1.0, kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # as the 2-norm machine
    [[0.2, -0.2]]

    References
    ----------
    [Cristianini00]_, exercise 6.3.
    """

    _ranges: ClassVar[Any] = {
        **SOLVER_RANGES,
        "C": Interval(0.0),
        "squared_C": POSITIVE,
        "class_weight": Either(NOTHING, OneOf("balanced"), Instance(dict)),
    }

    slack_: Annotated[Vector, Numbers(None)]

    def __init__(
        self,
        C: float = 1.0,
        squared_C: float = 1.0,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = True,
        class_weight: Any = None,
        tol: float = 1e-3,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
        max_time: float | None = None,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
    ):
        self.C = C
        self.squared_C = squared_C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.class_weight = class_weight
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt
        self.precision = precision

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        costs, squared = (self._costs(float(cost), signs, weights) for cost in (self.C, self.squared_C))
        solution = self._solved(mixed_norm(gram, signs, costs, squared, self._balance()))
        alpha = joined(solution.alpha)
        signed = signs * alpha
        outputs = recomputed_outputs(gram, signed)
        slack = np.maximum(1.0 - signs * (outputs + solution.offset), 0.0)
        half, excess = 0.5 * float(signed @ outputs), np.maximum(alpha - costs, 0.0)
        objectives = Objectives(
            primal=half + float(costs @ slack + 0.5 * squared @ slack**2),
            dual=float(alpha.sum() - 0.5 * excess**2 @ (1.0 / squared)) - half,
        )
        return self._found(solution, signed, outputs, solution.offset, objectives, slack_=slack)
