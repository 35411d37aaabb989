"""A world of rows: chunk after chunk, each made from the seed and its number alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError


@dataclass(frozen=True, eq=False)
class Chunk:
    """Rows, their classes, and how probable the classes were.

    Parameters
    ----------
    X
        The rows, in float32.
    y
        The class of each, from 0.
    probability
        P(y = 1 | x) for each row; None where nobody knows.
    """

    X: Matrix
    y: Index
    probability: Vector | None = None

    def __len__(self) -> int:
        return len(self.y)

    def risk(self, answers: npt.NDArray[Any]) -> float:
        """The probability that these answers, of a rule that did not see the labels, are wrong at these rows."""
        if self.probability is None:
            raise InputError("the probabilities of the classes are not known here; count errors instead.")
        return float(np.where(np.asarray(answers) == 1, 1.0 - self.probability, self.probability).mean())

    @property
    def least_risk(self) -> float:
        """That of the best answers there are."""
        if self.probability is None:
            raise InputError("the probabilities of the classes are not known here, nor what is the best answer.")
        return float(np.minimum(self.probability, 1.0 - self.probability).mean())


class RowWorld(ABC):
    """Rows of one distribution, as many as one likes.

    A frozen value: chunk 7 is chunk 7 in every process, whether chunks 0 to 6 were made or not. An author writes
    `dimension`, `_draw`, and a field `seed`.
    """

    seed: int
    size: int = 65536
    """Rows of one chunk."""

    @property
    @abstractmethod
    def dimension(self) -> int:
        """Number of columns."""

    @abstractmethod
    def _draw(self, rng: np.random.Generator, number: int) -> Chunk:
        """A chunk from a generator of its own."""

    def probabilities(self, X: Matrix) -> Vector:
        """P(y = 1 | x) for each row, where it is known."""
        raise InputError(f"nobody knows the probabilities of {type(self).__name__}; count errors instead.")

    @property
    def chunks(self) -> int | None:
        """How many chunks there are; None if they never end."""
        return None

    def chunk(self, number: int) -> Chunk:
        """The chunk of this number, from 0."""
        last = self.chunks
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
            raise ParameterError(f"chunks are counted from 0, got {number!r}.")
        if last is not None and number >= last:
            raise ParameterError(f"there are {last} chunks, counted from 0; got {number}.")
        return self._draw(np.random.default_rng([self.seed, int(number)]), int(number))

    def risk(self, predict: Callable[[Matrix], npt.NDArray[Any]], numbers: range) -> float:
        """The mean over these chunks of the probability that a rule is wrong."""
        drawn = (self.chunk(number) for number in numbers)
        return float(np.mean([chunk.risk(predict(chunk.X)) for chunk in drawn]))

    def bayes_error(self, numbers: range = range(1_000_000, 1_000_008)) -> float:
        """The mean over these chunks of the error of the best rule there is, min(p, 1 − p)."""
        return float(np.mean([self.chunk(number).least_risk for number in numbers]))
