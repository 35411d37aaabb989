"""Ridge regression in the space of the columns: a system of their number, however many examples there are."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.linear import LinearGram
from drupe.solvers.cholesky import Cholesky, factored
from drupe.solvers.ridge_problem import Method, RidgeProblem, RidgeSolution, require_others, require_regular

ENTRIES = 2**20
"""Entries of the data that are centered together, so that no second copy of them is made."""


@dataclass(frozen=True)
class PrimalRidge:
    """w = (XᵀWX + λI)⁻¹ XᵀWy, X and y around their weighted means if there is an offset b = ȳ − ⟨w, x̄⟩.

    Equal to the solution in α for the linear kernel, with w = Xᵀα and α = W(y − Xw − b) / λ. With λ = 0 it is least
    squares, if the columns are independent.

    Parameters
    ----------
    leave_one_out
        Whether to say by how much each example is missed if it is left out: r / (1 − h), h its leverage.

    Notes
    -----
    Complexity: O(nd²) time, O(d²) memory beyond the data.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> line = LinearGram(Vectors.of([[0.0], [1.0], [2.0], [3.0]]))
    >>> problem = RidgeProblem(line, np.array([[0.0], [1.0], [1.5], [3.0]]), np.array([0.1]), np.ones(4), offset=True)
    >>> solution = PrimalRidge().solve(problem)
    >>> solution.primal.round(7).ravel().tolist(), solution.offset.round(7).tolist()
    ([0.9313725], [-0.0220588])

    References
    ----------
    [Cristianini00]_, section 2.2.2; [Herbrich02]_, section 3.2.1.
    """

    leave_one_out: bool = False

    def solve(self, problem: RidgeProblem, progress: Progress | None = None) -> RidgeSolution:
        """The solution for a Gram of the linear kernel."""
        began = time.perf_counter()
        assert isinstance(problem.gram, LinearGram)
        data = _Data(problem.gram.inputs.array, problem.weights, problem.offset)
        scatter = data.scatter()
        y_mean = data.mean_of(problem.targets)
        moments = data.moments(problem.targets - y_mean)
        primal = np.empty((data.columns, problem.targets.shape[1]))
        alpha, missed = np.empty(problem.targets.shape), np.empty(problem.targets.shape)
        for strength in np.unique(problem.strengths):
            outputs = np.flatnonzero(problem.strengths == strength)
            factor = factored(scatter.copy(), float(strength), progress)
            require_regular(factor.reciprocal_condition, len(factor), float(strength))
            w = primal[:, outputs] = factor.solve(moments[:, outputs])
            residuals = problem.targets[:, outputs] - y_mean[outputs] - data.outputs(w)
            weighed = problem.weights[:, None]
            with np.errstate(over="ignore", invalid="ignore"):  # without a strength they may be beyond float64
                alpha[:, outputs] = weighed * (residuals / strength if strength else data.outputs(factor.solve(w)))
            if self.leave_one_out:
                freedom = 1.0 - data.leverages(factor)
                require_others(freedom)
                missed[:, outputs] = residuals / freedom[:, None]
        return RidgeSolution(
            alpha,
            y_mean - data.mean @ primal,
            Method.PRIMAL,
            missed if self.leave_one_out else None,
            primal,
            seconds=time.perf_counter() - began,
        )


class _Data:
    """The examples around their weighted mean, or around the origin."""

    def __init__(self, array: Any, weights: Vector, centered: bool):
        self._array, self._weights, self._centered = array, weights, centered
        self.columns = int(array.shape[1])
        self.mean = np.asarray(weights @ array / weights.sum()).ravel() if centered else np.zeros(self.columns)

    def mean_of(self, targets: Matrix) -> Vector:
        if not self._centered:
            return np.zeros(targets.shape[1])
        return np.asarray(self._weights @ targets / self._weights.sum())

    def scatter(self) -> Matrix:
        """XᵀWX."""
        if hasattr(self._array, "toarray"):
            scatter = (self._array.T @ self._array.multiply(self._weights[:, None]).tocsr()).toarray()
            return np.asarray(scatter - self._weights.sum() * np.outer(self.mean, self.mean))
        scatter = np.zeros((self.columns, self.columns))
        for rows, part in self._parts():
            part *= np.sqrt(self._weights[rows])[:, None]
            scatter += part.T @ part
        return scatter

    def moments(self, centered_targets: Matrix) -> Matrix:
        """XᵀWy; the mean of X drops out because that of y is zero."""
        return np.asarray(self._array.T @ (self._weights[:, None] * centered_targets))

    def outputs(self, w: Matrix) -> Matrix:
        """⟨w, x − x̄⟩."""
        return np.asarray(self._array @ w - self.mean @ w)

    def leverages(self, factor: Cholesky) -> Vector:
        """h = w (x − x̄)ᵀ(XᵀWX + λI)⁻¹(x − x̄), and with an offset the share of the weight besides."""
        leverages = np.empty(len(self._weights))
        for rows, part in self._parts():
            leverages[rows] = (factor.half_solve(part.T) ** 2).sum(axis=0)
        share = 1.0 / self._weights.sum() if self._centered else 0.0
        return self._weights * (leverages + share)

    def _parts(self) -> Iterator[tuple[slice, Matrix]]:
        """A few examples at a time, dense and centered."""
        size = max(1, ENTRIES // max(1, self.columns))
        for start in range(0, self._array.shape[0], size):
            rows = slice(start, start + size)
            part = self._array[rows]
            yield rows, (part.toarray() if hasattr(part, "toarray") else part) - self.mean
