"""Symmetry of a matrix: k(x, z) = k(z, x)."""

import numpy as np
import numpy.typing as npt

from drupe.kernels.checks.gram_matrix import gram_matrix, rounding
from drupe.kernels.checks.worst_pair import WorstPair


def symmetry(K: npt.ArrayLike, tolerance: float | None = None) -> WorstPair:
    """Whether Kᵢⱼ = Kⱼᵢ; the excess is |Kᵢⱼ − Kⱼᵢ|, the tolerance relative to the largest entry.

    >>> print(symmetry([[1.0, 0.5], [0.25, 1.0]]))
    fails: worst pair (0, 1), excess 0.25
    """
    matrix = gram_matrix(K)
    gap = np.abs(matrix - matrix.T)
    i, j = divmod(int(gap.argmax()), len(matrix))
    share = rounding(matrix) if tolerance is None else tolerance
    return WorstPair(i, j, float(gap[i, j]), share * float(np.abs(matrix).max()))
