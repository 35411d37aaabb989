"""Rows with all that a pass must know of them: codes of classes or numbers, weights, folds, and who is only watched."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.position_hash import seed_for, uniforms
from drupe.grams.cross import HELD_OUT, Known
from drupe.inputs.rows.base import Batch, Rows

AT_ONCE = 2**20
"""Positions whose numbers are held at a time."""


class Coding(ABC):
    """How targets as the user calls them become what a loss compares outputs with."""

    @abstractmethod
    def coded(self, targets: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Codes 0, 1, ... or rows of numbers."""


@dataclass(frozen=True, eq=False)
class ClassCodes(Coding):
    """The place of each label among the classes, which are sorted.

    >>> ClassCodes(np.array(["no", "yes"])).coded(np.array(["yes", "no"], dtype=object)).tolist()
    [1, 0]
    """

    classes: npt.NDArray[Any]

    def coded(self, targets: npt.NDArray[Any]) -> Index:
        """A label that is none of the classes is refused."""
        if targets.dtype.kind == "O":
            places = {label: code for code, label in enumerate(self.classes.tolist())}
            codes = np.array([places.get(label, -1) for label in targets.tolist()], dtype=np.int64)
            strange = codes < 0
        else:
            codes = np.minimum(np.searchsorted(self.classes, targets), len(self.classes) - 1).astype(np.int64)
            strange = np.asarray(self.classes[codes] != targets)
        if strange.any():
            label = targets[int(np.argmax(strange))]
            raise InputError(f"label {label!r} was not there before: the rows have changed since they were scanned.")
        return codes


@dataclass(frozen=True)
class Quantities(Coding):
    """One row of numbers for each row, in float64."""

    def coded(self, targets: npt.NDArray[Any]) -> Matrix:
        """A flat column becomes rows of one number."""
        numbers = np.asarray(targets, dtype=np.float64)
        return numbers[:, None] if numbers.ndim == 1 else numbers


@dataclass(frozen=True)
class Draw:
    """Which rows are only watched, and the fold of each other one: by a hash of positions, so that any reader knows.

    Parameters
    ----------
    seed
        A whole number of at most 64 bits.
    share
        Of the rows that no function learns from, whose error tells when to stop.
    folds
        Into so many the others are dealt, of every so many neighbors one into each; 0 for none.

    Examples
    --------
    >>> Draw(seed=0, folds=3).tags(0, 6).tolist(), sorted(Draw(seed=0, folds=3).tags(3, 3).tolist())
    ([0, 2, 1, 1, 2, 0], [0, 1, 2])
    """

    seed: int
    share: float = 0.0
    folds: int = 0

    def tags(self, first: int, count: int) -> Index:
        """The fold of each row, 0 where there are none; HELD_OUT for those watched."""
        found = np.zeros(count, dtype=np.int64)
        if self.folds > 1:
            begin = first - first % self.folds
            blocks = -(-(first + count - begin) // self.folds)
            drawn = uniforms(begin, blocks * self.folds, seed_for("folds", self.seed)).reshape(blocks, self.folds)
            found = drawn.argsort(axis=1).argsort(axis=1).ravel()[first - begin : first - begin + count]
        return np.where(self.watched(first, count), HELD_OUT, found)

    def learned(self, n: int) -> int:
        """How many of n rows are not only watched."""
        if self.share <= 0.0:
            return n
        chunks = (min(AT_ONCE, n - first) for first in range(0, n, AT_ONCE))
        return n - sum(int(self.watched(i * AT_ONCE, size).sum()) for i, size in enumerate(chunks))

    def watched(self, first: int, count: int) -> npt.NDArray[np.bool_]:
        """Whether each row is only watched."""
        if self.share <= 0.0:
            return np.zeros(count, dtype=np.bool_)
        return np.asarray(uniforms(first, count, seed_for("watched", self.seed)) < self.share)


@dataclass(frozen=True, eq=False)
class KnownRows:
    """Rows and what is known of them.

    Parameters
    ----------
    rows
        Where they are.
    coding
        How their targets are read.
    draw
        Their folds and those watched.
    weights
        How often each counts, by position; None for once each.
    factors
        By the code of its class, what a row counts besides; None for one.
    """

    rows: Rows
    coding: Coding
    draw: Draw
    weights: Vector | None = None
    factors: Vector | None = None

    @property
    def fingerprint(self) -> Mapping[str, str]:
        """What tells these rows and their weights from others."""
        weights = "one each" if self.weights is None else hashlib.sha256(self.weights.tobytes()).hexdigest()
        return {**self.rows.fingerprint, "weights": weights}

    def known(self, batch: Batch) -> Known:
        """Of one batch."""
        if batch.targets is None:
            raise InputError("these rows have no targets to learn from; name the column: rows(..., target='...').")
        targets = self.coding.coded(batch.targets)
        weights = self.plain_weights(batch)
        if self.factors is not None:
            weights = weights * self.factors[targets]
        return Known(targets, weights, self.draw.tags(batch.first, len(batch)))

    def plain_weights(self, batch: Batch) -> Vector:
        """How often the rows of a batch count, whatever their classes are."""
        return np.ones(len(batch)) if self.weights is None else self.weights[batch.first : batch.first + len(batch)]
