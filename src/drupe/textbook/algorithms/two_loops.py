"""Platt's two loops: an outer one over examples that violate the conditions, an inner one for their partners."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.randomness import RandomState, generator


class TwoLoops(ABC):
    """Sweeps over all examples, then over the free ones until those are settled, then over all again.

    The partner of a violator is the free example whose error differs most; failing progress with it, every free one
    and then every one at all, each from a random place on.

    Parameters
    ----------
    random_state
        Where the searches for a partner begin.

    References
    ----------
    [Cristianini00]_, section 7.5.2 and appendix A.
    """

    errors: Vector
    """The error cache: E = f(x) − y of every example, kept up to date by `take_step`."""

    def __init__(self, random_state: RandomState):
        self._random = generator(random_state)

    @abstractmethod
    def free(self) -> Index:
        """Examples strictly inside their box."""

    @abstractmethod
    def violates(self, i: int) -> bool:
        """Whether the example violates the conditions by more than the tolerance."""

    @abstractmethod
    def take_step(self, i: int, j: int) -> bool:
        """Optimizes two examples together; whether that changed anything worth speaking of."""

    def sweeps(self) -> Iterator[None]:
        """One item for each sweep that changed something; ends after a sweep over all that changed nothing."""
        examine_all = True
        while True:
            candidates = np.arange(len(self.errors)) if examine_all else self.free()
            changed = sum([self.examine(int(j)) for j in candidates])
            if changed:
                yield
            elif examine_all:
                return
            examine_all = not examine_all and not changed

    def examine(self, j: int) -> bool:
        """Finds a partner with which a violator can be improved; whether there was one."""
        if not self.violates(j):
            return False
        free = self.free()
        if len(free) > 1:
            i = int(free[np.argmax(np.abs(self.errors[free] - self.errors[j]))])
            if self.take_step(i, j):
                return True
        for partners in (free, np.arange(len(self.errors))):
            if len(partners):
                around = np.roll(partners, -int(self._random.integers(len(partners))))
                if any(self.take_step(int(i), j) for i in around):
                    return True
        return False
