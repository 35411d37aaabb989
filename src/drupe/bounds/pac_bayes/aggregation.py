"""PAC-Bayes aggregation: machines trained on parts of the sample, weighted by their errors on the rest."""

from typing import ClassVar

import numpy as np
from scipy.special import softmax

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.kl_moment import kl_moment, pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.committee import Committee, divergence_from_equal

ROUNDS = 100
"""Alternations of weights and trade-off; they settle after a few."""


class Aggregation(Bound[Committee]):
    """kl(Σ ρₕ errorsₕ/r ‖ risk) ≤ (KL(ρ ‖ equal) + ln(ξ(r)/δ)) / r, for a rule drawn by its weight ρ.

    Every rule is tested on the r examples outside its training set; the weights are free.

    Notes
    -----
    Assumptions: the training sets were drawn without looking at labels; a set with one class only has to be kept.

    Examples
    --------
    >>> team = Committee(np.array([10, 12, 30]), outside=200, weights=np.array([0.5, 0.5, 0.0]))
    >>> round(Aggregation().risk(team, delta=0.05), 3)
    0.131

    References
    ----------
    [Thiemann17]_ (rules tested outside their training sets); [Maurer04]_, theorem 5.
    """

    witness = Committee
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Maurer04", "theorem 5")
    rule: ClassVar[str] = "the rule that asks one of the machines, drawn by its weight anew for each answer,"

    def _risk(self, witness: Committee, delta: float) -> float:
        return pac_bayes_kl(witness.rate, witness.divergence, witness.outside, delta)

    def worlds(self) -> tuple[World[Committee], ...]:
        """Rules of known risk, weighted by how they did."""
        return (
            World("twenty rules of risks from 0.1 to 0.4", lambda rng: _team(rng, np.linspace(0.1, 0.4, 20))),
            World("fifty equally bad rules", lambda rng: _team(rng, np.full(50, 0.5))),
        )


def learned_weights(errors: Index, outside: int, delta: float) -> Vector:
    """Weights that make the bound small: ρ ∝ exp(−λ errors), the trade-off λ and the weights found in turns.

    Equally good rules get equal weights.

    >>> learned_weights(np.array([5, 5]), 100, 0.05).tolist()
    [0.5, 0.5]

    References
    ----------
    [Thiemann17]_ (alternating minimization).
    """
    rates = errors / outside
    weights = np.full(len(errors), 1.0 / len(errors))
    for _ in range(ROUNDS):
        cost = divergence_from_equal(weights) + np.log(kl_moment(outside) / delta)
        trade = 2.0 / (np.sqrt(2.0 * outside * float(weights @ rates) / cost + 1.0) + 1.0)
        new = softmax(-trade * outside * rates)
        if np.abs(new - weights).max() < 1e-12:
            break
        weights = new
    return np.asarray(weights / weights.sum())


def _team(rng: np.random.Generator, risks: Vector) -> Outcome[Committee]:
    outside = 100
    errors = rng.binomial(outside, risks).astype(np.int64)
    weights = learned_weights(errors, outside, 0.05)
    return Outcome(Committee(errors, outside, weights), float(weights @ risks))
