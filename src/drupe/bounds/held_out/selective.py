"""Selective classification: how often is the rule wrong where it dares to answer?"""

from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.answered import Answered
from drupe.witness.assumptions import Assumption


class Selective(Bound[Answered]):
    """P[wrong | answered] ≤ max {p : P[Bin(answered, p) ≤ errors] ≥ δ/choices}.

    The rule answers where its confidence exceeds that of the held-out example of a given rank. The held-out examples
    above that one are independent draws from those that the rule would answer, so that the exact binomial limit
    holds for each rank; it pays for the number of ranks among which one chooses.

    Notes
    -----
    Assumptions: rule, confidence and the ranks considered were fixed without the held-out examples. Examples that tie
    with the threshold are not answered.

    Examples
    --------
    >>> round(Selective().risk(Answered(errors=0, answered=100, n=400, choices=1), delta=0.05), 6)
    0.029513

    References
    ----------
    [Geifman17]_, lemma 3.1; [Geifman17]_, theorem 3.2, place not checked.
    """

    witness = Answered
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Geifman17", "theorem 3.2")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "choices")
    quantity: ClassVar[str] = "the probability that an answer is wrong, given that there is one,"

    def _risk(self, witness: Answered, delta: float) -> float:
        return binomial_upper(witness.errors, witness.answered, delta / witness.choices)

    def worlds(self) -> tuple[World[Answered], ...]:
        """Confidence c, error (1 − c)/2; of five ranks the one with the smallest limit, or the luckiest rate."""
        return (World("the best limit of five", _chosen), World("one rank", lambda rng: _ranked(rng, (0.5,))))


def _chosen(rng: np.random.Generator) -> Outcome[Answered]:
    return _ranked(rng, (0.1, 0.25, 0.5, 0.75, 0.9))


def _ranked(rng: np.random.Generator, shares: tuple[float, ...]) -> Outcome[Answered]:
    n = 200
    confidence = np.sort(rng.random(n))[::-1]
    wrong = rng.random(n) < 0.5 * (1.0 - confidence)
    counts = [int(share * n) for share in shares]
    found = [Answered(int(wrong[:count].sum()), count, n, len(shares)) for count in counts]
    best = int(np.argmin([Selective().risk(one, 0.05) for one in found]))
    # Answered are those above confidence[count], whose errors have mean (1 − threshold)/4.
    return Outcome(found[best], 0.25 * (1.0 - float(confidence[counts[best]])))
