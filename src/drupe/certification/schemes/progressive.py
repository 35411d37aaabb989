"""Test on the next block, then learn from it too: every example after the first third is both."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from drupe.bounds.held_out.progressive_validation import ProgressiveValidation, tilt_for
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.foreseen_error import foreseen_error
from drupe.certification.schemes.learned import Examples, Learned
from drupe.certification.schemes.prefix_rule import PrefixRule, succession
from drupe.certification.schemes.random_rule import RandomRule
from drupe.certification.schemes.successive import successive
from drupe.certification.schemes.trust import trusted
from drupe.estimators.prefix_machines import PrefixSuccession
from drupe.foundation.lots import Lots
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.witness.progressive import Progressive


@dataclass(frozen=True)
class ProgressiveScheme(Checked):
    """The rule draws one of the successive machines anew for every answer, each as often as it was tested.

    Learners whose machines of the first examples follow from one factorization, `KernelFisher` with
    threshold="least squares" and a fixed kernel, are not fitted again and again: every example is a block of its own,
    `start` and the number of orders are theirs.

    Parameters
    ----------
    start
        Part of the examples that the first machine learns from.
    blocks
        How many machines there are in each order.
    orders
        How many orders of the remaining examples are run through.
    folds
        Of the cross-validation inside the first part that foresees the error, to set the tilt.

    References
    ----------
    [Blum99]_, section 3.
    """

    start: float = ranged(Interval(0.0, 1.0, closed_low=False), 1.0 / 3.0)
    blocks: int = whole(1, 10)
    orders: int = whole(1, 3)
    folds: int = whole(2, 5)

    at_random: ClassVar[bool] = True

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """blocks × orders fits, and a few to foresee the error; for some learners none."""
        followed = succession(learner, sample, rng)
        if followed is not None:
            return self._followed(followed, sample, rng, delta)
        n = len(sample)
        cut = sample.share(self.start, least=2)
        order = rng.permutation(n)
        first, rest = order[:cut], order[cut:]
        tilt = tilt_for(foreseen_error(learner, sample, first, self.folds), n - cut, delta)
        machines: list[Any] = []
        sizes: list[int] = []
        wrong = 0
        for _ in range(self.orders):
            tests = np.array_split(rng.permutation(rest), min(self.blocks, len(rest)))
            found, missed = successive(learner, sample, first, tests)
            machines += found
            sizes += [len(block) for block in tests]
            wrong += missed
        rule = RandomRule(machines, np.array(sizes) / sum(sizes), Lots.planted(rng))
        bound = ProgressiveValidation()
        witness = Progressive(wrong / self.orders, n - cut, tilt)
        return Learned(rule, Certificate.of(bound, witness, delta, trusted(bound)), tuple(machines))

    def _followed(self, found: PrefixSuccession, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        tests, bound = found.tests, ProgressiveValidation()
        witness = Progressive(tests.errors, tests.n, tilt_for(tests.foreseen, tests.n, delta))
        rule = PrefixRule(found, np.unique(sample.labels), Lots.planted(rng))
        return Learned(rule, Certificate.of(bound, witness, delta, trusted(bound)), found.orders)
