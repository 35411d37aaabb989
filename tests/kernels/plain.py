"""Examples and kernels without a native form, as a user would write them: words, and a Gaussian by its matrix."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from drupe.foundation.parameters import nonnegative, positive
from drupe.inputs import Inputs, Origin, Vectors
from drupe.kernels import Kernel


@dataclass(frozen=True, eq=False)
class Words(Inputs):
    """A list of words."""

    words: tuple[str, ...]
    origin: Origin

    @classmethod
    def of(cls, *words: str) -> "Words":
        return cls(words, Origin.new(len(words)))

    def __len__(self) -> int:
        return len(self.words)

    def _take(self, index):
        return Words(tuple(self.words[i] for i in index), self.origin.take(index))


@dataclass(frozen=True)
class Letters(Kernel[Words]):
    """Letters in common, counted with multiplicity, plus a weight for each pair of letters."""

    weight: float = nonnegative(0.25)

    def matrix(self, left: Words, right: Words):
        return np.array([[self.compare(u, v) for v in right.words] for u in left.words]).reshape(len(left), len(right))

    def compare(self, u: str, v: str) -> float:
        ours, theirs = Counter(u), Counter(v)
        return sum(ours[letter] * theirs[letter] for letter in ours) + self.weight * len(u) * len(v)


@dataclass(frozen=True)
class BareGaussian(Kernel[Vectors]):
    """The Gaussian kernel without a native form."""

    width: float = positive(1.0)

    def matrix(self, left: Vectors, right: Vectors):
        return np.exp(-cdist(left.dense(), right.dense(), "sqeuclidean") / (2 * self.width**2))


WORDS = Words.of("cat", "car", "gattaca", "tacgaca", "drupe", "stone")
