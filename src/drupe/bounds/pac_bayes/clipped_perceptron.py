"""The bound for a perceptron whose coefficients are small whole numbers."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.pac_bayes.coefficient_prior import agnostic_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.coefficients import ClippedCoefficients


@dataclass(frozen=True)
class ClippedPerceptron(Checked, Bound[ClippedCoefficients]):
    """R ≤ (n/(n − d)) R̂ + √((ln C(n, d) + d ln(2C) + 2 ln n + ln(1/δ)) / (2(n − d))), d coefficients with |αᵢ| ≤ C.

    Less than the bound of ordered compression where (2C)ᵈ < d!.

    Parameters
    ----------
    largest
        C.

    Examples
    --------
    >>> seen = ClippedCoefficients(kept=50, n=1000, errors=30)
    >>> round(ClippedPerceptron(5).risk(seen, delta=0.05), 7)
    0.4468181

    References
    ----------
    [Graepel02]_, example 2.
    """

    witness = ClippedCoefficients
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL})
    source = Citation("Graepel02", "example 2")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "bits")

    largest: int = whole(1)

    def information(self, kept: int, n: int) -> float:
        """ln(n C(n, d) (2C)ᵈ), of one coefficient vector under the prior that is even over d, places and values."""
        return math.log(n) + log_binomial(n, kept) + kept * math.log(2.0 * self.largest)

    def ensemble_information(self, kept: int, n: int, vectors: int) -> float:
        """The same for a set of so many different vectors with equally many entries."""
        return max(0.0, self.information(kept, n) - math.log(vectors))

    def _risk(self, witness: ClippedCoefficients, delta: float) -> float:
        if not witness.others:
            return math.inf
        nats = self.information(witness.kept, witness.n) + witness.bits * math.log(2.0)
        return agnostic_formula(witness.errors, witness.others, nats + math.log(witness.n) - math.log(delta))

    def worlds(self) -> tuple[World[ClippedCoefficients], ...]:
        """Each example and each of its 2C coefficients make a rule, all of rate one half."""
        rules = Coins.alike(60 * 2 * self.largest, 0.5, 59)

        def draw(rng: np.random.Generator) -> Outcome[ClippedCoefficients]:
            return Outcome(ClippedCoefficients(1, 60, rules.cleanest(rng).errors), 0.5)

        return (World("rules from one example and its coefficient", draw),)
