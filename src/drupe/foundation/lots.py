"""Lots: the random numbers of rules that draw anew for every answer."""

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Lots:
    """Random numbers that go on from call to call; a copy, from a pickle or a file, starts at a place of its own.

    A rule that answers at random is as good as promised only if each answer has a lot of its own. A seed that is
    planted anew for every call would give single examples, asked one by one, always the same lot; so would a stored
    state, to a program that loads a model for each question. With a seed, equal programs draw equal lots all the same.

    Parameters
    ----------
    generator
        Where they come from; None for a place that the system chooses when the first is drawn.

    Examples
    --------
    >>> lots = Lots(np.random.default_rng(0))
    >>> lots.drawn(np.array([0.0, 1.0]), 3).tolist()
    [1, 1, 1]
    """

    generator: np.random.Generator | None = None

    @classmethod
    def planted(cls, rng: np.random.Generator) -> "Lots":
        """Lots whose place another generator decides, which goes its own way afterwards."""
        return cls(np.random.default_rng(int(rng.integers(2**63))))

    def drawn(self, weights: Any, count: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """As many places as asked for, each drawn with the probability that stands there."""
        if self.generator is None:
            object.__setattr__(self, "generator", np.random.default_rng())
        assert self.generator is not None
        limits = np.cumsum(weights)
        chances = self.generator.random(count) * limits[-1]
        return np.asarray(np.minimum(np.searchsorted(limits, chances, side="right"), len(limits) - 1))

    def __getstate__(self) -> dict[str, None]:
        return {"generator": None}
