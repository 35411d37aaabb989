"""The compression bound for an expected share of kept examples."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.compression.compression import Compression
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import Kept


@dataclass(frozen=True)
class RatioCompression(Checked, Bound[Kept]):
    """R ≤ (d ln(1/p) + (n − d) ln(1/(1 − p)) + ln(1/δ) + b ln 2) / (n − d), least where p = d/n; none is wrong.

    Parameters
    ----------
    ratio
        p, the share of examples that one expects to keep.

    Examples
    --------
    >>> round(RatioCompression(0.05).risk(Kept(kept=50, n=1000), delta=0.05), 7)
    0.2121168

    References
    ----------
    [Graepel02]_, eq. 5.7, before it is simplified.
    """

    witness = Kept
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.PRIOR,
            Assumption.COMPRESSION,
            Assumption.PERMUTATION_INVARIANT,
            Assumption.CONSISTENT,
        }
    )
    source = Citation("Graepel02", "eq. 5.7")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "bits")

    ratio: float = ranged(Interval(0.0, 1.0, closed_low=False))

    def _risk(self, witness: Kept, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        nats = witness.n * cross_entropy(witness.kept / witness.n, self.ratio) + witness.bits * math.log(2.0)
        return (nats - math.log(delta)) / witness.others

    def worlds(self) -> tuple[World[Kept], ...]:
        """Those of the bound with equal weights."""
        return Compression().worlds()


def cross_entropy(q: float, p: float) -> float:
    """q ln(1/p) + (1 − q) ln(1/(1 − p)), in nats; least where p = q.

    >>> round(cross_entropy(0.5, 0.5) / math.log(2.0), 12)
    1.0

    References
    ----------
    [Graepel02]_, section 5.2.2.
    """
    return -q * math.log(p) - (1.0 - q) * math.log1p(-p)


def printed_formula(kept: int, n: int, ratio: float, delta: float) -> float:
    """2(q ln(1/p) + (1 − q) ln(1/(1 − p)) + ln(1/δ)/n) with q = kept/n ≤ 1/2.

    >>> round(printed_formula(50, 1000, 0.05, 0.05), 6)
    0.403022

    References
    ----------
    [Graepel02]_, eq. 5.7.
    """
    return 2.0 * (cross_entropy(kept / n, ratio) - math.log(delta) / n)
