"""The volume of version space cut with its mirror image at a hyperplane, by estimates without bias."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp, ndtr, ndtri

from drupe.foundation.arrays import Matrix, Vector

ESTIMATES, DRAWS, PILOTS = 16, 128, 512
"""Independent estimates, draws for each, and draws that only say where to look."""

SEED = 20003
"""Of the draws; it must not depend on the data."""

RIDGE = 1e-9
"""Variance, relative to its length, of a feature that each example has alone: the prior is that of the kernel plus so
much noise, at right angles to w, which keeps all factors away from zero."""

SHORTER = 1e-6
"""By how much margins are made smaller: more than rounding makes them larger. The rule stays the same, as if w had, at
the same length, a little of a feature that no example has."""

TINY = 1e-300


@dataclass(frozen=True, eq=False)
class Room:
    """Examples as a consistent hyperplane w of length 1 sees them.

    Parameters
    ----------
    gram
        yᵢ yⱼ k(xᵢ, xⱼ) / √(k(xᵢ, xᵢ) k(xⱼ, xⱼ)).
    margins
        Normalized margins of w.
    """

    gram: Matrix
    margins: Vector

    @classmethod
    def around(cls, gram: Matrix, signs: Vector, alpha: Vector) -> "Room":
        """The examples of a Gram matrix seen by w = Σ αᵢ φ(xᵢ), whatever its length."""
        lengths = np.sqrt(np.maximum(np.diagonal(gram), TINY))
        normalized = gram * np.outer(signs / lengths, signs / lengths)
        coefficients = alpha * signs * lengths
        outputs = normalized @ coefficients
        length = np.sqrt(max(float(coefficients @ outputs), TINY))
        return cls(normalized, np.asarray((1.0 - SHORTER) * outputs / length))

    @property
    def consistent(self) -> bool:
        """Whether w makes no mistake."""
        return bool(self.margins.min() > 0.0)


def mirrored_volume(room: Room) -> Vector:
    """ln of estimates of P[|gᵢ| < s mᵢ for all i], s > 0 the part of a standard Gaussian along w and g the rest.

    The part along w is drawn by importance, the others one by one inside their walls; the product of the
    probabilities of staying inside is right on average. Pilots say where s matters, before and apart from the rest.

    References
    ----------
    [Graepel02]_, theorem 30 (the set); [Genz92]_, section 2 (walls one by one).
    """
    if not room.consistent:
        return np.full(ESTIMATES, -np.inf)
    try:
        space = _Walls.of(room)
    except np.linalg.LinAlgError:
        return np.full(ESTIMATES, -np.inf)
    rng = np.random.default_rng(SEED)
    where = space.draws(rng, PILOTS, center=np.log(3.0), spread=1.0)
    weights = np.exp(where.logarithms - where.logarithms.max())
    weights /= weights.sum()
    center = float(weights @ where.log_lengths)
    spread = float(np.sqrt(weights @ (where.log_lengths - center) ** 2))
    found = space.draws(rng, ESTIMATES * DRAWS, center, 1.5 * spread + 0.1)
    return np.asarray(logsumexp(found.logarithms.reshape(ESTIMATES, DRAWS), axis=1) - np.log(DRAWS))


@dataclass(frozen=True, eq=False)
class _Draws:
    """ln of the weight of each draw, and of its length along w."""

    logarithms: Vector
    log_lengths: Vector


@dataclass(frozen=True, eq=False)
class _Walls:
    """Margins, the narrowest first, and the Cholesky factor of what the examples have besides w."""

    margins: Vector
    factor: Matrix

    @classmethod
    def of(cls, room: Room) -> "_Walls":
        rest = room.gram - np.outer(room.margins, room.margins)
        order = np.argsort(room.margins / np.sqrt(np.maximum(np.diagonal(rest), TINY)), kind="stable")
        rest = rest[np.ix_(order, order)]
        rest[np.diag_indices_from(rest)] += RIDGE
        return cls(room.margins[order], np.linalg.cholesky(rest))

    def draws(self, rng: np.random.Generator, count: int, center: float, spread: float) -> _Draws:
        """Importance draws with ln s ~ N(center, spread²)."""
        standard = rng.standard_normal(count)
        log_lengths = center + spread * standard
        lengths = np.exp(log_lengths)
        # ln of the densities of s: standard Gaussian over the one it is drawn from; √(2π) cancels.
        logarithms = -0.5 * lengths**2 + log_lengths + 0.5 * standard**2 + np.log(spread)
        rest = np.zeros((count, len(self.margins)))
        for j, margin in enumerate(self.margins):
            mean, scale = rest[:, :j] @ self.factor[j, :j], self.factor[j, j]
            low, high = (-lengths * margin - mean) / scale, (lengths * margin - mean) / scale
            # In the lower tail, where probabilities have all their digits.
            upper = low > 0.0
            low, high = np.where(upper, -high, low), np.where(upper, -low, high)
            below, inside = ndtr(low), ndtr(high) - ndtr(low)
            drawn = np.clip(ndtri(np.maximum(below + rng.random(count) * inside, TINY)), low, high)
            rest[:, j] = np.where(upper, -drawn, drawn)
            with np.errstate(divide="ignore"):
                logarithms += np.log(np.maximum(inside, 0.0))
        return _Draws(logarithms, log_lengths)
