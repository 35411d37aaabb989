"""The 2-norm soft margin: slack costs its square, and any data can be separated."""

from typing import Annotated, Any, ClassVar

import numpy as np

from drupe.estimators.linear_rule import dual_coefficients
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.boxless_evidence import boxless_evidence
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SOLVER_RANGES
from drupe.estimators.ranges import NOTHING, POSITIVE, Either, Instance, OneOf
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.solvers.builders.two_norm import two_norm
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives
from drupe.witness.evidence import Evidence

UNEVEN = 0.05
"""Relative difference of prices that a solver may leave."""


class TwoNormSVC(BoxMachine):
    """min ½‖w‖² + (C/2) Σᵢ ξᵢ² subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ.

    The hard margin on K + I/C: small C forgives much. Unlike the 1-norm machine it has no box, so that the multipliers
    αᵢ = C ξᵢ of outliers stand out. scikit-learn's LinearSVC with squared hinge has no ½ before its C: it is this
    machine at 2C.

    Parameters
    ----------
    C
        What half a squared unit of slack costs; "scale" for 1 / max k(x, x), the rule of thumb R⁻².
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    class_weight
        Factors of C by class, or "balanced"; the diagonal of a class is lifted by 1 / (C × factor).
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
        ξ of the training examples.
    margins_
        The margins of all training examples.
    objectives_
        Primal and dual objective.

    Examples
    --------
    >>> machine = TwoNormSVC(C=1.0, kernel="linear").fit([[1, 1], [-1, -1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # 1 / (4 + 1/C)
    [[0.2, -0.2]]

    References
    ----------
    [Cristianini00]_, proposition 6.11; [Herbrich02]_, section 2.4.2; [Graepel02]_, theorem 6.
    """

    _ranges: ClassVar[Any] = {
        **SOLVER_RANGES,
        "C": Either(OneOf("scale"), POSITIVE),
        "class_weight": Either(NOTHING, OneOf("balanced"), Instance(dict)),
    }

    slack_: Annotated[Vector, Numbers(None)]

    def __init__(
        self,
        C: Any = 1.0,
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
        C = 1.0 / float(gram.diagonal().max()) if isinstance(self.C, str) else float(self.C)
        costs = self._costs(C, signs, weights)
        problem = two_norm(gram, signs, costs, balance=self._balance())
        solution = self._solved(problem)
        alpha, signed = solution.alpha, signs * solution.alpha
        outputs = recomputed_outputs(gram, signed)
        slack = np.maximum(1.0 - signs * (outputs + solution.offset), 0.0)
        half = 0.5 * float(signed @ outputs)
        objectives = Objectives(
            primal=half + 0.5 * float(costs @ slack**2), dual=float(alpha.sum() - 0.5 * alpha**2 @ (1.0 / costs)) - half
        )
        return self._found(solution, signed, outputs, solution.offset, objectives, slack_=slack)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        violation = float(self.solver_info_.violation) if self._evenly_priced(codes) else np.inf
        return boxless_evidence(self, inputs, codes, violation)

    def _evenly_priced(self, codes: Index) -> bool:
        """Whether slack has the same price α / ξ for all support vectors of a class; weights of examples would show."""
        if len(self.slack_) < len(codes):
            return False  # some examples had no weight, so that not all weigh the same
        alpha, slack = np.abs(dual_coefficients(self)), self.slack_[self.support_]
        clear = slack > 100.0 * self.tol
        prices, labels = alpha[clear] / slack[clear], codes[self.support_][clear]
        return all(np.ptp(own) <= UNEVEN * own.max() for own in (prices[labels == code] for code in np.unique(labels)))
