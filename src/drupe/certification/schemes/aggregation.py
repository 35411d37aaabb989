"""Many machines on random halves, each tested on its other half, weighted by how they did."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.bounds.pac_bayes.aggregation import Aggregation, learned_weights
from drupe.bounds.pac_bayes.committee import FirstOrderVote
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.learned import Examples, Learned, errors, taught
from drupe.certification.schemes.random_rule import RandomRule
from drupe.certification.schemes.trust import trusted
from drupe.certification.schemes.vote import Vote
from drupe.foundation.lots import Lots
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.witness.committee import Committee


@dataclass(frozen=True)
class AggregationScheme(Checked):
    """The rule draws a machine by its weight, anew for every answer; with `voting` all vote, at twice the bound.

    Parameters
    ----------
    machines
        How many.
    share
        Part of the examples that each learns from.
    voting
        Whether the machines vote.

    References
    ----------
    [Thiemann17]_.
    """

    machines: int = whole(1, 40)
    share: float = ranged(Interval(0.0, 1.0, closed_low=False), 0.5)
    voting: bool = False

    @property
    def at_random(self) -> bool:
        """Whether the rule answers at random; the vote does not."""
        return not self.voting

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit for each machine."""
        n = len(sample)
        cut = sample.share(self.share)
        team, wrong = [], []
        for _ in range(self.machines):
            order = rng.permutation(n)
            team.append(taught(learner, sample.take(np.sort(order[:cut]))))
            wrong.append(int(errors(team[-1], sample.take(order[cut:])).sum()))
        counted = np.array(wrong, dtype=np.int64)
        weights = learned_weights(counted, n - cut, delta)
        witness = Committee(counted, n - cut, weights)
        if self.voting:
            bound: Any = FirstOrderVote()
            rule: Any = Vote(team, weights, np.unique(sample.labels))
        else:
            bound, rule = Aggregation(), RandomRule(team, weights, Lots.planted(rng))
        return Learned(rule, Certificate.of(bound, witness, delta, trusted(bound)), tuple(team))
