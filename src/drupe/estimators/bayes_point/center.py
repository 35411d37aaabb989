"""The middle of many directions: their mean, or the direction that disagrees least with them."""

from enum import Enum

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

NEAREST = 1e-12
"""Least value of 1 − ⟨v, w⟩², where v and w coincide."""

ENOUGH, ROUNDS = 1e-12, 10_000
"""Change of the weights at which the fix point is reached, and iterations at most."""


class Center(Enum):
    """What stands for all samples together."""

    MEAN = "mean"
    SPHERICAL = "spherical"


def mean_weights(members: int) -> Vector:
    """1/N each: the center of mass."""
    return np.full(members, 1.0 / members)


def spherical_weights(products: Matrix) -> Vector:
    """Weights c of the v = Σ cᵢ wᵢ that minimizes the mean of arccos⟨v, wᵢ⟩ / π over unit vectors v.

    For examples that come from all directions alike, arccos⟨v, w⟩ / π is how often v and w disagree: v is then the
    Bayes point itself, not an approximation. It is the fix point of v ∝ Σ wᵢ / √(1 − ⟨v, wᵢ⟩²), started at the mean.

    Parameters
    ----------
    products
        ⟨wᵢ, wⱼ⟩ of the N unit vectors.

    Examples
    --------
    >>> spherical_weights(np.eye(2)).tolist()
    [0.5, 0.5]

    References
    ----------
    [Graepel02]_, appendix A.9.1.
    """
    weights = mean_weights(len(products))
    for _ in range(ROUNDS):
        along = products @ weights
        cosines = along / np.sqrt(max(float(weights @ along), np.finfo(float).tiny))
        new = 1.0 / np.sqrt(np.maximum(1.0 - cosines**2, NEAREST))
        new /= new.sum()
        if np.abs(new - weights).max() <= ENOUGH:
            return np.asarray(new)
        weights = new
    return weights


def disagreement(weights: Vector, products: Matrix) -> float:
    """The mean of arccos⟨v, wᵢ⟩ / π for v = Σ cᵢ wᵢ at length one."""
    along = products @ weights
    cosines = along / np.sqrt(float(weights @ along))
    return float(np.arccos(np.clip(cosines, -1.0, 1.0)).mean() / np.pi)
