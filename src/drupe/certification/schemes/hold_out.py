"""Train on one part, count errors on the other, and never look back."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.bounds.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.learned import Examples, Learned, errors, taught
from drupe.certification.schemes.trust import trusted
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class HoldOutScheme(Checked):
    """The rule is the machine of the first part; the certificate is exact.

    Parameters
    ----------
    share
        Part of the examples to learn from; None for what `share_for` says.

    References
    ----------
    [Langford05]_, theorem 3.3.
    """

    share: float | None = ranged(Interval(0.0, 1.0, closed_low=False), None)

    def __post_init__(self) -> None:
        if self.share is not None:
            super().__post_init__()

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit."""
        n = len(sample)
        cut = sample.share(self.share or share_for(n))
        order = rng.permutation(n)
        seen, rest = sample.take(np.sort(order[:cut])), sample.take(np.sort(order[cut:]))
        machine = taught(learner, seen)
        witness = HeldOut(int(errors(machine, rest).sum()), n - cut)
        return Learned(machine, Certificate.of(HoldOut(), witness, delta, trusted(HoldOut())), (machine,))


def share_for(n: int) -> float:
    """How much of n examples to learn from: a half of few, more of many; it depends on nothing but n.

    >>> share_for(100), share_for(1000) < share_for(100_000)
    (0.5, True)
    """
    return float(min(0.9, 0.5 + 0.1 * max(0.0, np.log2(n / 400.0)) / 2.0))
