"""What a value promises of its arrays beside their types: lengths, by names that all parts of one value share.

An annotation carries the promise, `coefficients: Annotated[Matrix, Reals("centers", "outputs")]`, for readers of the
code and for `load`, which holds what comes out of a file against it. Nothing is checked where a value is made.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import scipy.sparse as sp

Axis = str | int | None
"""The length of an axis: a name, so that equal names are equal lengths; a number; or None for any."""


class BrokenPromise(Exception):
    """A value is not what was promised; the message says how, without naming the value."""


class Lengths(dict[str, int]):
    """The lengths met so far, by name.

    Classes bring three more lengths with them: the `others` of a class, `pairs` of classes, and `scores`, one for two
    classes and else one each.

    >>> lengths = Lengths()
    >>> lengths.agree("classes", 4)
    >>> lengths["others"], lengths["pairs"], lengths["scores"]
    (3, 6, 4)
    """

    def agree(self, axis: Axis, length: int) -> None:
        """Take note of a length; a BrokenPromise if it is known to be another."""
        known = axis if isinstance(axis, int) else length if axis is None else self.setdefault(axis, length)
        if known != length:
            raise BrokenPromise(f"has {length} {axis if isinstance(axis, str) else 'entries'} where {known} belong")
        if axis == "classes":
            self.agree("others", length - 1)
            self.agree("pairs", length * (length - 1) // 2)
            self.agree("scores", 1 if length == 2 else length)


class Promise(ABC):
    """What is promised of one value."""

    @abstractmethod
    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        """The lengths of a value and their names; a BrokenPromise if it is no such value at all."""

    def confirm(self, value: Any, lengths: Lengths) -> None:
        """Raise a BrokenPromise if entries lie out of bounds; called when all lengths are known."""
        return


class Sometimes:
    """The value may be missing: not every fit has it, or files of earlier versions do not."""


class Together(Sometimes):
    """The value speaks of the fit itself: a machine that was fitted elsewhere lacks it, and then all others like it."""


@dataclass(frozen=True, init=False)
class Array(Promise):
    """An array of numbers, dense or CSR, of these lengths."""

    axes: tuple[Axis, ...]
    kinds: ClassVar[str] = "f"
    words: ClassVar[str] = "real numbers"

    def __init__(self, *axes: Axis):
        object.__setattr__(self, "axes", axes)

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        if not (isinstance(value, np.ndarray) or sp.issparse(value)) or value.dtype.kind not in self.kinds:
            raise BrokenPromise(f"is no array of {self.words}")
        if len(value.shape) != len(self.axes):
            raise BrokenPromise(f"has {len(value.shape)} axes where {len(self.axes)} belong")
        yield from zip(self.axes, value.shape, strict=True)


class Numbers(Array):
    """Real numbers, infinite ones and NaN among them."""


class Reals(Array):
    """Finite real numbers."""

    def confirm(self, value: Any, lengths: Lengths) -> None:
        if not np.isfinite(value.data if sp.issparse(value) else value).all():
            raise BrokenPromise("is not finite everywhere")


class OneOrMany(Reals):
    """Finite real numbers in a column for each of several targets, or in one flat column."""

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield from super().lengths(value[:, None] if np.ndim(value) == 1 else value)


class SomeKnown(Numbers):
    """Real numbers, NaN where nothing is known, in a column for each of several targets, or in one flat column."""

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield from super().lengths(value[:, None] if np.ndim(value) == 1 else value)


class Rows(Reals):
    """Finite real numbers, a row for each example; examples that are no vectors are counted, or were not kept."""

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        if not (isinstance(value, np.ndarray) or sp.issparse(value)):
            yield self.axes[0], len(value.origin.positions)
        elif value.shape != (0, 0):
            yield from super().lengths(value)

    def confirm(self, value: Any, lengths: Lengths) -> None:
        if isinstance(value, np.ndarray) or sp.issparse(value):
            super().confirm(value, lengths)


@dataclass(frozen=True, init=False)
class Wholes(Array):
    """Whole numbers; with `below`, positions: none negative and all below that length; with `once`, none twice.

    >>> Wholes("support", below="examples").confirm(np.array([0, 7]), Lengths(examples=8))
    """

    below: str | None
    once: bool
    kinds = "iu"
    words = "whole numbers"

    def __init__(self, *axes: Axis, below: str | None = None, once: bool = False):
        super().__init__(*axes)
        object.__setattr__(self, "below", below)
        object.__setattr__(self, "once", once)

    def confirm(self, value: Any, lengths: Lengths) -> None:
        most = 0 if self.below is None else lengths.get(self.below, 0)
        if self.below is not None and value.size and not (value.min() >= 0 and value.max() < most):
            raise BrokenPromise(f"points beyond the {most} {self.below}")
        if self.once and len(np.unique(value)) < value.size:
            raise BrokenPromise("names something twice")


class Labels(Array):
    """Numbers, text or truth values in any order; the entries of object arrays are these too."""

    kinds = "biufUSOT"
    words = "labels"

    def confirm(self, value: Any, lengths: Lengths) -> None:
        if value.dtype.kind == "O" and not all(isinstance(label, str | bytes | int | float) for label in value.flat):
            raise BrokenPromise("holds more than numbers and text")


@dataclass(frozen=True)
class Counted(Promise):
    """Something with so many entries."""

    axis: Axis

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield self.axis, len(value)


@dataclass(frozen=True)
class Holds(Promise):
    """A value with a part of this name, of which something is promised."""

    name: str
    promise: Promise

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield from self.promise.lengths(getattr(value, self.name))

    def confirm(self, value: Any, lengths: Lengths) -> None:
        self.promise.confirm(getattr(value, self.name), lengths)


class Some(Counted):
    """Something with an entry at least."""

    def __init__(self, axis: Axis = None):
        super().__init__(axis)

    def confirm(self, value: Any, lengths: Lengths) -> None:
        if not len(value):
            raise BrokenPromise("is empty")


@dataclass(frozen=True, init=False)
class Sizes(Promise):
    """A whole number that is itself a length, or a tuple of such; a shorter tuple names the first lengths only."""

    axes: tuple[str, ...]

    def __init__(self, *axes: str):
        object.__setattr__(self, "axes", axes)

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        sizes: Sequence[Any] = value if isinstance(value, tuple) else (value,)
        if not 0 < len(sizes) <= len(self.axes) or any(size < 0 or size == math.inf for size in sizes):
            raise BrokenPromise(f"is {value!r}, not {', '.join(self.axes)}")
        yield from zip(self.axes, map(int, sizes), strict=False)


@dataclass(frozen=True)
class Each(Promise):
    """Something with so many entries, of every one of which the same is promised."""

    promise: Promise
    axis: Axis = None

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield self.axis, len(value)
        for entry in value:
            yield from self.promise.lengths(entry)

    def confirm(self, value: Any, lengths: Lengths) -> None:
        for entry in value:
            self.promise.confirm(entry, lengths)


@dataclass(frozen=True)
class Columns(Promise):
    """Examples with so many columns, if they have columns at all."""

    axis: Axis = "columns"

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        table = getattr(value, "array", None)
        if table is not None:
            yield self.axis, int(table.shape[1])


@dataclass(frozen=True)
class Outputs(Promise):
    """A fitted function with so many outputs, of examples with so many columns, around so many centers."""

    axis: Axis
    centers: Axis = None
    columns: Axis = "columns"

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        yield self.axis, int(value.outputs)
        yield self.centers, len(value.space)
        yield from Columns(self.columns).lengths(value.space)


@dataclass(frozen=True)
class Trained(Promise):
    """A fitted estimator that tells so many classes apart, on examples with so many columns."""

    classes: Axis = "classes"
    columns: Axis = "columns"

    def lengths(self, value: Any) -> Iterator[tuple[Axis, int]]:
        if not hasattr(value, "classes_"):
            raise BrokenPromise("is not fitted")
        yield self.classes, len(value.classes_)
        if hasattr(value, "n_features_in_"):
            yield self.columns, int(value.n_features_in_)
