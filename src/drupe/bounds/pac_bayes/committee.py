"""What is known of a rule drawn from a committee, carried over to the committee's vote."""

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.kl_inversion import kl_upper
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.pac_bayes.aggregation import learned_weights
from drupe.bounds.pac_bayes.kl_moment import kl_moment, pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.committee import Committee, Tandem


class FirstOrderVote(Bound[Committee]):
    """Risk of the weighted vote ≤ 2 · risk of a rule drawn by weight.

    Where the vote errs, rules of at least half the weight do.

    Examples
    --------
    >>> team = Committee(np.array([10, 12, 30]), outside=200, weights=np.array([0.5, 0.5, 0.0]))
    >>> round(FirstOrderVote().risk(team, delta=0.05), 3)
    0.262

    References
    ----------
    [Langford03]_, section 2, place not checked; [Masegosa20]_, theorem 1, place not checked; [Herbrich02]_, lemma 5.3.
    """

    witness = Committee
    subject = Subject.VOTE
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Masegosa20", "theorem 1")

    def _risk(self, witness: Committee, delta: float) -> float:
        return 2.0 * pac_bayes_kl(witness.rate, witness.divergence, witness.outside, delta)

    def worlds(self) -> tuple[World[Committee], ...]:
        """Rules that err one within another, so that the vote errs where the weighted median rule does."""
        return (World("twenty nested rules", _nested), World("rules that err alike", _alike))


class TandemVote(Bound[Tandem]):
    """Risk of the weighted vote ≤ 4 · kl⁻¹(Σ ρₕρᵢ joint errors, (2 KL(ρ ‖ equal) + ln(ξ/δ)) / smallest overlap).

    Better than the first order only where rules err apart from each other.

    References
    ----------
    [Masegosa20]_, theorem 2, place not checked; [Maurer04]_, theorem 5, for pairs of rules.
    """

    witness = Tandem
    subject = Subject.VOTE
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Masegosa20", "theorem 2")

    def _risk(self, witness: Tandem, delta: float) -> float:
        fewest, most = int(witness.overlaps.min()), int(witness.overlaps.max())
        # With fewer examples the exponent is smaller, the moment of the largest overlap bounds all of them.
        budget = (2.0 * witness.divergence + np.log(kl_moment(most) / delta)) / fewest
        return 4.0 * kl_upper(witness.rate, upward(float(budget)))

    def worlds(self) -> tuple[World[Tandem], ...]:
        """Rules that err one within another, so that the vote errs where the weighted median rule does."""
        return (World("twenty nested rules", _nested_tandem),)


def _median_risk(weights: Vector, risks: Vector) -> float:
    """Where rules err one within another, the vote errs up to the risk that half of the weight reaches."""
    order = np.argsort(-risks)
    return float(risks[order][np.searchsorted(np.cumsum(weights[order]), 0.5 - 1e-12)])


def _errors(rng: np.random.Generator, risks: Vector, n: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """One row for each example: rule h errs where a uniform number lies below its risk."""
    return np.asarray(rng.random(n)[:, None] < risks[None, :])


def _nested(rng: np.random.Generator) -> Outcome[Committee]:
    risks, n = np.linspace(0.05, 0.3, 20), 100
    errors = _errors(rng, risks, n).sum(axis=0).astype(np.int64)
    weights = learned_weights(errors, n, 0.05)
    return Outcome(Committee(errors, n, weights), _median_risk(weights, risks))


def _alike(rng: np.random.Generator) -> Outcome[Committee]:
    errors = np.full(5, int(rng.binomial(100, 0.3)), dtype=np.int64)
    return Outcome(Committee(errors, 100, np.full(5, 0.2)), 0.3)


def _nested_tandem(rng: np.random.Generator) -> Outcome[Tandem]:
    risks, n = np.linspace(0.05, 0.3, 20), 200
    wrong = _errors(rng, risks, n).astype(np.int64)
    joint = wrong.T @ wrong
    weights = learned_weights(np.diag(joint), n, 0.05)
    return Outcome(Tandem(joint, np.full_like(joint, n), weights), _median_risk(weights, risks))
