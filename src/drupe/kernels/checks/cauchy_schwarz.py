"""The inequality of Cauchy and Schwarz: no two examples are more alike than each is to itself."""

import numpy as np
import numpy.typing as npt

from drupe.kernels.checks.gram_matrix import gram_matrix, rounding
from drupe.kernels.checks.worst_pair import WorstPair


def cauchy_schwarz(K: npt.ArrayLike, tolerance: float | None = None) -> WorstPair:
    """Whether k(x, z)² ≤ k(x, x) k(z, z): necessary for a kernel, for it says that 2 × 2 minors are not negative.

    The excess is |k(x, z)| − √(k(x, x) k(z, z)), with a negative product taken for zero; the tolerance is relative to
    the largest entry. [Cristianini00]_, section 3.3.1.

    >>> print(cauchy_schwarz([[1.0, 3.0], [3.0, 4.0]]))
    fails: worst pair (0, 1), excess 1
    """
    matrix = gram_matrix(K).astype(np.float64)
    lengths = np.sqrt(np.maximum(matrix.diagonal(), 0.0))
    excess = np.abs(matrix) - np.multiply.outer(lengths, lengths)
    i, j = divmod(int(excess.argmax()), len(matrix))
    share = rounding(gram_matrix(K)) if tolerance is None else tolerance
    return WorstPair(i, j, float(excess[i, j]), share * float(np.abs(matrix).max()))
