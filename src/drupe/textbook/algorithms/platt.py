"""Sequential minimal optimization as first published: pairs by two loops, an error cache, a moving threshold."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.parameters import Checked, nonnegative, positive, whole
from drupe.foundation.randomness import RandomState
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import require_balanced
from drupe.textbook.algorithms.pair import Pair
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions
from drupe.textbook.algorithms.training import Training, train
from drupe.textbook.algorithms.two_loops import TwoLoops


@dataclass(frozen=True)
class PlattSMO(Checked):
    """Two multipliers at a time, the second a violator of the conditions, the first the one that promises most.

    For every balanced problem with one variable for each example, also without an upper end of the box. The
    threshold is estimated from the last pair, and only to find violators; the offset of the solution is read off the
    conditions at the end.

    Parameters
    ----------
    tolerance
        By how much y f(x) may miss what the conditions ask.
    progress
        Relative change of a multiplier below which a step counts as none.
    max_sweeps
        Sweeps after which the run ends unconverged.
    random_state
        Where the searches for a partner begin.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> x, signs = np.array([[2.0, 2.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0]]), np.array([1.0, 1.0, -1.0, -1.0])
    >>> problem = BoxProblem(
    ...     DenseGram(x @ x.T), signs, -np.ones(4), np.full(4, np.inf), np.arange(4), np.zeros(4)
    ... )
    >>> solution = PlattSMO(tolerance=1e-9, progress=1e-12).solve(problem).solution
    >>> solution.alpha.round(6).tolist(), round(solution.offset, 6)
    ([0.4, 0.0, 0.0, 0.4], -1.4)

    References
    ----------
    [Cristianini00]_, section 7.5 and appendix A.
    """

    tolerance: float = positive(1e-3)
    progress: float = nonnegative(1e-3)
    max_sweeps: int = whole(1, 10_000)
    random_state: RandomState = 0

    def solve(self, problem: BoxProblem) -> Training:
        """Optimizes pairs until no example violates the conditions."""
        require_balanced(problem, "PlattSMO")
        loops = _ClassificationLoops(problem, self)
        # Each example may miss its condition by the tolerance, to either side.
        stopping = OptimalityConditions(2.0 * self.tolerance) | MaxSweeps(self.max_sweeps)
        return train(loops.point, loops.sweeps(), stopping)


class _ClassificationLoops(TwoLoops):
    def __init__(self, problem: BoxProblem, settings: PlattSMO):
        super().__init__(settings.random_state)
        self.point, self.settings = Point(problem), settings
        self.threshold = 0.0
        # f(x) − y in classification, where s p = −y.
        self.errors: Vector = -problem.signs * self.point.slopes()

    def free(self) -> Index:
        return np.flatnonzero(self.point.free())

    def violates(self, i: int) -> bool:
        excess = self.errors[i] * self.point.problem.signs[i]  # y f(x) − 1
        alpha, upper = self.point.alpha[i], self.point.problem.upper[i]
        tolerance = self.settings.tolerance
        return bool((excess < -tolerance and alpha < upper) or (excess > tolerance and alpha > 0))

    def take_step(self, i: int, j: int) -> bool:
        point, problem = self.point, self.point.problem
        if i == j:
            return False
        row_i, row_j = (point.row(v)[problem.examples] for v in (i, j))
        curvatures = float(row_i[i]), float(row_j[j]), float(row_i[j])
        pair = Pair(
            alpha=(float(point.alpha[i]), float(point.alpha[j])),
            signs=(float(problem.signs[i]), float(problem.signs[j])),
            upper=(float(problem.upper[i]), float(problem.upper[j])),
            errors=(float(self.errors[i]), float(self.errors[j])),
            curvature=curvatures[0] + curvatures[1] - 2.0 * curvatures[2],
        )
        new_i, new_j = pair.optimum()
        progress = self.settings.progress
        if np.isfinite(new_j) and abs(new_j - pair.alpha[1]) <= progress * (new_j + pair.alpha[1] + progress):
            return False
        changes = pair.signs[0] * (new_i - pair.alpha[0]), pair.signs[1] * (new_j - pair.alpha[1])
        point.move_pair(i, j, new_i, new_j)
        # b₁ and b₂ would make the new error of the one and of the other vanish.
        thresholds = (
            self.threshold - pair.errors[0] - changes[0] * curvatures[0] - changes[1] * curvatures[2],
            self.threshold - pair.errors[1] - changes[0] * curvatures[2] - changes[1] * curvatures[1],
        )
        before, self.threshold = self.threshold, self._threshold(pair, (new_i, new_j), thresholds)
        self.errors += changes[0] * row_i + changes[1] * row_j + (self.threshold - before)
        return True

    def _threshold(self, pair: Pair, new: tuple[float, float], thresholds: tuple[float, float]) -> float:
        for alpha, upper, threshold in zip(new, pair.upper, thresholds, strict=True):
            if 0 < alpha < upper:
                return threshold
        return 0.5 * (thresholds[0] + thresholds[1])
