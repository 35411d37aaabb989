"""How far two distributions are apart: half the L1 distance, which is the largest difference on any event."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.models.base import Model
from drupe.textbook.learning.risks import SimulatedRisk, expected_risk


def variation(p: Vector, q: Vector) -> float:
    """½ Σ |p − q| = max over events A of P(A) − Q(A), of two laws on the same finite set: the theorem of Scheffé.

    Examples
    --------
    >>> variation(np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.5, 0.25]))
    0.25

    References
    ----------
    [Herbrich02]_, theorem A.23.
    """
    if p.shape != q.shape:
        raise InputError(f"laws on the same set have as many probabilities, got shapes {p.shape} and {q.shape}.")
    return 0.5 * float(np.abs(p - q).sum())


def telling_event(p: Vector, q: Vector) -> Any:
    """{x : p(x) > q(x)}, as truth values: no event tells the two laws better apart.

    Examples
    --------
    >>> telling_event(np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.5, 0.25])).tolist()
    [True, False, False]

    References
    ----------
    [Herbrich02]_, theorem A.23.
    """
    return p > q


def sampled_variation(
    model: Model[Any], other: Model[Any], n: int, delta: float, rng: np.random.Generator
) -> SimulatedRisk:
    """½ ∫ |p − q| = E max(0, 1 − q(x)/p(x)), x from p: from n draws, whatever the examples are.

    Examples
    --------
    >>> from drupe.models import Poisson
    >>> found = sampled_variation(Poisson([1.0]), Poisson([1.0]), 100, 0.01, np.random.default_rng(0))
    >>> found.mean
    0.0

    References
    ----------
    [Herbrich02]_, theorem A.23.
    """

    def losses(rng: np.random.Generator, n: int) -> Vector:
        drawn = model.draw(n, rng)
        # −expm1 of the log ratio, capped at 0: no digit is lost where the densities are nearly equal.
        return np.asarray(-np.expm1(np.minimum(other.log_likelihood(drawn) - model.log_likelihood(drawn), 0.0)))

    return expected_risk(losses, n, 1.0, delta, rng)
