"""The compression bound in the form that textbooks print."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.compression import Compression
from drupe.bounds.concentration.elementary import log_binomial_limit
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import Kept


class CompressionSimplified(Bound[Kept]):
    """R ≤ (d ln(en/d) + ln(n/δ)) / (n − d), d support vectors or other kept examples, none wrong.

    Notes
    -----
    The derivation has natural logarithms, the theorem as printed base 2; the former is proved and smaller.

    Examples
    --------
    >>> round(CompressionSimplified().risk(Kept(kept=274, n=7291), delta=0.05), 6)
    0.16887

    References
    ----------
    [Cristianini00]_, theorems 4.25 and 6.8.
    """

    witness = Kept
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.COMPRESSION,
            Assumption.PERMUTATION_INVARIANT,
            Assumption.CONSISTENT,
        }
    )
    source = Citation("Cristianini00", "theorem 4.25")
    rises_with: ClassVar[tuple[str, ...]] = ("kept", "errors", "bits")

    def _risk(self, witness: Kept, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        nats = log_binomial_limit(witness.n, witness.kept) + witness.bits * math.log(2.0)
        return (nats + math.log(witness.n / delta)) / witness.others

    def worlds(self) -> tuple[World[Kept], ...]:
        """Those of the bound that it simplifies."""
        return Compression().worlds()


def halved_formula(kept: int, n: int, delta: float) -> float:
    """(2/n)(d ln(en/d) + ln n + ln(1/δ)), for d ≤ n/2.

    >>> halved_formula(20, 1000, 0.01) > CompressionSimplified().risk(Kept(kept=20, n=1000), delta=0.01)
    True

    References
    ----------
    [Graepel02]_, eq. 5.6; [Herbrich02]_, section 5.2.1.
    """
    return 2.0 / n * (log_binomial_limit(n, kept) + math.log(n) - math.log(delta))
