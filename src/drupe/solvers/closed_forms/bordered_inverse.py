"""The inverse of a ridge system with its offset: all that is needed to leave examples out again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.grams.owned import owned
from drupe.solvers.cholesky import factored
from drupe.solvers.ridge_problem import RidgeProblem, require_regular, with_offset


@dataclass(frozen=True, eq=False)
class BorderedInverse:
    """G, where (G, η/s) are the first rows of the inverse of [[C, 1], [1ᵀ, 0]], C = K + λW⁻¹; without offset G = C⁻¹.

    Parameters
    ----------
    matrix
        G = C⁻¹ − ηηᵀ/s with η = C⁻¹1 and s = 1ᵀη.
    border
        η/s; zeros without an offset.
    coefficients
        α = Gy, one column for each output.
    offset
        b of each output.

    References
    ----------
    [Mika02]_, section 4.4.
    """

    matrix: Matrix
    border: Vector
    coefficients: Matrix
    offset: Vector

    @classmethod
    def of(cls, problem: RidgeProblem, budget: int = DEFAULT_BYTES) -> "BorderedInverse":
        """The inverse for the one strength of this problem, in O(n³) and one matrix of n² numbers."""
        strength = float(problem.strengths[0])
        factor = factored(owned(problem.gram, budget), strength / problem.weights)
        require_regular(factor.reciprocal_condition, len(factor), strength)
        n = len(factor)
        solved = factor.solve(np.column_stack([problem.targets, np.ones(n)]))
        plain, ones = solved[:, :-1], solved[:, -1]
        inverse = factor.into_inverse_triangle()
        inverse += np.tril(inverse, -1).T
        if not problem.offset:
            return cls(inverse, np.zeros(n), plain, np.zeros(plain.shape[1]))
        border = ones / ones.sum()
        inverse -= np.outer(ones, border)
        return cls(inverse, border, *with_offset(plain, ones))


def by_strength(problem: RidgeProblem) -> Iterator[tuple[Index, RidgeProblem]]:
    """The outputs that share a strength, and the problem of these alone."""
    for strength in np.unique(problem.strengths):
        outputs = np.flatnonzero(problem.strengths == strength)
        yield outputs, replace(problem, targets=problem.targets[:, outputs], strengths=problem.strengths[outputs])
