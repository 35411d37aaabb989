"""McAllester's PAC-Bayes bound, for any posterior over rules."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Posterior


class PacBayesMcallester(Bound[Posterior]):
    """R ≤ R̂ + √((KL(Q ‖ P) + ln n + ln(1/δ) + 2) / (2n − 1)), the means over any posterior Q.

    Examples
    --------
    >>> round(PacBayesMcallester().risk(Posterior(rate=0.1, n=1000, divergence=5.0), delta=0.05), 5)
    0.19196

    References
    ----------
    [Herbrich02]_, eq. 5.9.
    """

    witness = Posterior
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Herbrich02", "eq. 5.9")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    def _risk(self, witness: Posterior, delta: float) -> float:
        nats = witness.divergence + math.log(witness.n) - math.log(delta) + 2.0
        return witness.rate + math.sqrt(nats / (2.0 * witness.n - 1.0))

    def worlds(self) -> tuple[World[Posterior], ...]:
        """Independent rules, and posteriors that lean on the most flattered ones."""
        return posterior_worlds()


def posterior_worlds() -> tuple[World[Posterior], ...]:
    """Posteriors that favor small training errors, more and more strongly, over 300 rules of rate one half."""
    return tuple(
        World(f"posterior of strength {strength}", partial(_gibbs, strength=strength))
        for strength in (10.0, 100.0, 1000.0)
    )


def _gibbs(rng: np.random.Generator, strength: float) -> Outcome[Posterior]:
    coins = Coins.alike(300, 0.5, 100)
    rates = coins.errors(rng) / coins.n
    weights = np.exp(-strength * (rates - rates.min()))
    weights /= weights.sum()
    positive = weights[weights > 0.0]
    divergence = max(0.0, float(positive @ np.log(positive)) + math.log(len(weights)))
    return Outcome(Posterior(float(weights @ rates), coins.n, divergence), 0.5)
