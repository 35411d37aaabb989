"""Norms of vectors: lengths of every order, from how many entries there are to how large the largest is."""

import math

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError


def norm(x: npt.ArrayLike, p: float) -> float:
    """‖x‖ₚ = (Σ |xⱼ|ᵖ)^(1/p) for p > 0; how many xⱼ are not zero for p = 0; max |xⱼ| for p = ∞.

    Below 1 it is no norm: the triangle inequality fails. It is computed relative to the largest entry, so that powers
    neither overflow nor vanish.

    Examples
    --------
    >>> [norm([3.0, 0.0, -4.0], p) for p in (0.0, 1.0, 2.0, math.inf)]
    [2.0, 7.0, 5.0, 4.0]

    References
    ----------
    [Herbrich02]_, definitions A.34 and A.35.
    """
    sizes = np.abs(np.asarray(x, dtype=np.float64))
    if math.isnan(p) or p < 0.0 or np.isnan(sizes).any():
        raise InputError(f"the order of a norm is zero or more, and its vector holds numbers; got order {p!r}.")
    if p == 0.0:
        return float(np.count_nonzero(sizes))
    largest = float(sizes.max(initial=0.0))
    if largest in (0.0, math.inf) or p == math.inf:
        return largest
    # The logarithm, too: for small p the sum of powers is moderate, but its root may be huge.
    return largest * float(np.exp(np.log(((sizes / largest) ** p).sum()) / p))


def dual_order(p: float) -> float:
    """q with 1/p + 1/q = 1, for which |⟨x, z⟩| ≤ ‖x‖ₚ ‖z‖_q: the inequality of Hölder.

    Examples
    --------
    >>> dual_order(2.0), dual_order(1.0), dual_order(math.inf)
    (2.0, inf, 1.0)

    References
    ----------
    [Herbrich02]_, definition A.35.
    """
    if not p >= 1.0:
        raise InputError(f"only norms of order 1 or more have a dual norm; got {p!r}.")
    return math.inf if p == 1.0 else 1.0 if p == math.inf else p / (p - 1.0)
