"""A look at the data before a long fit: features of unlike scale, and kernels too slow for so many examples."""

import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.warnings import FitWarning
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms.maps import Map
from drupe.kernels.forms.nodes import Algebra, Base, Form, Metric, VectorFunction

LOOKED_AT = 1000
"""Rows from which the spread of columns is estimated."""

UNLIKE = 1e4
"""Ratio of spreads above which the widest column alone decides what is near."""

MANY = 50_000
"""Examples above which a kernel without a native form is warned of."""

TRIED = 48
"""Examples that such a kernel is timed on."""


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


def look_ahead(kernel: Kernel[Any], inputs: Inputs) -> None:
    """Warn of what makes a fit poor or hopeless, before it begins."""
    form = kernel.form()
    if isinstance(inputs, Vectors) and form is not None and _sees_plain_distances(form):
        _look_at_spreads(inputs)
    if form is None and len(inputs) > MANY:
        _look_at_cost(kernel, inputs)


def _sees_plain_distances(form: Form) -> bool:
    """Whether distances of the columns as they are matter; views (widths for each column, maps) may rescale them."""
    apart = {Metric.SQUARED, Metric.DIFFERENCE, Metric.L1}
    return any(base.metric in apart and not base.views for base in form.evaluate(_Comparisons()))


def _look_at_spreads(inputs: Vectors) -> None:
    if inputs.sparse or inputs.dimension < 2:
        return
    rows = inputs.array[:: max(1, len(inputs) // LOOKED_AT)]
    spreads = rows.std(axis=0, dtype=np.float64)
    spreads = np.where(spreads > 1e-12 * np.abs(rows).max(axis=0), spreads, 0.0)
    if not spreads.any():
        return
    wide, narrow = int(spreads.argmax()), int(np.where(spreads > 0, spreads, np.inf).argmin())
    ratio = spreads[wide] / spreads[narrow]
    if ratio > UNLIKE:
        warnings.warn(
            f"column {_name(inputs, wide)} of X spreads {ratio:.1g} times as far as column {_name(inputs, narrow)}, "
            "so that distances hardly see the latter; put sklearn.preprocessing.StandardScaler before the machine.",
            FitWarning,
            stacklevel=2,
        )


def _name(inputs: Vectors, j: int) -> str:
    return str(j) if inputs.names is None else repr(inputs.names[j])


def _look_at_cost(kernel: Kernel[Any], inputs: Inputs) -> None:
    few = inputs.take(np.arange(TRIED))
    started = time.perf_counter()
    kernel.matrix(few, few)
    hours = (time.perf_counter() - started) / TRIED**2 * len(inputs) ** 2 / 3600
    warnings.warn(
        f"{type(kernel).__name__} has no native form: comparing all {len(inputs)} examples once would take about "
        f"{hours:.1g} h and {8e-9 * len(inputs) ** 2:.0f} GB, and a fit may compare them several times; "
        "fit on fewer examples, or use a kernel with a native form.",
        FitWarning,
        stacklevel=2,
    )
