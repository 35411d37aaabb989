"""A look at the data before a long fit: features of unlike scale, or none at all, and examples too many."""

import math
import warnings
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.budget import readable
from drupe.foundation.callers import call_from_outside, stacklevel_outside
from drupe.foundation.remedies import ScaledColumns
from drupe.inputs.base import Inputs
from drupe.inputs.occupied import occupied
from drupe.inputs.precomputed import Precomputed
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel, NormalizedOrZero
from drupe.kernels.forms.maps import Map
from drupe.kernels.forms.nodes import Algebra, Base, Form, Metric, VectorFunction
from drupe.kernels.strings.sequence_kernel import SequenceKernel

ROWS_AT_MOST, ROWS_AT_LEAST, ENTRIES = 1000, 100, 100_000
"""Rows from which the spread of columns is estimated, and about how many entries they have."""

UNLIKE = 1e4
"""Ratio of spreads above which the widest column alone decides what is near."""

MOST_IN_PYTHON, MOST_IN_THE_CORE = 10**8, 10**11
"""Kernel values above which their number is told before they are computed: about a quarter of an hour, once, where a
value takes ten microseconds in Python and ten nanoseconds in the core."""

CONSTANT = 1e-12
"""Variance of a column, in units of its largest entry, that is no more than rounding."""

APART = {Metric.SQUARED, Metric.DIFFERENCE, Metric.L1}
"""Comparisons that see how far examples are apart. Views (widths for each column, maps) may rescale the columns."""


EMPTY = 0.5
"""Share of sequences without features above which something is wrong."""

LETTERS = 12
"""Of a sequence that are shown."""


class _Comparisons(Algebra[frozenset[Base]]):
    """Which comparisons of vectors a form is made of."""

    def base(self, base: Base) -> frozenset[Base]:
        return frozenset([base])

    def constant(self, value: float) -> frozenset[Base]:
        return frozenset()

    def mapped(self, map: Map, of: frozenset[Base]) -> frozenset[Base]:
        return of

    def sum(self, terms: Sequence[Form]) -> frozenset[Base]:
        return frozenset().union(*(term.evaluate(self) for term in terms))

    def product(self, factors: Sequence[Form]) -> frozenset[Base]:
        return self.sum(factors)

    def outer_product(self, function: VectorFunction) -> frozenset[Base]:
        return frozenset()

    def outer_sum(self, function: VectorFunction) -> frozenset[Base]:
        return frozenset()


def look_ahead(kernel: Kernel[Any], inputs: Inputs, machine: Any = None) -> None:
    """Warn of what makes a fit poor or hopeless, before it begins; no kernel value is computed for it.

    `machine` is the one that is fitted: if it is not the one that the user called, but one of many inside a search, the
    advice to scale columns is given for the first of them alone.
    """
    form = kernel.form()
    if isinstance(inputs, Vectors) and form is not None:
        seen = {base.metric for base in form.evaluate(_Comparisons()) if not base.views}
        if seen & APART:
            _look_at_columns(inputs, "distances", around_the_mean=True, machine=machine)
        elif Metric.DOT in seen:
            _look_at_columns(inputs, "inner products", around_the_mean=False, machine=machine)
    if not isinstance(inputs, Precomputed):
        _look_at_number(kernel, len(inputs), native=form is not None)
    if isinstance(inputs, Sequences) and isinstance(kernel, SequenceKernel | NormalizedOrZero):
        _look_at_features(kernel, inputs)


def _look_at_features(kernel: Kernel[Any], inputs: Sequences) -> None:
    """Sequences without any feature are answered by the offset alone: for some that is right, for most a mistake."""
    without = np.flatnonzero(kernel.diagonal(inputs) == 0.0)
    if len(without) > EMPTY * len(inputs):
        begins = inputs[int(without[0])][:LETTERS]
        warnings.warn(
            FitWarning(
                f"{len(without)} of {len(inputs)} sequences have none of the features that {kernel!r} looks for, such "
                f"as sequence {without[0]}, which begins with {begins!r}: to the machine they are all alike. Words may "
                "be too long, or the letters not those of the alphabet; capitals are other letters."
            ),
            stacklevel=stacklevel_outside(),
        )


def _look_at_columns(inputs: Vectors, what: str, around_the_mean: bool, machine: Any) -> None:
    """Compare the sizes of columns: standard deviations, or root mean squares where the origin matters."""
    if inputs.dimension < 2 or _plainly_alike(inputs, around_the_mean):
        return
    columns, sizes = _column_sizes(inputs, around_the_mean)
    if not sizes.any():
        return
    largest, smallest = int(sizes.argmax()), int(np.where(sizes > 0, sizes, np.inf).argmin())
    with np.errstate(over="ignore"):
        ratio = sizes[largest] / sizes[smallest]
    wide, narrow = int(columns[largest]), int(columns[smallest])
    if not ratio > UNLIKE:
        return
    level, called = call_from_outside()
    if _LAST.is_new(called, machine):
        spreads, remedy = "spreads" if around_the_mean else "reaches", ScaledColumns()
        warnings.warn(
            FitWarning(
                f"column {_name(inputs, wide)} of X {spreads} {ratio:.1g} times as far as column "
                f"{_name(inputs, narrow)}, so that {what} hardly see the latter, and the fit may be slow; {remedy}.",
                remedies=(remedy,),
            ),
            stacklevel=level,
        )


class _LastAdvised:
    """Remembers whom the user called when advice was given last, so that the many fits of one search give it once."""

    def __init__(self) -> None:
        self._called: weakref.ref[Any] | None = None

    def is_new(self, called: Any, machine: Any) -> bool:
        """Whether this is a fit that the user called, or the first of a search."""
        new = machine is None or called is machine or self._called is None or self._called() is not called
        try:
            self._called = weakref.ref(called)
        except TypeError:
            self._called = None
        return new


_LAST = _LastAdvised()


def _plainly_alike(inputs: Vectors, around_the_mean: bool) -> bool:
    """Whether the ends of the columns are enough to say that none is too wide, which is told much faster.

    Of n numbers the size is between 1/√(2n) and all of how far they reach, around the origin between 1/√n and all of
    the largest.
    """
    if inputs.sparse:
        return False
    rows = _looked_at(inputs)
    with np.errstate(over="ignore"):
        high, low = rows.max(axis=0), rows.min(axis=0)
        reach = high - low if around_the_mean else np.maximum(high, -low)
        widest, narrowest = float(reach.max()), float(reach.min())
        return widest * math.sqrt(len(rows) * (2 if around_the_mean else 1)) < UNLIKE * narrowest < math.inf


def _looked_at(inputs: Vectors) -> Any:
    """A sample of the rows, enough to see how far columns reach."""
    wanted = max(ROWS_AT_LEAST, min(ROWS_AT_MOST, ENTRIES // inputs.dimension))
    return inputs.array[:: max(1, len(inputs) // wanted)]


def _column_sizes(inputs: Vectors, around_the_mean: bool) -> tuple[Index, Vector]:
    """Columns and one number for each, from a sample of the rows; 0 where a column is constant up to rounding.

    It is the size where the column is not zero: a category or a word that is rare is not small.
    """
    rows = _looked_at(inputs)
    if inputs.sparse:
        columns, (rows,) = occupied(rows)  # all others are constant
    else:
        columns = np.arange(inputs.dimension)
    with np.errstate(over="ignore", invalid="ignore"):
        largest = abs(rows).max(axis=0)
        largest = np.asarray(largest.toarray() if inputs.sparse else largest, dtype=np.float64).ravel()
        # Divided by the largest entries squares neither overflow nor vanish.
        unit = np.where(largest > 0, largest, 1.0)
        if inputs.sparse:
            scaled = rows.multiply(1.0 / unit).tocsr()
            mean, square = (np.asarray(part.mean(axis=0)).ravel() for part in (scaled, scaled.multiply(scaled)))
        else:
            scaled = rows / unit
            mean, square = scaled.mean(axis=0), np.square(scaled).mean(axis=0)
        there = np.asarray((rows != 0).mean(axis=0), dtype=np.float64).ravel()
    variance = np.maximum(square - mean**2, 0.0)
    sizes = np.sqrt((variance if around_the_mean else square) / np.where(there > 0, there, 1.0))
    return columns, np.asarray(np.where(variance > CONSTANT, sizes, 0.0) * largest)


def _name(inputs: Vectors, j: int) -> str:
    return str(j) if inputs.names is None else repr(inputs.names[j])


def _look_at_number(kernel: Kernel[Any], n: int, native: bool) -> None:
    """Count the comparisons of all examples with all."""
    if n**2 <= (MOST_IN_THE_CORE if native else MOST_IN_PYTHON):
        return
    slow = "" if native else f"{type(kernel).__name__} has no native form: "
    remedy = "" if native else ", or use a kernel with a native form"
    warnings.warn(
        f"{slow}comparing all {n} examples once takes {n**2:.1e} kernel values, and all of them "
        f"{readable(8.0 * n**2)} of memory; a fit keeps as many as cache_size allows and may compute the rest "
        f"several times. Fit on fewer examples{remedy}.",
        FitWarning,
        stacklevel=stacklevel_outside(),
    )
