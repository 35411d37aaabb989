"""The agnostic egalitarian bound: of what a prior draws, nearly all err in training as they err in truth."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Drawn


class EgalitarianAgnostic(Bound[Drawn]):
    """R − R̂ ≤ √((ln n + ln(1/δ)) / (2n)) for all rules but a share 1/n of the prior, whatever their number.

    Of a rule that was chosen for its training error nothing is said.

    Examples
    --------
    >>> round(EgalitarianAgnostic().risk(Drawn(errors=0, n=1000), delta=0.05), 7)
    0.0703686

    References
    ----------
    [Graepel02]_, theorem 40.
    """

    witness = Drawn
    subject = Subject.MOST
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source = Citation("Graepel02", "theorem 40")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    def _risk(self, witness: Drawn, delta: float) -> float:
        return witness.rate + math.sqrt((math.log(witness.n) - math.log(delta)) / (2.0 * witness.n))

    def worlds(self) -> tuple[World[Drawn], ...]:
        """Independent rules; the one at the quantile 1 − 1/n of the deviations stands for most."""
        return (World("the 98th of 100 deviations", _quantile),)


def _quantile(rng: np.random.Generator) -> Outcome[Drawn]:
    coins = Coins.alike(100, 0.5, 50)
    errors = np.sort(coins.errors(rng))
    # A share 1/n of the rules, here two of a hundred, may deviate more.
    return Outcome(Drawn(int(errors[100 // coins.n]), coins.n), 0.5)
