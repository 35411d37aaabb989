"""The loop that all perceptrons share: pass through the examples, learn from what is wrong, stop after a clean pass."""

from abc import ABC, abstractmethod
from itertools import islice

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.orders import Order
from drupe.solvers.perceptrons.run import MistakeRun
from drupe.solvers.solution import Stop

FIRST_STRIPE, LAST_STRIPE = 8, 4096
"""Examples that are looked at together: few after a mistake, since the next may be close, then ever more."""


class Learner(ABC):
    """A hypothesis that can be asked for its next mistake and be taught; it changes as it learns."""

    @abstractmethod
    def wrong(self, index: Index) -> npt.NDArray[np.bool_]:
        """Which of these examples are to be learned from."""

    @abstractmethod
    def learn(self, i: int) -> None:
        """Learn from example i."""

    @abstractmethod
    def outputs(self) -> Vector:
        """Σⱼ αⱼ k(xⱼ, xᵢ) at all examples."""

    def next_mistake(self, order: Index, place: int) -> int | None:
        """The first place of the order, from this one on, whose example is to be learned from."""
        stripe = FIRST_STRIPE
        while place < len(order):
            wrong = self.wrong(order[place : place + stripe])
            first = int(wrong.argmax())
            if wrong[first]:
                return place + first
            place += stripe
            stripe = min(2 * stripe, LAST_STRIPE)
        return None


class Diary:
    """Writes down what happens, so that it can be told at any time."""

    def __init__(self, limits: Limits) -> None:
        self.clock = limits.clock()
        self.mistakes: list[int] = []
        self.survivals = [0]
        self.pass_ends: list[int] = []

    def survived(self, examples: int) -> None:
        """The hypothesis got so many more examples right."""
        self.survivals[-1] += examples

    def learned(self, i: int) -> None:
        """A mistake: another hypothesis begins."""
        self.mistakes.append(i)
        self.survivals.append(1)

    def passed(self) -> bool:
        """A pass is over; whether it was clean."""
        before = self.pass_ends[-1] if self.pass_ends else 0
        self.pass_ends.append(len(self.mistakes))
        return len(self.mistakes) == before

    def told(self, learner: Learner, signs: Vector, offset_step: float, stop: Stop) -> MistakeRun:
        """The run so far."""
        if not self.pass_ends or self.pass_ends[-1] < len(self.mistakes):
            self.pass_ends.append(len(self.mistakes))
        return MistakeRun(
            signs=signs,
            mistakes=np.array(self.mistakes, dtype=np.int64),
            survivals=np.array(self.survivals, dtype=np.int64),
            pass_ends=np.array(self.pass_ends, dtype=np.int64),
            offset_step=offset_step,
            outputs=learner.outputs(),
            stop=stop,
            seconds=self.clock.elapsed,
        )


def learn(learner: Learner, signs: Vector, offset_step: float, order: Order, limits: Limits) -> MistakeRun:
    """Passes until one is clean, or the limits are met."""
    diary = Diary(limits)
    try:
        stop = _passes(learner, diary, order, len(signs), limits)
    except KeyboardInterrupt as cause:
        stop = limits.stopped(cause)
    return diary.told(learner, signs, offset_step, stop)


def _passes(learner: Learner, diary: Diary, order: Order, n: int, limits: Limits) -> Stop:
    for number, sequence in enumerate(islice(order.passes(n), limits.max_passes), start=1):
        place = 0
        while (found := learner.next_mistake(sequence, place)) is not None:
            diary.survived(found - place)
            i = int(sequence[found])
            learner.learn(i)
            diary.learned(i)
            place = found + 1
            if diary.clock.out_of_time:
                return Stop.TIME
        diary.survived(len(sequence) - place)
        limits.tell(number)
        if diary.passed():
            return Stop.CONVERGED
    return Stop.ITERATIONS
