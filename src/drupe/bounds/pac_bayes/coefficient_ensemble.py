"""PAC-Bayes for a set of coefficient vectors, one of them drawn for each prediction."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.coefficients import CoefficientEnsemble as Ensemble


class CoefficientEnsemble(Bound[Ensemble]):
    """R ≤ (ln(1/P(A)) + 2 ln n + ln(1/δ) + 1) / (n − d), the mean over vectors with d entries, all without mistakes.

    Examples
    --------
    >>> seen = Ensemble(kept=0, n=1000, information=10 * math.log(10))
    >>> round(CoefficientEnsemble().risk(seen, delta=0.05), 7)
    0.0408371

    References
    ----------
    [Graepel02]_, theorem 38 and example 3.
    """

    witness = Ensemble
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 38")
    rises_with: ClassVar[tuple[str, ...]] = ("information", "bits", "errors")

    def _risk(self, witness: Ensemble, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        nats = witness.information + witness.bits * math.log(2.0) + 2.0 * math.log(witness.n) - math.log(delta) + 1.0
        return nats / witness.others

    def worlds(self) -> tuple[World[Ensemble], ...]:
        """Each of 50 examples makes ten rules; the set are the consistent ones of one example."""
        return (World("consistent rules from one example", _ensemble),)


def _ensemble(rng: np.random.Generator) -> Outcome[Ensemble]:
    errors = Coins.alike(500, 0.15, 49).errors(rng).reshape(50, 10)
    counts = (errors == 0).sum(axis=1)
    best = int(counts.argmax())
    if counts[best] == 0:
        return Outcome(Ensemble(1, 50, errors=int(errors.min()), information=math.log(500)), 0.15)
    return Outcome(Ensemble(1, 50, information=math.log(500 / counts[best])), 0.15)
