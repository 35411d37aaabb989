"""PAC-Bayes with a learned prior: one part of the examples says where to look, the other part pays for the rest."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from scipy.special import ndtr

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.directions import ShiftedDirection


class LearnedPrior(Bound[ShiftedDirection]):
    """kl(mean Φ(−μ mᵢ) ‖ risk) ≤ (‖μ w − η v‖²/2 + ln(ξ(r) choices/δ)) / r, the prior N(η v, I) learned elsewhere.

    v comes from examples that are not among the r that count here; w may come from all of them.

    Examples
    --------
    >>> seen = ShiftedDirection(np.full(1000, 0.8), scale=3.0, prior_scale=3.0, cosine=1.0)
    >>> round(LearnedPrior().risk(seen, delta=0.05), 4)
    0.0234

    References
    ----------
    [Ambroladze07]_ (the prior); [Maurer04]_, theorem 5.
    """

    witness = ShiftedDirection
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR})
    source = Citation("Maurer04", "theorem 5")
    weight: ClassVar[float] = 2.0
    rises_with: ClassVar[tuple[str, ...]] = ("choices",)
    falls_with: ClassVar[tuple[str, ...]] = ("cosine",)

    def _risk(self, witness: ShiftedDirection, delta: float) -> float:
        rate = float(ndtr(-witness.scale * witness.margins).mean())
        return pac_bayes_kl(rate, witness.divergence, witness.n, delta / witness.choices)

    def worlds(self) -> tuple[World[ShiftedDirection], ...]:
        """One feature, labels flipped with known probability; a first half says which way the prior looks."""
        return tuple(World(f"labels flipped with probability {p}", _halves(p)) for p in (0.0, 0.1, 0.4))


def _halves(p: float) -> Callable[[np.random.Generator], Outcome[ShiftedDirection]]:
    def draw(rng: np.random.Generator) -> Outcome[ShiftedDirection]:
        n, length, prior_length = 60, 2.0, 1.5
        first, second = (np.where(rng.random(n) < p, -1.0, 1.0) for _ in range(2))
        prior = 1.0 if first.sum() >= 0 else -1.0
        side = 1.0 if first.sum() + second.sum() >= 0 else -1.0
        risk = (1.0 - p) * ndtr(-length * side) + p * ndtr(length * side)
        seen = ShiftedDirection(side * second, length, prior_length, cosine=side * prior)
        return Outcome(seen, float(risk))

    return draw
