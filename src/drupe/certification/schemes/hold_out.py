"""Train on one part, count errors on the other, and never look back."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from drupe.bounds.held_out.hold_out import HoldOut, RandomizedHoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.learned import Examples, Learned, errors, taught
from drupe.certification.schemes.trust import trusted
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.drawn_held_out import DrawnHeldOut
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class HoldOutScheme(Checked):
    """The rule is the machine of the first part; the certificate is exact.

    Parameters
    ----------
    share
        Part of the examples to learn from; None for what `share_for` says.
    limit
        "exact", or "randomized" for a limit that is about half an error smaller, by a number that the scheme draws
        before it looks at the examples: a drawn limit, of confidence 1 − δ over examples and number together. Without
        errors it may be 0. To fit again until it looks good voids it.

    Notes
    -----
    The number comes from the operating system, whatever the `random_state`: one that a seed would fix for all who use
    that seed is no random number. The witness holds it, so that the certificate can be rechecked.

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked.
    """

    share: float | None = ranged(Interval(0.0, 1.0, closed_low=False), None)
    limit: Literal["exact", "randomized"] = "exact"

    def __post_init__(self) -> None:
        if self.share is not None:
            super().__post_init__()
        if self.limit not in ("exact", "randomized"):
            raise ParameterError(f'HoldOutScheme.limit must be "exact" or "randomized", got {self.limit!r}.')

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit."""
        n = len(sample)
        cut = sample.share(self.share or share_for(n))
        order = rng.permutation(n)
        draw = float(np.random.default_rng().random())
        seen, rest = sample.take(np.sort(order[:cut])), sample.take(np.sort(order[cut:]))
        machine = taught(learner, seen)
        certificate = self._certificate(int(errors(machine, rest).sum()), n - cut, draw, delta)
        return Learned(machine, certificate, (machine,))

    def _certificate(self, wrong: int, n: int, draw: float, delta: float) -> Certificate:
        if self.limit == "exact":
            return Certificate.of(HoldOut(), HeldOut(wrong, n), delta, trusted(HoldOut()))
        bound = RandomizedHoldOut()
        return Certificate.of(bound, DrawnHeldOut(wrong, n, draw), delta, trusted(bound))


def share_for(n: int) -> float:
    """How much of n examples to learn from: a half of few, more of many; it depends on nothing but n.

    >>> share_for(100), share_for(1000) < share_for(100_000)
    (0.5, True)
    """
    return float(min(0.9, 0.5 + 0.1 * max(0.0, np.log2(n / 400.0)) / 2.0))
