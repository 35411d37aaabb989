"""The PAC-Bayesian margin bound with the exact volume of the cap that the margin leaves."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import cap_information
from drupe.bounds.pac_bayes_margin import sphere_worlds
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import NormalizedMargins


class PacBayesMarginExact(Bound[NormalizedMargins]):
    """R ≤ (2/n)(−ln(½ I(Γ²; (d − 1)/2, ½)) + 2 ln n + ln(1/δ) + 1), I the regularized incomplete beta function.

    The same theorem as with the simpler limit of the volume, and much less where the dimension is large.

    Examples
    --------
    >>> round(PacBayesMarginExact().risk(NormalizedMargins([0.95] * 1000, dimension=1000), delta=0.05), 4)
    0.1445

    References
    ----------
    [Graepel02]_, theorems 28 and 54.
    """

    witness = NormalizedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "theorem 28")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: NormalizedMargins, delta: float) -> float:
        n = witness.n
        volume = cap_information(witness.smallest, witness.effective_dimension)
        return 2.0 / n * (volume + 2.0 * math.log(n) - math.log(delta) + 1.0)

    def worlds(self) -> tuple[World[NormalizedMargins], ...]:
        """Perceptrons on spheres."""
        return sphere_worlds()
