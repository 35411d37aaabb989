"""Views: how a kernel looks at the examples before it compares them as vectors."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors

LEAST_FACTOR, MOST_FACTOR = 1e-10, 1e10
"""Factors by which columns can be multiplied in single precision, so that their squares do not become infinite."""


class View(ABC):
    """Gives the same examples coordinates, or other ones; equal views are computed once."""

    takes: ClassVar[type[Inputs]] = Vectors
    """The kind of examples that can be looked at."""

    double: ClassVar[bool] = False
    """Whether what is seen must be compared in double precision, as terms will cancel."""

    @abstractmethod
    def __call__(self, inputs: Any) -> Vectors: ...

    def look(self, inputs: Inputs) -> Vectors:
        """What is seen of examples, which may be of the wrong kind."""
        return self(of_kind(inputs, self.takes))

    def anchored(self, right: Any) -> "Anchored":
        """This view with all that both sides of a comparison must share fixed by the right one; most share nothing.

        Words, for example, have columns: those of the words on the right, as others cannot meet anything there.
        """
        return Anchored(self, self(right))


class Anchored(NamedTuple):
    """A view that is ready for the left side of a comparison, and what it saw of the right one."""

    view: View
    seen: Vectors


def of_kind(inputs: Inputs, kind: type[Inputs]) -> Inputs:
    """The examples; an error if they are of another kind."""
    if isinstance(inputs, kind):
        return inputs
    # Lists of whole numbers that are all of one length are taken for a table.
    remedy = "" if kind is Vectors else f"; if they are, wrap them: {kind.__name__}.of(X)"
    raise InputTypeError(
        f"this kernel compares {kind.__name__.lower()}, but the examples are {type(inputs).__name__}{remedy}."
    )


@dataclass(frozen=True)
class Columns(View):
    """Only these columns."""

    chosen: tuple[int, ...]

    def __call__(self, inputs: Vectors) -> Vectors:
        beyond = [c for c in self.chosen if not -inputs.dimension <= c < inputs.dimension]
        if beyond:
            raise InputError(f"the kernel looks at column {beyond[0]}, but the data have {inputs.dimension} columns.")
        return inputs.columns(self.chosen)


@dataclass(frozen=True)
class OneColumn(View):
    """The vectors themselves, which must be numbers: for kernels on the real line."""

    kernel: str

    def __call__(self, inputs: Vectors) -> Vectors:
        if inputs.dimension != 1:
            raise InputError(
                f"{self.kernel} compares numbers, but the data have {inputs.dimension} columns; "
                "take one with .on([column]), and combine several with + or *."
            )
        return inputs


@dataclass(frozen=True)
class OfDimension(View):
    """The vectors themselves, which must have so many columns: for kernels whose formula depends on it."""

    kernel: str
    dimension: int

    def __call__(self, inputs: Vectors) -> Vectors:
        if inputs.dimension != self.dimension:
            raise InputError(
                f"{self.kernel} was made for {self.dimension} columns, but the data have {inputs.dimension}; "
                f"pass dimension={inputs.dimension}, or choose columns with .on([...])."
            )
        return inputs


@dataclass(frozen=True)
class ScaledColumns(View):
    """Column j times factors[j]."""

    factors: tuple[float, ...]

    def __call__(self, inputs: Vectors) -> Vectors:
        if len(self.factors) != inputs.dimension:
            raise ParameterError(
                f"the kernel scales {len(self.factors)} columns, but the data have {inputs.dimension}."
            )
        if not all(LEAST_FACTOR <= abs(factor) <= MOST_FACTOR for factor in self.factors):
            inputs = inputs.in_double()
        factors = np.asarray(self.factors, dtype=inputs.dtype)
        if inputs.sparse:
            return inputs.with_array(sp.csr_array(inputs.array @ sp.diags_array(factors)))
        return inputs.with_array(inputs.array * factors)


@dataclass(frozen=True)
class LinearMap(View):
    """x → Ax; the matrix as a tuple of rows, so that the view stays a value."""

    rows: tuple[tuple[float, ...], ...]

    def __call__(self, inputs: Vectors) -> Vectors:
        a = np.asarray(self.rows, dtype=inputs.dtype)
        if a.shape[1] != inputs.dimension:
            raise ParameterError(f"the kernel's matrix has {a.shape[1]} columns, but the data have {inputs.dimension}.")
        return inputs.with_array(np.ascontiguousarray(inputs.array @ a.T))


@dataclass(frozen=True)
class FourierSeries(View):
    """x → (√a₀, √a₁ cos x, √a₁ sin x, √a₂ cos 2x, ...), whose dot products are Σ aₙ cos n(x − z)."""

    coefficients: tuple[float, ...]

    def __call__(self, inputs: Vectors) -> Vectors:
        x = OneColumn("a Fourier series")(inputs).in_double().dense()
        n = np.arange(len(self.coefficients))
        weights = np.sqrt(np.asarray(self.coefficients))
        waves = np.hstack([weights * np.cos(n * x), (weights * np.sin(n * x))[:, 1:]])
        return inputs.with_array(waves.astype(inputs.dtype))


@dataclass(frozen=True)
class Histograms(View):
    """The vectors themselves, which must have no negative entry."""

    kernel: str

    def __call__(self, inputs: Vectors) -> Vectors:
        entries = inputs.array.data if inputs.sparse else inputs.array
        if entries.size and entries.min() < 0:
            row, column, entry = _first_negative(inputs)
            raise InputError(
                f"{self.kernel} compares histograms, but row {row}, column {column} of the data holds {entry:g}; "
                "counts and shares must be zero or more."
            )
        return inputs


def _first_negative(inputs: Vectors) -> tuple[int, int, float]:
    rows, columns = (inputs.array < 0).nonzero()
    row, column = int(rows[0]), int(columns[0])
    return row, column, float(inputs.array[row, column])


@dataclass(frozen=True)
class Through(View):
    """x → function(X), row by row, for any function from a dense matrix to a matrix with as many rows."""

    function: Callable[[Matrix], Matrix]

    def __call__(self, inputs: Vectors) -> Vectors:
        seen = np.asarray(self.function(inputs.dense()))
        if seen.ndim != 2 or len(seen) != len(inputs):
            raise InputError(
                f"the kernel's map made an array of shape {seen.shape} from {len(inputs)} examples; "
                f"it must return one row for each, shape ({len(inputs)}, anything)."
            )
        return inputs.with_array(seen if seen.dtype in (np.float32, np.float64) else seen.astype(np.float64))
