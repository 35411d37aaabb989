"""The posterior of least bound: PAC-Bayes as a learner."""

import math

import numpy as np

from drupe.foundation.arrays import Vector


def surrogate(weights: Vector, losses: Vector, prior: Vector, n: int, delta: float) -> float:
    """E_Q ℓ + (KL(Q ‖ P) + ln n + ln(1/δ) + 2) / n, linear in the divergence.

    What it adds to the loss exceeds the root in McAllester's bound only where it is above one half: something to
    minimize, not a bound.

    Examples
    --------
    >>> even = np.full(2, 0.5)
    >>> round(surrogate(even, np.array([0.0, 1.0]), even, n=10, delta=1.0) - 0.5, 6)
    0.430259

    References
    ----------
    [Herbrich02]_, eq. 5.10.
    """
    positive = weights > 0.0
    divergence = float(weights[positive] @ np.log(weights[positive] / prior[positive]))
    return float(weights @ losses) + (divergence + math.log(n) - math.log(delta) + 2.0) / n


def gibbs_posterior(losses: Vector, prior: Vector, n: int) -> Vector:
    """Q ∝ P exp(−n ℓ), the minimizer of the surrogate; Bayes's posterior where ℓ is minus the mean log likelihood.

    Examples
    --------
    >>> gibbs_posterior(np.array([0.0, np.log(3.0)]), np.full(2, 0.5), n=1).round(9).tolist()
    [0.75, 0.25]

    References
    ----------
    [Herbrich02]_, section 5.1.1.
    """
    scores = np.log(prior) - n * losses
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum())


def best_subset(errors: Vector, prior: Vector, n: int, delta: float) -> Vector:
    """The set of rules, as weights of the restricted prior, of least agnostic subset bound: the first by errors.

    For each number of training errors only the set of all rules with at most so many can be best.

    Examples
    --------
    >>> best_subset(np.array([0.0, 50.0]), np.full(2, 0.5), n=100, delta=0.05).tolist()
    [1.0, 0.0]

    References
    ----------
    [Herbrich02]_, theorem 5.6; [Graepel02]_, theorem 27.
    """
    candidates = [np.where(errors <= most, prior, 0.0) for most in np.unique(errors)]

    def bound(chosen: Vector) -> float:
        mass = chosen.sum()
        root = np.sqrt((-np.log(mass) + 2.0 * np.log(n) - np.log(delta)) / (2.0 * n))
        return float(chosen @ errors / (mass * n) + root)

    best = min(candidates, key=bound)
    return np.asarray(best / best.sum())
