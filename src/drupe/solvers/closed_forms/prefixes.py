"""The machines of the first t examples, for every t, from one Cholesky factorization in the order of the sample."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.grams.owned import owned
from drupe.solvers.cholesky import Cholesky, factored
from drupe.solvers.closed_forms.bordered_inverse import by_strength
from drupe.solvers.ridge_problem import RidgeProblem, require_regular


@dataclass(frozen=True, eq=False)
class Prefixes:
    """Ridge machines f_t + b_t of the first t examples: with LLᵀ = K + λW⁻¹, z = L⁻¹y and e = L⁻¹1 they are all known.

    Parameters
    ----------
    factor
        L.
    targets
        y, one column for each output.
    solved
        z, one column for each output.
    ones
        e; zeros for machines without an offset.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> machines = Prefixes.of(RidgeProblem(DenseGram(np.eye(3)), np.array([[1.0], [2.0], [6.0]]), np.ones(1), \
np.ones(3), offset=True))
    >>> machines.next_outputs().ravel().round(12).tolist()  # the mean of those before
    [nan, 1.0, 1.5]

    References
    ----------
    [Mika02]_, eq. 3.63; the recursion over prefixes is derived here.
    """

    factor: Cholesky
    targets: Matrix
    solved: Matrix
    ones: Vector

    @classmethod
    def of(cls, problem: RidgeProblem, budget: int = DEFAULT_BYTES) -> "Prefixes":
        """All prefixes of a problem with one strength: O(n³), one matrix of n² numbers."""
        strength = float(problem.strengths[0])
        factor = factored(owned(problem.gram, budget), strength / problem.weights)
        require_regular(factor.reciprocal_condition, len(factor), strength)
        return cls.of_factor(factor, problem.targets, problem.offset)

    @classmethod
    def of_factor(cls, factor: Cholesky, targets: Matrix, offset: bool) -> "Prefixes":
        """The same for who has L, rows in the order of the sample."""
        right = np.column_stack([targets, np.ones(len(factor))]).astype(factor.array.dtype)
        solved = factor.half_solve(right).astype(np.float64)
        return cls(factor, targets, solved[:, :-1], solved[:, -1] * float(offset))

    def __len__(self) -> int:
        return len(self.factor)

    @property
    def offsets(self) -> Matrix:
        """b_t = Σ e z / Σ e² over the first t examples, one row for each t from 1 on."""
        products = np.cumsum(self.ones[:, None] * self.solved, axis=0)
        squares = np.cumsum(self.ones**2)[:, None]
        return np.divide(products, squares, out=np.zeros_like(products), where=squares > 0.0)

    def next_outputs(self) -> Matrix:
        """Outputs at each example of the machine of those before it: y_t − L_tt (z_t − b_{t−1} e_t).

        No machine is before the first: NaN with an offset, without one 0, the function before any example.
        """
        pivots = self.factor.pivots[:, None]
        before = np.vstack([np.zeros((1, self.targets.shape[1])), self.offsets[:-1]])
        found = np.asarray(self.targets - pivots * (self.solved - before * self.ones[:, None]))
        if len(found):
            found[0] = np.nan if self.ones[0] else 0.0
        return found

    def outputs_at(self, similarities: Matrix, lengths: Index) -> Matrix:
        """f_t(x) + b_t at new examples, each by the machine of so many first examples as `lengths` says of it.

        `similarities` holds k(x, xⱼ), one row for each new example; `lengths` are at least 1.
        """
        images = self.factor.half_solve(np.ascontiguousarray(similarities.T, dtype=np.float64)).T
        kept = images * (np.arange(len(self)) < lengths[:, None])
        offsets = self.offsets[lengths - 1]
        return np.asarray(kept @ self.solved + offsets * (1.0 - kept @ self.ones)[:, None])

    def all_outputs_at(self, similarities: Matrix) -> Matrix:
        """f_t(x) + b_t for all t: axes are new examples, t = 1..n, outputs."""
        images = self.factor.half_solve(np.ascontiguousarray(similarities.T, dtype=np.float64)).T
        functions = np.cumsum(images[:, :, None] * self.solved, axis=1)
        return np.asarray(functions + self.offsets * (1.0 - np.cumsum(images * self.ones, axis=1))[:, :, None])


def progressive_outputs(problem: RidgeProblem, budget: int = DEFAULT_BYTES) -> Matrix:
    """Outputs at each example of the machine that was fitted on those before it, in the order of the sample."""
    found = np.empty(problem.targets.shape)
    for outputs, part in by_strength(problem):
        found[:, outputs] = Prefixes.of(part, budget).next_outputs()
    return found
