"""The PAC-Bayesian margin distribution bound, at the margin that serves it best: as printed, and with exact volumes."""

import math
from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import cap_information
from drupe.bounds.pac_bayes.normalized_margin import normalized, sphere_worlds
from drupe.bounds.pac_bayes.subset import agnostic_subset_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.sphere import Sphere
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import NormalizedMargins


class MarginDistribution(Bound[NormalizedMargins]):
    """R ≤ 2 min over Γ > 0 of R̂_Γ + √((d ln(2/Γ²) + 2 ln n + ln(1/δ)) / (2n)) + 1/n, R̂_Γ the share of margins below Γ.

    It holds for all Γ at once; only the margins themselves, and 1, need to be tried.

    Examples
    --------
    >>> round(distribution_value(0.02, 10 * math.log(8.0), 1000, 0.05), 7)
    0.3162468

    References
    ----------
    [Graepel02]_, theorem 32.
    """

    witness = NormalizedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 32")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: NormalizedMargins, delta: float) -> float:
        return best_margin(witness, delta, printed_information).value

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Directions from clean and from noisy labels."""
        return distribution_worlds()


def margin_shares(witness: NormalizedMargins) -> tuple[Vector, Vector]:
    """The positive margins and 1, each with the share of examples whose margin is smaller.

    >>> [entry.tolist() for entry in margin_shares(NormalizedMargins([0.5, -0.5], dimension=1))]
    [[0.5, 1.0], [0.5, 1.0]]
    """
    ascending = witness.ascending
    candidates = np.append(ascending[ascending > 0.0], 1.0)
    return candidates, np.searchsorted(ascending, candidates, side="left") / witness.n


def distribution_value(share: float, information: float, n: int, delta: float) -> float:
    """2(share + √((information + 2 ln n + ln(1/δ)) / (2n)) + 1/n).

    >>> distribution_value(1.0, 0.0, 100, 0.05) > 2.0
    True
    """
    return 2.0 * agnostic_subset_formula(share, information, n, delta)


class BestMargin(NamedTuple):
    """The margin at which the bound is least, its value there, and the share of examples whose margin is smaller."""

    value: float
    margin: float
    share: float


def best_margin(witness: NormalizedMargins, delta: float, information: Callable[[float, int], float]) -> BestMargin:
    """min over Γ of 2(R̂_Γ + √((information(Γ, d) + 2 ln n + ln(1/δ)) / (2n)) + 1/n), not cut off at 1.

    >>> best_margin(NormalizedMargins([0.5] * 99 + [0.1], dimension=2), 0.05, cap_information).share
    0.01
    """
    n, d = witness.n, witness.effective_dimension
    margins, shares = margin_shares(witness)
    return min(
        BestMargin(
            distribution_value(float(share), information(float(margin), d), n, delta), float(margin), float(share)
        )
        for margin, share in zip(margins, shares, strict=True)
    )


def printed_information(margin: float, dimension: int) -> float:
    """d ln(2/Γ²) ≥ −ln P of the cap of Γ.

    >>> round(printed_information(1.0, 10) / math.log(2.0), 12)
    10.0
    """
    return dimension * (math.log(2.0) - 2.0 * math.log(margin))  # a square may be no number any more


def distribution_worlds() -> tuple[World[NormalizedMargins], ...]:
    """Perceptrons without noise, and directions from noisy labels."""
    noisy = World("mean direction from noisy labels", lambda rng: normalized(Sphere(2, 1000, 0.05).mean(rng)))
    return (*sphere_worlds(), noisy)


class MarginDistributionExact(Bound[NormalizedMargins]):
    """R ≤ 2 min over Γ > 0 of R̂_Γ + √((−ln P(cap of Γ) + 2 ln n + ln(1/δ)) / (2n)) + 1/n.

    Examples
    --------
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
        return best_margin(witness, delta, cap_information).value

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Directions from clean and from noisy labels."""
        return distribution_worlds()
