"""Topologies of hidden Markov models: which transitions there are, and the values that a fit starts from."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, whole


class Tokens(NamedTuple):
    """The training sequences as a model numbers their tokens, and the shares of these."""

    codes: npt.NDArray[np.int32]
    offsets: Index
    background: Vector

    def around_median(self, place: int) -> npt.NDArray[np.int32]:
        """The sequence whose length is nearest to the median, or the next nearest, ..., by its place."""
        lengths = np.diff(self.offsets)
        nearest = np.argsort(np.abs(lengths - np.median(lengths[lengths > 0])), kind="stable")
        i = int(nearest[place % len(nearest)])
        return self.codes[self.offsets[i] : self.offsets[i + 1]]


class Tables(NamedTuple):
    """The probabilities of a hidden Markov model; what is zero stays zero in a fit."""

    start: Vector
    transitions: Matrix
    emissions: Matrix


class Topology(Checked, ABC):
    """The states of a hidden Markov model and how they may follow each other."""

    @abstractmethod
    def start(self, tokens: Tokens, place: int, rng: np.random.Generator) -> Tables:
        """Values to start from; `place` counts the starts of one fit."""

    def expected(self, start: Tables) -> tuple[Vector, Matrix]:
        """What a prior holds of the start and of transitions: all that are possible alike."""
        first, steps = start.start > 0.0, start.transitions > 0.0
        return first / first.sum(), steps / steps.sum(axis=1, keepdims=True)


def _emissions(states: int, tokens: Tokens, rng: np.random.Generator) -> Matrix:
    """Emissions near the shares of all tokens, a little different in each state."""
    return np.asarray(rng.dirichlet(10.0 * len(tokens.background) * tokens.background + 1e-3, size=states))


@dataclass(frozen=True)
class Ergodic(Topology):
    """Every state may follow every other.

    Parameters
    ----------
    states
        How many.
    """

    states: int = whole(1)

    def start(self, tokens: Tokens, place: int, rng: np.random.Generator) -> Tables:
        """Drawn at random, around even transitions and the shares of all tokens."""
        rows = rng.dirichlet(np.full(self.states, 5.0), size=self.states + 1)
        return Tables(rows[0], rows[1:], _emissions(self.states, tokens, rng))


@dataclass(frozen=True)
class LeftToRight(Topology):
    """From a state to itself, the next one, and those that lie up to `skips` beyond; the first state comes first.

    Parameters
    ----------
    states
        How many.
    skips
        How many states may be left out at a time.

    References
    ----------
    [Rabiner89]_, section IV.A.
    """

    states: int = whole(1)
    skips: int = whole(0, default=1)

    def start(self, tokens: Tokens, place: int, rng: np.random.Generator) -> Tables:
        """Even transitions, and emissions around the shares of all tokens."""
        ahead = np.subtract.outer(np.arange(self.states), np.arange(self.states))
        steps = ((ahead <= 0) & (ahead >= -1 - self.skips)).astype(np.float64)
        first = np.zeros(self.states)
        first[0] = 1.0
        return Tables(first, steps / steps.sum(axis=1, keepdims=True), _emissions(self.states, tokens, rng))


@dataclass(frozen=True)
class Profile(Topology):
    """A family of sequences: match states in a row, inserts between them, and matches that may be skipped.

    State j < positions is match j; state positions + j inserts before match j, the last one after all. Deletions are
    steps from a match past up to `skips` others. A fit starts from one of the sequences: the one whose length is
    nearest to the median.

    Parameters
    ----------
    positions
        How many matches; 0 for the length of the sequence that a fit starts from.
    skips
        How many matches may be left out at a time.

    References
    ----------
    [Krogh94]_, figure 1, place not checked; there deletions are states of their own that emit nothing.
    """

    positions: int = whole(0, default=0)
    skips: int = whole(0, default=4)

    def start(self, tokens: Tokens, place: int, rng: np.random.Generator) -> Tables:
        """Matches emit half of what one sequence has there and half of the background, inserts the background."""
        seed = tokens.around_median(place)
        count = self.positions or max(1, len(seed))
        steps = np.zeros((2 * count + 1, 2 * count + 1))
        for j in range(count):
            steps[j] = self._ahead(j + 1, count, 0.9, 0.05)
        for j in range(count + 1):
            steps[count + j, count + j] = 1.0 if j == count else 0.5
            if j < count:
                steps[count + j, j] = 0.5
        emissions = np.tile(tokens.background, (2 * count + 1, 1))
        if len(seed):
            chosen = seed[np.minimum(np.arange(count) * len(seed) // count, len(seed) - 1)]
            told = np.flatnonzero(chosen < len(tokens.background))
            emissions[told] *= 0.5
            emissions[told, chosen[told]] += 0.5
        return Tables(self._ahead(0, count, 0.7, 0.2), steps, emissions)

    def _ahead(self, position: int, count: int, match: float, insert: float) -> Vector:
        """Probabilities of match `position`, of the insert before it, and of matches beyond it, ever less likely."""
        row = np.zeros(2 * count + 1)
        row[count + position] = insert
        if position < count:
            row[position] = match
        beyond = np.arange(position + 1, min(count, position + 1 + self.skips))
        row[beyond] = (1.0 - match - insert) * 0.5 ** np.arange(1, len(beyond) + 1)
        return np.asarray(row / row.sum())

    def expected(self, start: Tables) -> tuple[Vector, Matrix]:
        """What the fit starts from: most steps are from match to match."""
        return start.start, start.transitions
