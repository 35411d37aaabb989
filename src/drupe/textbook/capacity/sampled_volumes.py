"""Shares of the sphere by drawing directions: version spaces, their mirror images, polars and cummerbunds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_upper
from drupe.foundation.arrays import Matrix, Vector

Inside = Callable[[Matrix], npt.NDArray[np.bool_]]
"""Which directions, in rows, lie in a set."""

BLOCK = 10_000
"""Directions held at a time."""


@dataclass(frozen=True)
class SampledShare:
    """A share of the sphere as seen by random directions, with limits that are exact for any number of draws.

    Parameters
    ----------
    hits
        Directions that lay inside.
    draws
        Directions in all.

    Examples
    --------
    >>> SampledShare(50, 100).value, 0.5 in SampledShare(50, 100), 0.9 in SampledShare(50, 100)
    (0.5, True, False)

    References
    ----------
    [Clopper34]_, section 3.
    """

    hits: int
    draws: int

    @property
    def value(self) -> float:
        """The share of the draws."""
        return self.hits / self.draws

    def limits(self, delta: float) -> tuple[float, float]:
        """Between these the share lies; the statement fails with probability δ at most."""
        return binomial_lower(self.hits, self.draws, delta / 2), binomial_upper(self.hits, self.draws, delta / 2)

    def __contains__(self, share: float) -> bool:
        low, high = self.limits(1e-6)
        return low <= share <= high


def mirrored_sample(w: Vector, x: Matrix, signs: Vector) -> tuple[Matrix, Vector]:
    """(xᵢ − 2⟨w, xᵢ⟩w, −yᵢ), ‖w‖ = 1: v gets it right if and only if its mirror image 2⟨v, w⟩w − v gets (xᵢ, yᵢ) right.

    Examples
    --------
    >>> mirrored_sample(np.array([1.0, 0.0]), np.array([[2.0, 3.0]]), np.array([1.0]))[0].tolist()
    [[-2.0, 3.0]]

    References
    ----------
    [Graepel02]_, definition 54.
    """
    unit = w / np.linalg.norm(w)
    return x - 2.0 * np.outer(x @ unit, unit), -signs


def version_space_share(x: Matrix, signs: Vector, draws: int, rng: np.random.Generator) -> SampledShare:
    """The share of directions v with yᵢ⟨v, xᵢ⟩ > 0 for all i.

    Examples
    --------
    >>> 0.25 in version_space_share(np.eye(2), np.ones(2), 1000, np.random.default_rng(0))
    True

    References
    ----------
    [Graepel02]_, section 4.1.2.
    """
    right = (signs[:, None] * x).T
    return _share(lambda w: np.asarray((w @ right > 0.0).all(axis=1)), x.shape[1], draws, rng)


def symmetric_share(w: Vector, x: Matrix, signs: Vector, draws: int, rng: np.random.Generator) -> SampledShare:
    """The share of Q(z, w) = V(z) ∩ V(z̃(w)): directions that make no mistake and whose mirror images at w make none.

    Examples
    --------
    The quarter of the plane where both coordinates are positive is its own mirror image at the diagonal.

    >>> 0.25 in symmetric_share(np.ones(2), np.eye(2), np.ones(2), 1000, np.random.default_rng(0))
    True

    References
    ----------
    [Graepel02]_, theorem 28 and definition 54.
    """
    mirrored, opposite = mirrored_sample(w, x, signs)
    return version_space_share(np.vstack([x, mirrored]), np.concatenate([signs, opposite]), draws, rng)


def polar_share(x: Matrix, draws: int, rng: np.random.Generator) -> SampledShare:
    """The share of directions w with ⟨w, xᵢ⟩ < 0 for all i: the polar of the convex hull of these points.

    Examples
    --------
    >>> 0.25 in polar_share(np.eye(2), 1000, np.random.default_rng(0))
    True

    References
    ----------
    [Graepel02]_, definition 89.
    """
    return version_space_share(x, -np.ones(len(x)), draws, rng)


def cummerbund_share(x: Matrix, draws: int, rng: np.random.Generator) -> SampledShare:
    """The share of directions w that do not give all xᵢ the same sign: ⟨w, x⟩ = 0 somewhere in their convex hull.

    Examples
    --------
    >>> 0.5 in cummerbund_share(np.eye(2), 1000, np.random.default_rng(0))
    True

    References
    ----------
    [Graepel02]_, definition 56, lemmas 7 and 8.
    """

    def mixed(w: Matrix) -> npt.NDArray[np.bool_]:
        values = w @ x.T
        return np.asarray((values.min(axis=1) <= 0.0) & (values.max(axis=1) >= 0.0))

    return _share(mixed, x.shape[1], draws, rng)


def _share(inside: Inside, dimension: int, draws: int, rng: np.random.Generator) -> SampledShare:
    sizes = [min(BLOCK, draws - first) for first in range(0, draws, BLOCK)]
    # Lengths do not matter to signs: Gaussian vectors stand for their directions.
    return SampledShare(sum(int(inside(rng.standard_normal((size, dimension))).sum()) for size in sizes), draws)
