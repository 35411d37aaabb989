"""Which rows become landmarks, and which make the sketch that the metric comes from."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.position_hash import seed_for
from drupe.grams.random_pivots import random_pivots
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.passes.scan import Drawn

CANDIDATES, FOR_EACH = 5_000, 3
"""Rows among which pivots are chosen: so many, or so many for each landmark."""

SKETCH = 5
"""Rows of the sketch for each landmark."""

SMALLEST_SKETCH = 2_000

PIVOTS_UP_TO = 5_000
"""Landmarks beyond which uniform ones are as good and much faster to find."""


@dataclass(frozen=True)
class LandmarkChoice:
    """How many landmarks there shall be, and how they are chosen.

    Parameters
    ----------
    count
        How many, at most.
    pivots
        Whether they are random pivots, or drawn uniformly.
    seed
        Of the draw.
    given
        Whether the landmarks themselves are known already.
    """

    count: int
    pivots: bool
    seed: int
    given: bool = False

    def candidates(self, n: int) -> int:
        """Rows to draw of n for the choice."""
        if self.given:
            return 0
        return min(n, max(CANDIDATES, FOR_EACH * self.count) if self.pivots and n > self.count else self.count)

    def sketch(self, n: int) -> int:
        """Rows of n for the sketch."""
        return min(n, max(SKETCH * self.count, SMALLEST_SKETCH))

    def drawn(self, n: int) -> int:
        """Rows of n to draw in all."""
        return min(n, self.candidates(n) + self.sketch(n))

    def landmarks(self, kernel: Kernel[Any], drawn: Drawn, n: int, n_jobs: int | None) -> Index:
        """Places of the landmarks among the drawn rows; all that are different where there are no more than wanted."""
        different = distinct(drawn.inputs.take(np.arange(self.candidates(n))))
        if len(different) <= self.count or not self.pivots:
            return different[: self.count]
        random = np.random.default_rng(seed_for("pivots", self.seed))
        chosen = random_pivots(kernel, drawn.inputs.take(different), self.count, random, n_jobs)
        return different[chosen]

    def sketched(self, landmarks: Index, n: int) -> tuple[Index, Vector]:
        """Places of the rows of the sketch, and for how many of n each stands: one where all are there.

        A row that is a landmark compares with itself, and pivots lie far out, as few other rows of the data do: each
        stands for itself alone, and the others that were drawn for all that are no landmarks.
        """
        drawn = np.arange(self.drawn(n))
        if self.sketch(n) == n:
            return drawn, np.ones(n)
        others = np.setdiff1d(drawn, landmarks)[-self.sketch(n) :]
        each = (n - len(landmarks)) / len(others)
        return np.concatenate([landmarks, others]), np.repeat([1.0, each], [len(landmarks), len(others)])


def distinct(inputs: Inputs) -> Index:
    """Places of the first of equal examples; all where contents cannot be compared.

    >>> from drupe.inputs.vectors import Vectors
    >>> distinct(Vectors.of([[1.0], [2.0], [1.0]])).tolist()
    [0, 1]
    """
    try:
        values = inputs.values()
    except InputTypeError:
        return np.arange(len(inputs))
    first: dict[Any, int] = {}
    for place, value in enumerate(values):
        first.setdefault(value, place)
    return np.array(list(first.values()), dtype=np.int64)
