"""Symmetrization: a second sample, or random signs, in place of the unknown law; as simulators."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.randomness import RandomState, generator


@dataclass(frozen=True, eq=False)
class Suprema:
    """Draws of sup over rules of three deviations, for rules that err independently.

    Parameters
    ----------
    from_truth
        sup (R − R̂): from the true risk.
    from_ghost
        sup (R̂' − R̂): from a second sample.
    from_signs
        sup (1/n) Σ σᵢ ℓᵢ: of random signs.
    """

    from_truth: Vector
    from_ghost: Vector
    from_signs: Vector


def simulate_suprema(rates: Vector, n: int, draws: int, random_state: RandomState = None) -> Suprema:
    """So many draws of the three suprema; E from_truth ≤ 2 E from_signs, and P grows at most twofold to the ghost.

    Parameters
    ----------
    rates
        True error rates of the rules.
    n
        Number of examples.
    draws
        How often to draw.
    random_state
        Seed or generator.

    Examples
    --------
    >>> suprema = simulate_suprema(np.array([0.2, 0.5]), n=20, draws=200, random_state=0)
    >>> bool(suprema.from_truth.mean() <= 2.0 * suprema.from_signs.mean())
    True

    References
    ----------
    [Mukherjee04]_, sections 8.5 and 8.8, where the signs are ±1, not 0/1; [Herbrich02]_, section C.1.
    """
    rng = generator(random_state)
    losses = _losses(rng, rates, n, draws)
    ghosts = _losses(rng, rates, n, draws).mean(axis=2)
    signs = rng.choice(np.array([-1.0, 1.0]), size=(draws, 1, n))
    means = losses.mean(axis=2)
    return Suprema((rates - means).max(axis=1), (ghosts - means).max(axis=1), (signs * losses).mean(axis=2).max(axis=1))


def _losses(rng: np.random.Generator, rates: Vector, n: int, draws: int) -> Matrix:
    return (rng.random((draws, len(rates), n)) < rates[:, None]).astype(np.float64)
