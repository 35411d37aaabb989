"""Rademacher averages: how well a class fits random signs."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drupe.bounds.concentration.hoeffding import hoeffding_deviation
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.randomness import RandomState, generator

Supremum = Callable[[Matrix], Vector]
"""sup over the class of (1/n) Σ σᵢ f(xᵢ), for each row σ of a matrix of signs."""


@dataclass(frozen=True)
class RademacherAverage:
    """E sup (1/n) Σ σᵢ f(xᵢ) on a given sample, by simulation.

    Parameters
    ----------
    value
        The mean over the draws.
    draws
        How many there were.
    span
        Length of an interval that holds each draw.
    """

    value: float
    draws: int
    span: float

    def upper(self, delta: float) -> float:
        """What the average exceeds with probability δ over the draws at most."""
        return self.value + hoeffding_deviation(delta, self.draws, self.span)


def rademacher_average(
    supremum: Supremum, n: int, largest: float, *, draws: int = 1000, random_state: RandomState = None
) -> RademacherAverage:
    """The average over random signs of the supremum that a class attains.

    Parameters
    ----------
    supremum
        Gives the supremum for each row of signs.
    n
        Number of examples.
    largest
        What |f| does not exceed.
    draws
        Sign vectors to draw.
    random_state
        Seed or generator.

    Examples
    --------
    >>> constant = lambda signs: np.abs(signs.mean(axis=1))
    >>> average = rademacher_average(constant, n=1, largest=1.0, draws=10, random_state=0)
    >>> average.value
    1.0

    References
    ----------
    [Mukherjee04]_, section 8.8; [Mika02]_, eq. 4.17, has twice this, with an absolute value.
    """
    signs = generator(random_state).choice(np.array([-1.0, 1.0]), size=(draws, n))
    return RademacherAverage(float(supremum(signs).mean()), draws, 2.0 * largest)


def finite_supremum(values: Matrix) -> Supremum:
    """max over functions in rows of (1/n) Σ σᵢ f(xᵢ); that of their convex hull is the same.

    >>> finite_supremum(np.array([[1.0, 1.0], [1.0, -1.0]]))(np.array([[1.0, -1.0]])).tolist()
    [1.0]
    """
    return lambda signs: np.asarray((signs @ values.T).max(axis=1) / values.shape[1])


def ball_supremum(K: Matrix, radius: float = 1.0) -> Supremum:
    """radius/n √(σᵀKσ), the supremum over the ball ‖f‖ ≤ radius in the kernel's space.

    Examples
    --------
    >>> ball_supremum(np.eye(4))(np.ones((1, 4))).tolist()
    [0.5]

    References
    ----------
    [Mukherjee04]_, section 8.8; [Mika02]_, lemma 4.9.
    """
    return lambda signs: radius / len(K) * np.sqrt(np.maximum(0.0, np.einsum("si,ij,sj->s", signs, K, signs)))


def ball_average_limits(K: Matrix, radius: float = 1.0) -> tuple[float, float]:
    """(radius / n) √(tr K / 2) ≤ E sup ≤ (radius / n) √tr K, for the ball ‖f‖ ≤ radius in the kernel's space.

    Examples
    --------
    >>> ball_average_limits(np.eye(4))[1]
    0.5

    References
    ----------
    [Mukherjee04]_, section 8.8, where 1/√n is missing; [Mika02]_, lemma 4.9.
    """
    upper = radius / len(K) * math.sqrt(float(np.trace(K)))
    return upper / math.sqrt(2.0), upper


def finite_average_limit(size: int, n: int, largest: float) -> float:
    """largest √(2 ln(size) / n) ≥ E sup, for so many functions with |f| ≤ largest.

    Examples
    --------
    >>> finite_average_limit(1, 10, 1.0)
    0.0

    References
    ----------
    [Bartlett02]_, section 5, place not checked.
    """
    return largest * math.sqrt(2.0 * math.log(size) / n)


def contracted(average: float, lipschitz: float) -> float:
    """2 L · average ≥ that of φ ∘ F, for φ with Lipschitz constant L and φ(0) = 0.

    Without an absolute value inside the supremum, L · average would do.

    Examples
    --------
    >>> contracted(0.1, lipschitz=2.0)
    0.4

    References
    ----------
    [Mukherjee04]_, section 8.8; [Mika02]_, theorem 4.8.
    """
    return 2.0 * lipschitz * average


def average_deviation(delta: float, n: int, largest: float = 1.0) -> float:
    """largest √(2 ln(1/δ) / n), by which the expected average exceeds the one on the sample with probability δ.

    Examples
    --------
    >>> round(2.0 * average_deviation(0.05, 1000), 6) == round(math.sqrt(8.0 / 1000 * math.log(20.0)), 6)
    True

    References
    ----------
    [Mika02]_, theorem 4.9, for twice the average; [Bartlett02]_, theorem 11, place not checked.
    """
    return hoeffding_deviation(delta, n, 2.0 * largest)
