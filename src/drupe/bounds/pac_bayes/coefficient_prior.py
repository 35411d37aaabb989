"""PAC-Bayes for expansion coefficients: a prior over α instead of one over rules."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.coefficients import Coefficients


class CoefficientPrior(Bound[Coefficients]):
    """R ≤ (ln(1/P(α)) + ln(1/δ)) / (n − ‖α‖₀) where none is wrong, else the form with training errors.

    With errors: R ≤ (n/(n − ‖α‖₀)) R̂ + √((ln(1/P(α)) + ln n + ln(1/δ)) / (2(n − ‖α‖₀))). The two have half of δ each.

    Examples
    --------
    >>> seen = Coefficients(kept=50, n=1000, information=100.0)
    >>> round(CoefficientPrior().risk(seen, delta=0.1) * 950 + math.log(0.05), 6)
    100.0

    References
    ----------
    [Graepel02]_, theorem 37.
    """

    witness = Coefficients
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR})
    source = Citation("Graepel02", "theorem 37")
    rises_with: ClassVar[tuple[str, ...]] = ("information", "bits", "errors")

    def _risk(self, witness: Coefficients, delta: float) -> float:
        if not witness.others:
            return math.inf
        nats = witness.information + witness.bits * math.log(2.0) - math.log(delta / 2.0)
        agnostic = agnostic_formula(witness.errors, witness.others, nats + math.log(witness.n))
        return agnostic if witness.errors else min(agnostic, nats / witness.others)

    def worlds(self) -> tuple[World[Coefficients], ...]:
        """Rules made from pairs of examples, all believed in alike."""
        return tuple(World(f"rules of rate {rate} from pairs", partial(_cleanest, rate=rate)) for rate in (0.25, 0.5))


def agnostic_formula(errors: int, others: int, nats: float) -> float:
    """errors/others + √(nats / (2 others)): all errors are laid to the examples that were not used.

    >>> agnostic_formula(1, 2, 1.0)
    1.0
    """
    return errors / others + math.sqrt(nats / (2.0 * others))


def _cleanest(rng: np.random.Generator, rate: float) -> Outcome[Coefficients]:
    toss = KeptCoins(2, 60, rate, ordered=False).cleanest(rng)
    return Outcome(Coefficients(2, 60, toss.errors, information=log_binomial(60, 2)), rate)
