"""Boosting once: three rules, the second taught by the first one's errors, the third by their quarrels."""

import sys
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from drupe.foundation.parameters import Checked, whole
from drupe.textbook.boosting.filters import Metered, disagreement, right, wrong
from drupe.textbook.boosting.rules import Learner, Majority, Rule, Source, as_learner


class Ending(Enum):
    """How boosting by three ended."""

    MAJORITY = "three rules vote"
    FEW_ERRORS = "the first rule errs too seldom to learn from its errors, and stays alone"
    FEW_DISAGREEMENTS = "the first two rules disagree too seldom to learn from it, and the first stays alone"


@dataclass(frozen=True)
class Boosted:
    """The outcome of boosting by three.

    Parameters
    ----------
    rule
        A `drupe.textbook.boosting.rules.Majority`, or the first rule alone.
    ending
        Which, and why.
    drawn
        Examples drawn from the source, those included that no filter passed on.
    """

    rule: Rule
    ending: Ending
    drawn: int


@dataclass(frozen=True)
class MajorityOfThree(Checked):
    """h₁ from n examples; h₂ from n fresh ones, half of which h₁ has wrong; h₃ from n where they disagree; a vote.

    If the three err with probability α at most, each on the law that it learned from, the vote errs 3α² − 2α³ at most
    (`drupe.textbook.boosting.error_map`). Where the first rule (almost) never errs it is good enough alone; where two
    rules (almost) never disagree, one of them is.

    Parameters
    ----------
    learner
        From examples and signs to a rule, or any classifier of drupe or scikit-learn.
    n
        Examples for each rule.
    wait
        Draws that an example of a filter may take on average; after wait · n in vain the filter is given up.

    Examples
    --------
    An interval, by rules that know thresholds only: each of them must have a third of it wrong.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from drupe.textbook.learning.oracle import ExampleOracle
    >>> rng = np.random.default_rng(0)
    >>> inside = lambda x: np.where(np.abs(x[:, 0] - 1.5) < 0.5, 1.0, -1.0)
    >>> oracle = ExampleOracle(inside, lambda rng, n: rng.uniform(0.0, 3.0, (n, 1)), rng)
    >>> boosted = MajorityOfThree(DecisionTreeClassifier(max_depth=1), n=1000).learn(oracle)
    >>> x, signs = oracle.draw(10_000)
    >>> boosted.ending.name, bool(np.mean(boosted.rule(x) != signs) < 0.02)
    ('MAJORITY', True)

    References
    ----------
    [Mukherjee04]_, section 6.3, summary of algorithm 1.
    """

    learner: Learner | Any
    n: int = whole(2)
    wait: int = whole(1, 1000)

    def learn(self, source: Source) -> Boosted:
        """The vote, or the first rule where there is nothing to vote on."""
        meter, learner, limit = Metered(source, limit=sys.maxsize), as_learner(self.learner), self.wait * self.n
        half = self.n // 2
        first = learner(*meter.draw(self.n))
        missed = wrong(meter, first, limit=limit).gather(half)
        if len(missed[1]) < half:
            return Boosted(first, Ending.FEW_ERRORS, meter.drawn)
        known = right(meter, first, limit=limit).draw(self.n - half)
        second = learner(*_interleaved(missed, known))
        apart = disagreement(meter, first, second, limit=limit).gather(self.n)
        if len(apart[1]) < self.n:
            return Boosted(first, Ending.FEW_DISAGREEMENTS, meter.drawn)
        return Boosted(Majority(first, second, learner(*apart)), Ending.MAJORITY, meter.drawn)


def _interleaved(missed: tuple[Any, Any], known: tuple[Any, Any]) -> tuple[Any, Any]:
    """Wrong ones and right ones in turn, so that a learner that looks at some of them only sees both."""
    order = np.argsort(np.concatenate([2 * np.arange(len(missed[1])) + 1, 2 * np.arange(len(known[1]))]))
    return np.concatenate([missed[0], known[0]])[order], np.concatenate([missed[1], known[1]])[order]
