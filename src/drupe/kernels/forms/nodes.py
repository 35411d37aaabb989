"""Forms: a kernel written as base comparisons of vectors, pointwise maps, sums and products.

A form is evaluated by an `Algebra`: numpy for all pairs, numpy for the diagonal, or the assembler that writes
the same expression down as a program for the native core.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar, cast

from drupe.foundation.arrays import Vector
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.maps import Affine, Map, Power
from drupe.kernels.forms.views import View, of_kind

Value = TypeVar("Value")

VectorFunction: TypeAlias = Callable[[Any], Vector]
"""One real number for each example, whatever the other side of the comparison is."""


class Metric(Enum):
    """The comparisons of two vectors that the core knows."""

    DOT = "⟨x, z⟩"
    SQUARED = "‖x − z‖² from dot products, exact where that would cancel"
    DIFFERENCE = "‖x − z‖² from differences"
    L1 = "‖x − z‖₁"
    CHI_SQUARED = "Σ (xⱼ − zⱼ)² / (xⱼ + zⱼ)"
    SAME = "1 if x and z are the same example"


class Algebra(ABC, Generic[Value]):
    """One way to evaluate a form."""

    @abstractmethod
    def base(self, base: "Base") -> Value:
        """A comparison of two vectors."""

    @abstractmethod
    def constant(self, value: float) -> Value:
        """The same number for every pair."""

    @abstractmethod
    def mapped(self, map: Map, of: Value) -> Value:
        """A pointwise map of a value."""

    @abstractmethod
    def sum(self, terms: Sequence["Form"]) -> Value:
        """The sum of forms."""

    @abstractmethod
    def product(self, factors: Sequence["Form"]) -> Value:
        """The product of forms."""

    @abstractmethod
    def outer_product(self, function: VectorFunction) -> Value:
        """f(x) f(z)."""

    @abstractmethod
    def outer_sum(self, function: VectorFunction) -> Value:
        """f(x) + f(z)."""


class Form(ABC):
    """An expression in two examples, x on the left and z on the right."""

    @abstractmethod
    def evaluate(self, algebra: Algebra[Value]) -> Value:
        """The value of the expression in this algebra."""

    @abstractmethod
    def seen(self, view: View) -> "Form":
        """The same expression in examples that are looked at through a view first."""

    def map(self, map: Map) -> "Form":
        """A pointwise map of this expression."""
        return Mapped(map, self)

    def __add__(self, other: "Form | float") -> "Form":
        if not isinstance(other, Form):
            return self.map(Affine(1.0, float(other)))
        return _Sum((*(self.terms if isinstance(self, _Sum) else (self,)), other))

    def __mul__(self, other: "Form | float") -> "Form":
        if not isinstance(other, Form):
            return self.map(Affine(float(other)))
        return _Product((*(self.factors if isinstance(self, _Product) else (self,)), other))

    def __pow__(self, exponent: float) -> "Form":
        return self.map(Power(float(exponent)))


@dataclass(frozen=True)
class Base(Form):
    """A comparison of two vectors, each seen through the views, first view first.

    `rate` says how fast the logarithm of the kernel can change with a squared distance: where rounding of the
    fast formula times the rate would show, the core takes differences instead.
    """

    metric: Metric
    views: tuple[View, ...] = ()
    rate: float = 0.0

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.base(self)

    def seen(self, view: View) -> Form:
        return Base(self.metric, (view, *self.views), self.rate)

    def look(self, inputs: Inputs) -> Vectors:
        """The inputs as this comparison sees them."""
        for view in self.views:
            inputs = view.look(inputs)
        return cast(Vectors, of_kind(inputs, Vectors))

    def anchored(self, right: Inputs) -> tuple["Base", Vectors]:
        """The same comparison with these examples on its right, and what it sees of them."""
        views = []
        for view in self.views:
            fixed, right = view.anchored(of_kind(right, view.takes))
            views.append(fixed)
        return Base(self.metric, tuple(views), self.rate), cast(Vectors, of_kind(right, Vectors))


@dataclass(frozen=True)
class Constant(Form):
    """The same number for every pair."""

    value: float

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.constant(self.value)

    def seen(self, view: View) -> Form:
        return self


@dataclass(frozen=True)
class Mapped(Form):
    """A pointwise map of a form."""

    by: Map
    of: Form

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.mapped(self.by, self.of.evaluate(algebra))

    def seen(self, view: View) -> Form:
        return Mapped(self.by, self.of.seen(view))


@dataclass(frozen=True)
class _Sum(Form):
    terms: tuple[Form, ...]

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.sum(self.terms)

    def seen(self, view: View) -> Form:
        return _Sum(tuple(term.seen(view) for term in self.terms))


@dataclass(frozen=True)
class _Product(Form):
    factors: tuple[Form, ...]

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.product(self.factors)

    def seen(self, view: View) -> Form:
        return _Product(tuple(factor.seen(view) for factor in self.factors))


@dataclass(frozen=True)
class SeenFunction:
    """A function of examples that are looked at through a view first."""

    function: VectorFunction
    view: View

    def __call__(self, inputs: Inputs) -> Vector:
        return self.function(self.view.look(inputs))


@dataclass(frozen=True)
class Factor(Form):
    """f(x) f(z)."""

    function: VectorFunction

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.outer_product(self.function)

    def seen(self, view: View) -> Form:
        return Factor(SeenFunction(self.function, view))


@dataclass(frozen=True)
class Shift(Form):
    """f(x) + f(z)."""

    function: VectorFunction

    def evaluate(self, algebra: Algebra[Value]) -> Value:
        return algebra.outer_sum(self.function)

    def seen(self, view: View) -> Form:
        return Shift(SeenFunction(self.function, view))


def mapped(by: Map, value: Any) -> Any:
    """A pointwise map of a form, or of an array."""
    return value.map(by) if isinstance(value, Form) else by(value)


def dot(*views: View) -> Form:
    """⟨x, z⟩."""
    return Base(Metric.DOT, views)


def squared_distance(rate: float, *views: View) -> Form:
    """‖x − z‖² for a kernel whose logarithm changes at most `rate` times as fast."""
    return Base(Metric.SQUARED, views, rate)


def exact_squared_distance(*views: View) -> Form:
    """‖x − z‖² to full relative precision, for kernels that are not smooth at zero distance."""
    return Base(Metric.DIFFERENCE, views)


def l1_distance(*views: View) -> Form:
    """‖x − z‖₁."""
    return Base(Metric.L1, views)
