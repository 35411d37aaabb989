"""The PAC-Bayesian margin distribution bound with the exact volumes of caps."""

from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import cap_information
from drupe.bounds.margin_distribution import distribution_value, distribution_worlds, margin_shares
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import NormalizedMargins


class MarginDistributionExact(Bound[NormalizedMargins]):
    """R ≤ 2 min over Γ > 0 of R̂_Γ + √((−ln P(cap of Γ) + 2 ln n + ln(1/δ)) / (2n)) + 1/n.

    Examples
    --------
    >>> from drupe.bounds.margin_distribution import MarginDistribution
    >>> seen = NormalizedMargins([0.1] * 10 + [0.6] * 990, dimension=20)
    >>> MarginDistributionExact().risk(seen, delta=0.05) < MarginDistribution().risk(seen, delta=0.05)
    True

    References
    ----------
    [Graepel02]_, theorem 32 and theorem 54.
    """

    witness = NormalizedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 32")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: NormalizedMargins, delta: float) -> float:
        n, d = witness.n, witness.effective_dimension
        margins, shares = margin_shares(witness)
        return min(
            distribution_value(share, cap_information(float(margin), d), n, delta)
            for margin, share in zip(margins, shares, strict=True)
        )

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Directions from clean and from noisy labels."""
        return distribution_worlds()
