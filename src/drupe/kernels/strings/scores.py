"""Scores of two aligned letters: a table over an alphabet, or the same for all that are equal and all that are not."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Checked, real
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.kernels.frozen_arrays import frozen_matrix

EIGENVALUE_TOLERANCE = 1e-10
"""Negative eigenvalues up to this part of the largest are rounding."""


class Scores(Checked, ABC):
    """How well each letter fits each other one."""

    @abstractmethod
    def letters(self, right: Sequences) -> Alphabet:
        """The alphabet in which sequences are compared begins with these."""

    @abstractmethod
    def require(self, inputs: Sequences) -> None:
        """Raise an InputError if some letter of these sequences has no score."""

    @abstractmethod
    def table(self) -> Matrix:
        """The scores of all pairs of letters, empty if equality alone counts."""

    @property
    def same(self) -> float:
        """The score of equal letters, where there is no table."""
        return 0.0

    @property
    def other(self) -> float:
        """The score of letters that differ, where there is no table."""
        return 0.0

    @abstractmethod
    def positive(self, beta: float) -> bool:
        """Whether e^(β score) is a positive semi-definite kernel of two letters."""


@dataclass(frozen=True)
class Identity(Scores):
    """One score for equal letters, another for different ones.

    Parameters
    ----------
    match
        Score of equal letters.
    mismatch
        Score of different ones.

    Examples
    --------
    >>> Identity(match=2.0).same
    2.0
    """

    match: float = real(1.0)
    mismatch: float = real(-1.0)

    def letters(self, right: Sequences) -> Alphabet:
        return right.alphabet

    def require(self, inputs: Sequences) -> None:
        """Any letter will do."""

    def table(self) -> Matrix:
        return np.empty((0, 0))

    @property
    def same(self) -> float:
        return float(self.match)

    @property
    def other(self) -> float:
        return float(self.mismatch)

    def positive(self, beta: float) -> bool:
        # A constant matrix of positive entries, and something more or less on the diagonal.
        return self.match >= self.mismatch


@dataclass(frozen=True)
class ScoreTable(Scores):
    """A symmetric table of scores, such as BLOSUM62.

    Parameters
    ----------
    alphabet
        The letters, in the order of rows and columns.
    rows
        The scores.

    Examples
    --------
    >>> ScoreTable.of("AG", [[1.0, -0.5], [-0.5, 1.0]]).alphabet
    ('A', 'G')
    """

    alphabet: tuple[str | int, ...]
    rows: tuple[tuple[float, ...], ...] = real()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", frozen_matrix(type(self).__name__, "rows", self.rows))
        table, count = self.table(), len(self.alphabet)
        if len(set(self.alphabet)) != count or table.shape != (count, count) or not (table == table.T).all():
            raise ParameterError(
                f"a table of scores has a row and a column for each letter, each letter once, and is symmetric; got "
                f"{count} letters and a table of shape {table.shape}."
            )

    @classmethod
    def of(cls, alphabet: Sequence[Any], table: Any) -> "ScoreTable":
        """From letters, as a string or a list, and a square array."""
        return cls(tuple(alphabet), tuple(tuple(float(score) for score in row) for row in np.asarray(table)))

    def letters(self, right: Sequences) -> Alphabet:
        return self.alphabet

    def require(self, inputs: Sequences) -> None:
        there = inputs.recoded(self.alphabet)
        odd = np.flatnonzero(there.codes >= len(self.alphabet))
        if len(odd):
            example = int(np.searchsorted(there.offsets, odd[0], side="right")) - 1
            place = int(odd[0] - there.offsets[example])
            raise InputError(
                f"sequence {example} holds {there.alphabet[there.codes[odd[0]]]!r} at position {place}, "
                "which has no scores; leave such letters out, or add them to the table."
            )

    def table(self) -> Matrix:
        return np.array(self.rows, dtype=np.float64).reshape(len(self.rows), -1)

    def positive(self, beta: float) -> bool:
        eigenvalues = np.linalg.eigvalsh(np.exp(beta * (self.table() - self.table().max(initial=0.0))))
        return bool(eigenvalues[0] >= -EIGENVALUE_TOLERANCE * eigenvalues[-1])
