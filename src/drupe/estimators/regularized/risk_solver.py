"""Which solver minimizes the regularized risk of a loss under a penalty."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Progress
from drupe.grams.dense import DenseGram
from drupe.losses.base import Loss, Smoothness
from drupe.losses.hinge import Hinge
from drupe.losses.insensitive import Absolute, EpsilonInsensitive
from drupe.losses.squared import Squared
from drupe.solvers.expansions.box import Box
from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.sparse_newton import SparseNewton
from drupe.solvers.expansions.vertex import Vertex
from drupe.solvers.regularized_risk import RegularizedRisk, ReweightedLeastSquares, RiskSolution
from drupe.solvers.solution import Stop

PENALTIES: dict[str, Penalty] = {
    "function": FunctionNorm(),
    "coefficients": CoefficientNorm(),
    "absolute": CoefficientSum(),
}

STRAIGHT = (Absolute, EpsilonInsensitive, Hinge)
"""Losses with kinks that there are solvers for."""

TIGHTEST = 1e-6
"""The least tolerance that is asked of box problems, in units of the targets; small ones are solved far beyond it."""


ROUGH = 1e-5
"""Relative duality gap from which on rounding must have spoiled what a solver takes for a minimum."""


Minimize = Callable[[Vector, Progress | None, bool], RiskSolution]
"""Targets, progress, and whether Ctrl-C leaves what has been reached, to the minimum."""


class Solver(Protocol):
    """What solves an `ExpansionProgram`."""

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum."""


@dataclass(frozen=True)
class RiskSolver:
    """min P(f) + Σᵢ costᵢ loss(f(xᵢ) + b, yᵢ) with P = ‖f‖², ‖a‖² or ‖a‖₁, by the solver that is made for it.

    ============================ ========================= ===========================
    loss                         norms                     ‖a‖₁
    ============================ ========================= ===========================
    squared                      Newton, one step          homotopy
    any other with a slope       Newton                    Newton over homotopies
    absolute, ε-insensitive,     box problem               linear program
    hinge
    ============================ ========================= ===========================

    As a program with alpha for a half of the squared norms, alpha = 2; for the sum, alpha = 1.

    Parameters
    ----------
    penalty
        P, as the program writes it.
    offset
        Whether there is an offset b.
    tolerance
        Relative violation of the optimality conditions at which Newton's methods end.
    max_iterations
        Their steps, at most.
    """

    penalty: Penalty
    offset: bool
    tolerance: float
    max_iterations: int

    def on(self, K: Matrix, loss: Loss, costs: Vector, weights: Vector) -> Minimize:
        """What minimizes the risk of a column of targets; refuses what cannot be minimized.

        With ‖a‖² as penalty K W K stands in the place of K, and a = W K c: an example of weight 3 is a center three
        times, among which its coefficient is shared out.
        """
        if not loss.convex:
            raise ParameterError(
                f"{loss!r} is not convex: its regularized risk may have many minima; take a convex one."
            )
        smooth = loss.smoothness is Smoothness.DIFFERENTIABLE
        shared = weights[:, None] * K if isinstance(self.penalty, CoefficientNorm) else None
        matrix = K if shared is None else K @ shared
        if smooth and not isinstance(self.penalty, CoefficientSum):
            return _mapped(self._by_newton(matrix, loss, costs), shared)
        if not smooth and not isinstance(loss, STRAIGHT):
            raise ParameterError(
                f"{loss!r} cannot be minimized: {loss.smoothness.value}, and it is none of those that programs are "
                "known for, Absolute, EpsilonInsensitive and Hinge; use one of these or a smooth relative, such as "
                "Huber, SquaredHinge or Logistic."
            )
        if not self.offset:
            raise ParameterError(
                f"{loss!r} with this penalty needs fit_intercept=True, got False; without an offset use a smooth loss "
                'with penalty="function" or "coefficients", or SVC or SVR.'
            )
        return _mapped(self._by_program(matrix, loss, costs), shared)

    def _by_newton(self, matrix: Matrix, loss: Loss, costs: Vector) -> Minimize:
        def minimize(targets: Vector, progress: Progress | None, keep: bool) -> RiskSolution:
            problem = RegularizedRisk(matrix, targets, loss, costs, self.offset)
            return ReweightedLeastSquares(self.tolerance, self.max_iterations).solve(problem, progress, keep)

        return minimize

    def _by_program(self, matrix: Matrix, loss: Loss, costs: Vector) -> Minimize:
        sums = isinstance(self.penalty, CoefficientSum)
        penalty: Penalty = CoefficientSum() if sums else FunctionNorm()
        weights, strength = costs, 1.0 if sums else 2.0
        if isinstance(loss, Squared):
            weights, loss = 2.0 * loss.weight * costs, Squared(weight=0.5)

        def minimize(targets: Vector, progress: Progress | None, keep: bool) -> RiskSolution:
            gram = DenseGram._of_symmetric(matrix)
            program = ExpansionProgram(gram, targets[:, None], weights, strength, loss, penalty)
            found = self._solver(loss, targets).solve(program, progress, keep)
            return _as_risk(found, float(weights @ loss.value(np.zeros(len(targets)), targets)))

        return minimize

    def _solver(self, loss: Loss, targets: Vector) -> Solver:
        spread = float(np.abs(targets - np.median(targets)).max()) or 1.0
        if not isinstance(self.penalty, CoefficientSum):
            return Box(max(self.tolerance, TIGHTEST) * spread)
        if isinstance(loss, STRAIGHT):
            return Vertex()
        if isinstance(loss, Squared):
            return Homotopy()
        return SparseNewton(self.tolerance, self.max_iterations)


def _mapped(minimize: Minimize, shared: Matrix | None) -> Minimize:
    """The same with a = W K c in the place of c."""
    if shared is None:
        return minimize

    def mapped(targets: Vector, progress: Progress | None, keep: bool) -> RiskSolution:
        found = minimize(targets, progress, keep)
        return replace(found, alpha=shared @ found.alpha)

    return mapped


def _as_risk(found: ExpansionSolution, at_zero: float) -> RiskSolution:
    """The same facts. The duality gap, relative to the value of f = 0, stands for the violation where it is known."""
    a, offset, gap = found.coefficients[:, 0], float(found.offset[0]), float(found.gap[0])
    relative = gap / max(at_zero, np.finfo(float).tiny) if np.isfinite(gap) else 0.0
    rough = found.stop is Stop.CONVERGED and relative > ROUGH
    return RiskSolution(
        a,
        offset,
        found.outputs[:, 0],
        max(float(a @ (found.outputs[:, 0] - offset)), 0.0),
        float(found.objective[0]),
        relative,
        found.iterations,
        Stop.STALLED if rough else found.stop,
        found.seconds,
    )
