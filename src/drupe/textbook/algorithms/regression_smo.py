"""Sequential minimal optimization for regression: a pair of signed multipliers, optimized quadrant by quadrant."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, nonnegative, positive, whole
from drupe.foundation.randomness import RandomState
from drupe.solvers.optimality import optimality
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import require_balanced
from drupe.textbook.algorithms.pair import snapped
from drupe.textbook.algorithms.point import Point, UnboundedError
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions
from drupe.textbook.algorithms.training import Training, train
from drupe.textbook.algorithms.two_loops import TwoLoops


@dataclass(frozen=True)
class RegressionSMO(Checked):
    """max Σ yᵢβᵢ − Σ εᵢ|βᵢ| − ½ βᵀKβ, Σβ = 0, −C ≤ β ≤ C, two β at a time.

    The absolute values make W smooth only within a quadrant of the plane of two β. Each quadrant that holds the
    present values is tried, and the best step taken. The problem comes with the usual two variables for each example,
    β = α⁺ − α⁻; with C infinite and 1/C on the diagonal of K it is the one of the squared loss.

    Parameters
    ----------
    tolerance
        By how much f(x) − y may miss what the conditions ask.
    progress
        Relative change of a multiplier below which a step counts as none.
    max_sweeps
        Sweeps after which the run ends unconverged.
    random_state
        Where the searches for a partner begin.

    References
    ----------
    [Cristianini00]_, section 7.5: eq. 7.9 to 7.11 and theorem 7.18.
    """

    tolerance: float = positive(1e-3)
    progress: float = nonnegative(1e-3)
    max_sweeps: int = whole(1, 10_000)
    random_state: RandomState = 0

    def solve(self, problem: BoxProblem) -> Training:
        """Optimizes pairs until no example violates the conditions."""
        require_balanced(problem, "RegressionSMO")
        loops = _RegressionLoops(problem, self)
        stopping = OptimalityConditions(2.0 * self.tolerance) | MaxSweeps(self.max_sweeps)
        return train(loops.point, loops.sweeps(), stopping)


@dataclass(frozen=True)
class SignedPair:
    """Two multipliers of either sign, first and second of each tuple.

    Parameters
    ----------
    beta
        Their values.
    lower
        −C, zero or less.
    upper
        C, zero or more.
    errors
        E = f(x) − y of both.
    insensitivity
        ε of both.
    curvature
        κ = K₁₁ + K₂₂ − 2 K₁₂.
    """

    beta: tuple[float, float]
    lower: tuple[float, float]
    upper: tuple[float, float]
    errors: tuple[float, float]
    insensitivity: tuple[float, float]
    curvature: float

    def optimum(self) -> tuple[float, float]:
        """β₁ and β₂ at the best point of all quadrants that hold the present values."""
        candidates = [self._within(*quadrant) for quadrant in product((1, -1), repeat=2) if self._holds(*quadrant)]
        _, second = max(candidates)
        ends = self.lower[0], 0.0, self.upper[0]
        scale = abs(self.beta[0]) + abs(self.beta[1])
        return snapped(self.beta[0] + self.beta[1] - second, ends, scale), second

    def _holds(self, *quadrant: int) -> bool:
        return all(sign * value >= 0 for sign, value in zip(quadrant, self.beta, strict=True))

    def _within(self, sign_first: int, sign_second: int) -> tuple[float, float]:
        """Gain and β₂ of the best point in one quadrant."""
        low_first, high_first = (0.0, self.upper[0]) if sign_first > 0 else (self.lower[0], 0.0)
        low_second, high_second = (0.0, self.upper[1]) if sign_second > 0 else (self.lower[1], 0.0)
        total = self.beta[0] + self.beta[1]
        low, high = max(low_second, total - high_first), min(high_second, total - low_first)
        slope = self.errors[0] - self.errors[1]
        slope -= self.insensitivity[1] * sign_second - self.insensitivity[0] * sign_first
        step = slope / self.curvature if self.curvature > 0 else (np.copysign(np.inf, slope) if slope else 0.0)
        second = min(max(self.beta[1] + step, low), high)
        change = second - self.beta[1]
        return (slope * change - 0.5 * self.curvature * change**2 if np.isfinite(change) else np.inf), second


class _RegressionLoops(TwoLoops):
    def __init__(self, problem: BoxProblem, settings: RegressionSMO):
        super().__init__(settings.random_state)
        self.above, self.below = _two_variables_each(problem)
        self.point, self.settings = Point(problem), settings
        # p = ε − y for the variable of sign +1 and ε + y for the one of sign −1.
        rising, falling = problem.linear[self.above], problem.linear[self.below]
        self.insensitivity, self.targets = 0.5 * (rising + falling), 0.5 * (falling - rising)
        self.lower, self.upper = -problem.upper[self.below], problem.upper[self.above]
        self.beta = problem.weights(self.point.alpha)
        self._put(np.arange(len(self.beta)))
        self.errors: Vector = np.empty(len(self.beta))
        self._refresh()

    def free(self) -> Index:
        beta = self.beta
        return np.flatnonzero((beta != 0) & (beta > self.lower) & (beta < self.upper))

    def violates(self, i: int) -> bool:
        beta, error, tube = self.beta[i], self.errors[i], self.insensitivity[i]
        gain_of_rising = -error - tube if beta >= 0 else -error + tube
        gain_of_falling = error - tube if beta <= 0 else error + tube
        tolerance = self.settings.tolerance
        may_rise, may_fall = beta < self.upper[i], beta > self.lower[i]
        return bool((may_rise and gain_of_rising > tolerance) or (may_fall and gain_of_falling > tolerance))

    def take_step(self, i: int, j: int) -> bool:
        if i == j:
            return False
        rows = self.point.problem.gram.rows([i, j]).astype(np.float64)
        pair = SignedPair(
            beta=(float(self.beta[i]), float(self.beta[j])),
            lower=(float(self.lower[i]), float(self.lower[j])),
            upper=(float(self.upper[i]), float(self.upper[j])),
            errors=(float(self.errors[i]), float(self.errors[j])),
            insensitivity=(float(self.insensitivity[i]), float(self.insensitivity[j])),
            curvature=float(rows[0, i] + rows[1, j] - 2.0 * rows[0, j]),
        )
        new_i, new_j = pair.optimum()
        if not np.isfinite(new_j):
            raise UnboundedError(f"examples {i} and {j} have no upper ends and could grow together for ever.")
        progress = self.settings.progress
        if abs(new_j - pair.beta[1]) <= progress * (abs(new_j) + abs(pair.beta[1]) + progress):
            return False
        self.point.outputs += (new_i - pair.beta[0]) * rows[0] + (new_j - pair.beta[1]) * rows[1]
        self.beta[[i, j]] = new_i, new_j
        self._put(np.array([i, j]))
        self.point.steps += 1
        self._refresh()
        return True

    def _put(self, examples: Index) -> None:
        """β of these examples as the two variables of the problem, of which one is zero."""
        self.point.alpha[self.above[examples]] = np.maximum(self.beta[examples], 0.0)
        self.point.alpha[self.below[examples]] = np.maximum(-self.beta[examples], 0.0)

    def _refresh(self) -> None:
        """The errors at the offset that the conditions ask for: an estimate from the last pair alone can be far off."""
        offset = optimality(self.point.problem, self.point.alpha, self.point.outputs).offset
        self.errors = self.point.outputs + offset - self.targets


def _two_variables_each(problem: BoxProblem) -> tuple[Index, Index]:
    """Positions of the variables of sign +1 and −1, in the order of their examples."""
    above, below = np.flatnonzero(problem.signs > 0), np.flatnonzero(problem.signs < 0)
    above, below = above[np.argsort(problem.examples[above])], below[np.argsort(problem.examples[below])]
    everyone = np.arange(len(problem.gram))
    if not (np.array_equal(problem.examples[above], everyone) and np.array_equal(problem.examples[below], everyone)):
        raise ParameterError(
            "RegressionSMO is for problems with two variables for each example, one of each sign; "
            "PlattSMO is for those with one."
        )
    return above, below
