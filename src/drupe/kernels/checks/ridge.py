"""The ridge problem: a Gram matrix whose examples are like nothing but themselves."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.kernels.checks.gram_matrix import gram_matrix

DOMINANT = 10.0
"""A rule of thumb: from this ratio on, a new example is likely to look like none of the old ones."""


@dataclass(frozen=True)
class Ridge:
    """How much more alike examples are to themselves than to each other.

    Parameters
    ----------
    diagonal
        Mean of k(x, x).
    off_diagonal
        Mean of |k(x, z)| over pairs of different examples.
    """

    diagonal: float
    off_diagonal: float

    @property
    def ratio(self) -> float:
        """Mean diagonal over mean off-diagonal; infinite if different examples have nothing in common."""
        return self.diagonal / self.off_diagonal if self.off_diagonal > 0 else float("inf")

    @property
    def dominant(self) -> bool:
        """Whether the diagonal outweighs the rest by a factor of ten or more."""
        return self.ratio >= DOMINANT

    def __str__(self) -> str:
        remark = "; shorten what is matched, widen the kernel, or weigh the parts" if self.dominant else ""
        return f"diagonal {self.ratio:.3g} times the off-diagonal{remark}"


def ridge(K: npt.ArrayLike) -> Ridge:
    """The ratio of the mean diagonal to the mean off-diagonal entry of a Gram matrix.

    Kernels of long substrings and narrow Gaussians show it: all examples are almost orthogonal, the machine learns
    them by heart, and a test example has kernel values near zero with all of them. Where lengths differ, normalize
    the kernel first.

    Examples
    --------
    >>> print(ridge([[1.0, 0.5], [0.5, 1.0]]))
    diagonal 2 times the off-diagonal

    References
    ----------
    [Herbrich02]_, remark 2.25.
    """
    matrix = gram_matrix(K).astype(np.float64)
    if len(matrix) < 2:
        raise InputError("a ridge shows in pairs of examples, got a Gram matrix of one; give two or more.")
    pairs = np.abs(matrix[~np.eye(len(matrix), dtype=bool)])
    return Ridge(float(matrix.diagonal().mean()), float(pairs.mean()))
