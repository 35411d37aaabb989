"""Kernels in a graph: forms evaluated on its values, for all pairs with known examples and for each by itself."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import require
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.anova import ANOVA
from drupe.kernels.base import Centered, Entrywise, Kernel, Normalized, NormalizedOrZero, Seen
from drupe.kernels.forms import Base, Form, Map, Metric
from drupe.kernels.forms.nodes import Algebra, SeenFunction, VectorFunction
from drupe.kernels.gaussian_of import GaussianOf
from drupe.kernels.precomputed import Precomputed
from drupe.persistence.export.comparisons import chi_squared, differences_squared, l1_distances, squared_distances
from drupe.persistence.export.graph import Value
from drupe.persistence.export.maps import mapped
from drupe.persistence.export.refusal import refusal
from drupe.persistence.export.views import seen

LARGEST_FILE = 2**31 - 2**20
"""Bytes that a file of ONNX can hold."""


def kernel_values(kernel: Kernel[Any], x: Value, centers: Inputs, leeway: float = 0.0) -> Value:
    """k(x, z) for each new example and each center; squared distances may be off by so much of the kernel's value."""
    if isinstance(kernel, Precomputed):
        return x.columns(centers.origin.positions)
    form = kernel.form()
    if not isinstance(centers, Vectors):
        raise refusal(
            f"a machine with {type(kernel).__name__}",
            f"it compares {type(centers).__name__.lower()}, for which ONNX has no operators",
            "make vectors first, with TextVectors or FisherScores, or fit with kernel='precomputed', whose graph takes "
            "kernel values",
        )
    if form is not None:
        return form.evaluate(AllPairs(x, centers, leeway))
    match kernel:
        case ANOVA():
            columns = range(centers.dimension)
            singles = [kernel_values(kernel.kernel, x.columns([j]), centers.columns([j])) for j in columns]
            return _interactions(singles, int(kernel.degree), x.graph.filled(x, len(centers), 1.0, x.dtype))
        case Seen():
            return kernel_values(kernel.kernel, seen(kernel.view, x), kernel.view.look(centers), leeway)
        case Normalized():
            inner = kernel_values(kernel.kernel, x, centers, leeway)
            return inner * _of_each(kernel.lengths, x) * kernel.lengths(centers)
        case Entrywise():
            return _combined(kernel, [kernel_values(part, x, centers, leeway) for part in kernel.parts()])
    raise unknown(kernel)


def diagonal(kernel: Kernel[Any], x: Value) -> Value:
    """k(x, x) of each example, one column."""
    match kernel:
        case NormalizedOrZero():
            return (diagonal(kernel.kernel, x) > 0.0).cast(x.dtype)
        case Normalized() | GaussianOf():
            return x.graph.filled(x, 1, 1.0, x.dtype)
        case Centered():
            return diagonal(kernel.kernel, x) + 2.0 * _of_each(kernel.lowered, x)
        case Precomputed():
            why = "k(x, x) of new examples is not among their kernel values"
            raise refusal("a machine with precomputed kernel values", why, "fit it with the kernel itself")
    form = kernel.form()
    if form is not None:
        return form.evaluate(Alone(x))
    match kernel:
        case ANOVA():
            raise refusal("k(x, x) of ANOVA", "its columns are not known here", "take Polynomial")
        case Seen():
            return diagonal(kernel.kernel, seen(kernel.view, x))
        case Entrywise():
            return _combined(kernel, [diagonal(part, x) for part in kernel.parts()])
    raise unknown(kernel)


class _OnValues(Algebra[Value]):
    """What is alike for all pairs and for each by itself."""

    def __init__(self, x: Value):
        self.x = x

    def mapped(self, map: Map, of: Value) -> Value:
        return mapped(map, of)

    def sum(self, terms: Sequence[Form]) -> Value:
        return reduce(lambda left, right: left + right, (term.evaluate(self) for term in terms))

    def product(self, factors: Sequence[Form]) -> Value:
        return reduce(lambda left, right: left * right, (factor.evaluate(self) for factor in factors))

    def seen(self, base: Base) -> Value:
        """The new examples as a comparison sees them."""
        return reduce(lambda x, view: seen(view, x), base.views, self.x)


class AllPairs(_OnValues):
    """Every new example against every center."""

    def __init__(self, x: Value, centers: Vectors, leeway: float):
        super().__init__(x)
        self.centers, self.leeway = centers, leeway

    def base(self, base: Base) -> Value:
        if base.metric is Metric.SAME:
            return self.constant(0.0)  # a new example is none of the centers
        x, centers = self.seen(base), table(base.anchored(self.centers)[1])
        match base.metric:
            case Metric.DOT:
                return x @ centers.T
            case Metric.L1:
                return l1_distances(x, centers)
            case Metric.CHI_SQUARED:
                return chi_squared(x, centers)
        spread = np.square(centers - centers.mean(axis=0)).sum(axis=1).max(initial=0.0)
        rounding = float(np.finfo(x.dtype).eps) * spread * base.rate
        exact = base.metric is Metric.DIFFERENCE or rounding > self.leeway
        return differences_squared(x, centers) if exact else squared_distances(x, centers)

    def constant(self, value: float) -> Value:
        return self.x.graph.filled(self.x, len(self.centers), value, self.x.dtype)

    def outer_product(self, function: VectorFunction) -> Value:
        return _of_each(function, self.x) * function(self.centers)[None, :]

    def outer_sum(self, function: VectorFunction) -> Value:
        return _of_each(function, self.x) + function(self.centers)[None, :]


class Alone(_OnValues):
    """Every new example against itself."""

    def base(self, base: Base) -> Value:
        if base.metric is Metric.DOT:
            x = self.seen(base)
            return (x * x).sum()
        return self.constant(1.0 if base.metric is Metric.SAME else 0.0)

    def constant(self, value: float) -> Value:
        return self.x.graph.filled(self.x, 1, value, self.x.dtype)

    def outer_product(self, function: VectorFunction) -> Value:
        return _of_each(function, self.x) ** 2.0

    def outer_sum(self, function: VectorFunction) -> Value:
        return _of_each(function, self.x) * 2.0


def table(vectors: Vectors) -> Matrix:
    """Vectors as a dense table in float64, if a file can hold it."""
    require(8 * len(vectors) * vectors.dimension, LARGEST_FILE, "a file of ONNX", "fit with fewer examples or columns.")
    return vectors.in_double().dense()


def unknown(kernel: Kernel[Any]) -> Exception:
    """The error of a kernel that is known by its values only."""
    return refusal(
        f"a machine with {type(kernel).__name__}",
        "the kernel is known by its values only, not by a formula",
        "take a kernel of drupe.kernels that has one, or kernel='precomputed', whose graph takes kernel values",
    )


def _of_each(function: VectorFunction, x: Value) -> Value:
    """One number for each new example, one column."""
    if isinstance(function, SeenFunction):
        return _of_each(function.function, seen(function.view, x))
    owner = getattr(function, "__self__", None)
    match owner, getattr(function, "__name__", ""):
        case NormalizedOrZero(), "lengths":
            squared = diagonal(owner.kernel, x)
            return (squared > 0.0).where(1.0 / (squared > 0.0).where(squared, 1.0).sqrt(), 0.0)
        case Normalized(), "lengths":
            return 1.0 / diagonal(owner.kernel, x).sqrt()
        case Centered(), "lowered":
            shares = np.full((len(owner.reference), 1), 1.0 / len(owner.reference))
            return 0.5 * owner.grand_mean - kernel_values(owner.kernel, x, owner.reference) @ shares
        case Kernel(), "diagonal":
            return diagonal(owner, x)
    why = "the kernel is made of a function of Python"
    raise refusal("the kernel", why, "compute the function first, as a column, and take Linear().on([column])")


def _interactions(singles: Sequence[Value], degree: int, ones: Value) -> Value:
    """Sums of all products of so many different ones; the next joins some of those met so far, or stays out."""
    sums: list[Value | None] = [ones, *[None] * degree]
    for single in singles:
        for i in range(degree, 0, -1):
            before, joined = sums[i], sums[i - 1]
            if joined is not None:
                sums[i] = single * joined if before is None else before + single * joined
    found = sums[-1]
    assert found is not None  # there are at least as many columns
    return found


def _combined(kernel: Entrywise[Any], parts: Sequence[Value]) -> Value:
    """The formula of a kernel in the values of its parts; + and * are all that it may hold."""
    try:
        found = kernel.combine(parts)
    except TypeError:
        found = None
    if not isinstance(found, Value):
        raise unknown(kernel)
    return found
