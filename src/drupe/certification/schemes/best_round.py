"""Stop by certificate: of a machine that grows round by round the one of which most can be certified."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.hold_out import share_for
from drupe.certification.schemes.learned import Examples, Labels, Learned, taught
from drupe.certification.schemes.trust import trusted
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True, eq=False)
class AtRound:
    """What a machine would have answered after so many of its rounds.

    Parameters
    ----------
    machine
        A fitted machine with `staged_predict`.
    round
        After how many rounds, from 1.
    """

    machine: Any
    round: int

    def predict(self, X: Any) -> Labels:
        """One label for each example."""
        return np.asarray(next(islice(self.machine.staged_predict(X), self.round - 1, None)))


@dataclass(frozen=True)
class BestRoundScheme(Checked):
    """One part learns, the other is asked after rounds 1, 2, 3, 4, 6, 8, 12, 16, ...: the least certified error wins.

    Each of these rounds pays with an equal part of δ, so that the certificate of the chosen one holds whichever it is.

    Parameters
    ----------
    share
        Part of the examples to learn from; None for what `share_for` says.

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked, with a union over rounds.
    """

    share: float | None = ranged(Interval(0.0, 1.0, closed_low=False), None)

    def __post_init__(self) -> None:
        if self.share is not None:
            super().__post_init__()

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit."""
        if not hasattr(learner, "staged_predict"):
            raise ParameterError(
                f"{type(learner).__name__} does not grow in rounds: it has no staged_predict. Take a boosting machine, "
                'or scheme="hold-out".'
            )
        cut = sample.share(self.share or share_for(len(sample)))
        order = rng.permutation(len(sample))
        seen, rest = sample.take(np.sort(order[:cut])), sample.take(np.sort(order[cut:]))
        machine = taught(learner, seen)
        staged = machine.staged_predict(rest.X) if hasattr(machine, "staged_predict") else ()
        wrongs = [int(np.sum(answers != rest.labels)) for answers in staged]
        if not wrongs:
            # One class only was seen, or no rule was better than chance.
            wrong = int(np.sum(machine.predict(rest.X) != rest.labels))
            return Learned(machine, _certificate(wrong, len(rest), delta), (machine,))
        rounds = list(looked_at(len(wrongs)))
        best = min(rounds, key=lambda one: (wrongs[one - 1], one))
        certificate = _certificate(wrongs[best - 1], len(rest), delta / len(rounds)).among(delta)
        return Learned(AtRound(machine, best), certificate, (machine,))


def looked_at(rounds: int) -> Iterator[int]:
    """1, 2, 3, 4, 6, 8, 12, ... and the last.

    >>> list(looked_at(10)), list(looked_at(1))
    ([1, 2, 3, 4, 6, 8, 10], [1])
    """
    power = 1
    while power < rounds:
        yield power
        if power > 1 and power + power // 2 < rounds:
            yield power + power // 2
        power *= 2
    yield rounds


def _certificate(wrong: int, n: int, delta: float) -> Certificate:
    return Certificate.of(HoldOut(), HeldOut(wrong, n), delta, trusted(HoldOut()))
