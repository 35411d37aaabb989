"""The kernel: a frozen value that compares examples, and the algebra under which kernels are closed.

Kernel and its closures stand in one file because they need each other: a kernel's `+` makes a Sum, which is a kernel.
"""

import numbers
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, reduce
from typing import Any, Generic, TypeVar, cast, get_origin

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.vectors import Vectors
from drupe.kernels.compiled import prepared
from drupe.kernels.composed import Combined, OfUnitLength, WithLengths
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.forms import Columns, Factor, Form, Shift, Through, View
from drupe.kernels.forms.nodes import VectorFunction
from drupe.kernels.forms.pairs import SamePairs
from drupe.kernels.occurrences import Occurrences
from drupe.kernels.parameters import differences, named_parameters, numeric_gradient, with_parameters
from drupe.kernels.prepared import BlockwisePrepared, Prepared
from drupe.kernels.real_values import real_values
from drupe.kernels.strips import Strip, contracted

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a kernel)


class Kernel(Checked, ABC, Generic[I]):
    """A symmetric comparison k(x, z) of two examples; an author writes `form` (fast) or `matrix` (anything)."""

    # numpy's arrays and scalars leave `array * kernel` to the kernel, instead of trying it entry by entry.
    __array_ufunc__ = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in _inner_kernels(type(self)):
            inner = getattr(self, name)
            if not isinstance(inner, Kernel):
                raise ParameterError(
                    f"{type(self).__name__} is made from one kernel, got {name}={inner!r}, of type "
                    f"{type(inner).__name__}; kernels are combined to one by + and *."
                )

    @property
    def definiteness(self) -> Definiteness:
        """What is promised of the quadratic form."""
        return POSITIVE

    def form(self) -> Form | None:
        """The native form, if the kernel has one."""
        return None

    def matrix(self, left: I, right: I) -> Matrix:
        """k(xᵢ, zⱼ) for every example on the left and every one on the right."""
        if left is right:
            return self.prepare(right).gram()
        return self.prepare(right).block(left)

    def diagonal(self, inputs: I) -> Vector:
        """k(xᵢ, xᵢ), in float64."""
        form = self.form()
        if form is not None:
            return form.evaluate(SamePairs(inputs))
        singles = (inputs.take(np.array([i])) for i in range(len(inputs)))
        return np.array([real_values(self.matrix(one, one)).item() for one in singles])

    def prepare(self, right: I, *, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
        """The right-hand examples made ready once, to be compared with many on the left."""
        form = self.form()
        if form is not None:
            return _evaluator(form, right, threads)
        if type(self).matrix is Kernel.matrix:
            raise TypeError(f"{type(self).__name__} is a kernel without a formula: it must define form or matrix.")
        return BlockwisePrepared(self.matrix, right)

    def occurrences(self, inputs: I) -> Occurrences | None:
        """Where in these sequences the features occur that the kernel adds up; None for a kernel that does not.

        A kernel that is a sum over words says so here; a rule can then be shared out among the letters of a string.
        """
        return None

    def derivatives(self) -> Mapping[str, Form]:
        """Forms of ∂k/∂parameter, for those parameters where the author wrote one down."""
        return {}

    def parameters(self) -> dict[str, float]:
        """The real parameters by name, those of parts as `part.name`."""
        return named_parameters(self)

    def replace(self, values: Mapping[str, float]) -> "Kernel[I]":
        """The same kernel with other values for some of its `parameters()`."""
        return with_parameters(self, values)

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        """∂K/∂parameter of the Gram matrix, for every parameter: analytic where known, else by central differences."""
        analytic = self._finite_derivatives()
        return {
            name: _evaluator(analytic[name], inputs).gram()
            if name in analytic
            else numeric_gradient(self, inputs, name)
            for name in self.parameters()
        }

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        """Σᵢⱼ weightsᵢⱼ ∂k(xᵢ, xⱼ)/∂parameter for every parameter, weights symmetric: `gradient` without its matrices.

        The slope of a function of the Gram matrix whose own slope in it are the weights. Strips of the derivatives are
        held, one at a time; kernels that are made of others hand them other weights, one more matrix.
        """
        if type(self).gradient is not Kernel.gradient:  # its author knows more than we do
            return {name: float(np.vdot(weights, slope)) for name, slope in self.gradient(inputs).items()}
        inputs, analytic = inputs.in_double(), self._finite_derivatives()
        return {
            name: _contracted(inputs, weights, analytic[name])
            if name in analytic
            else contracted(inputs, weights, _strip_differences(self, name))
            for name in self.parameters()
        }

    def contracted(self, inputs: I, weights: Matrix) -> float:
        """Σᵢⱼ weightsᵢⱼ k(xᵢ, xⱼ), weights symmetric, from strips of the Gram matrix."""
        return contracted(inputs.in_double(), weights, lambda strip, right: strip.values(self.prepare(right)))

    def weighing(self, inputs: I, weights: Matrix) -> Matrix:
        """weightsᵢⱼ k(xᵢ, xⱼ), in the memory of the Gram matrix if it is ours."""
        matrix = real_values(self.matrix(inputs, inputs))
        ours = self.form() is not None and matrix.dtype == np.float64
        return np.asarray(np.multiply(weights, matrix, out=matrix if ours else None))

    def _finite_derivatives(self) -> Mapping[str, Form]:
        try:
            return self.derivatives()
        except OverflowError as cause:
            raise ParameterError(f"the slopes of {self!r} in its parameters are beyond float64.") from cause

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        """The matrix for raw data: arrays, data frames, lists; scikit-learn takes a kernel as a callable."""
        left = coerce(X)
        return self.matrix(cast(I, left), cast(I, left if Z is None or Z is X else coerce(Z)))

    def __add__(self, other: "Kernel[I] | float") -> "Kernel[I]":
        if isinstance(other, Kernel):
            return Sum((*_parts(self, Sum), *_parts(other, Sum)))
        return Shifted(self, float(other)) if _is_number(other) else NotImplemented

    __radd__ = __add__

    def __mul__(self, other: "Kernel[I] | float") -> "Kernel[I]":
        if isinstance(other, Kernel):
            return Product((*_parts(self, Product), *_parts(other, Product)))
        return Scaled(self, float(other)) if _is_number(other) else NotImplemented

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> "Kernel[I]":
        return Powered(self, exponent) if _is_number(exponent) else NotImplemented

    def normalized(self) -> "Kernel[I]":
        """k(x, z) / √(k(x, x) k(z, z)): every example at length one in feature space."""
        return Normalized(self)

    def centered(self, reference: I) -> "Kernel[I]":
        """The kernel of the feature space whose origin is the mean of these reference examples."""
        return Centered(self, cast(I, coerce(reference)))

    def on(self, columns: Sequence[int]) -> "Kernel[Vectors]":
        """The kernel on these columns only."""
        return Seen(cast("Kernel[Vectors]", self), Columns(_column_numbers(columns)))

    def after(self, function: Callable[[Matrix], Matrix]) -> "Kernel[Vectors]":
        """k(f(x), f(z)): the pull-back through a map of matrices, row by row."""
        return Seen(cast("Kernel[Vectors]", self), Through(function))


@cache
def _inner_kernels(kind: type) -> tuple[str, ...]:
    """The fields of a class of kernels that hold one kernel."""
    return tuple(inner.name for inner in fields(kind) if get_origin(inner.type) is Kernel)


def _parts(kernel: Kernel[I], kind: "type[Sum[I] | Product[I]]") -> tuple[Kernel[I], ...]:
    return kernel.terms if isinstance(kernel, kind) else (kernel,)


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _column_numbers(columns: object) -> tuple[int, ...]:
    """Columns by number; masks and fractions are refused, as numpy would take them for other numbers."""
    chosen = tuple(columns) if isinstance(columns, Iterable) else ()
    whole_numbers = all(isinstance(c, numbers.Integral) and not isinstance(c, bool) for c in chosen)
    if not chosen or not whole_numbers:
        raise ParameterError(f"a kernel looks at one or more columns by number, such as .on([0, 2]), got {columns!r}.")
    return tuple(int(c) for c in chosen)


def _evaluator(form: Form, right: I, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
    """The core's."""
    return cast(Prepared[I], prepared(form, right, threads))


def _contracted(inputs: I, weights: Matrix, form: Form) -> float:
    return contracted(inputs, weights, lambda strip, right: strip.values(_evaluator(form, right)))


def _strip_differences(kernel: Kernel[I], name: str) -> Callable[[Strip, I], Matrix]:
    low, high = differences(kernel, name)

    def slope(strip: Strip, right: I) -> Matrix:
        below, above = (real_values(strip.values(kernel.replace({name: at}).prepare(right))) for at in (low, high))
        return np.asarray((above - below) / (high - low))

    return slope


class Entrywise(Kernel[I]):
    """A kernel whose value at (x, z) is a formula in the values of its parts at (x, z).

    The formula is written once, in `combine`; forms, matrices and diagonals all understand + * ** and maps.
    """

    @abstractmethod
    def parts(self) -> tuple[Kernel[I], ...]:
        """The kernels that are combined."""

    @abstractmethod
    def combine(self, values: Sequence[Any]) -> Any:
        """The formula, in forms or in arrays, one for each part."""

    def normalized(self) -> "Kernel[I]":
        """At length one in feature space; if each part takes examples of no length as they are, so does the whole."""
        lenient = all(isinstance(part.normalized(), NormalizedOrZero) for part in self.parts())
        return NormalizedOrZero(self) if lenient else Normalized(self)

    def form(self) -> Form | None:
        forms = [part.form() for part in self.parts()]
        return None if any(form is None for form in forms) else cast(Form, self.combine(forms))

    def prepare(self, right: I, *, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
        if self.form() is not None:
            return super().prepare(right, threads=threads)
        return Combined([part.prepare(right, threads=threads) for part in self.parts()], self.combine, right)

    def diagonal(self, inputs: I) -> Vector:
        return np.asarray(self.combine([part.diagonal(inputs) for part in self.parts()]))


@dataclass(frozen=True)
class Sum(Entrywise[I]):
    """k₁ + k₂ + ...: feature spaces side by side.  [Cristianini00]_, proposition 3.12 (1)."""

    terms: tuple[Kernel[I], ...]

    @property
    def definiteness(self) -> Definiteness:
        return reduce(Definiteness.plus, (term.definiteness for term in self.terms))

    def parts(self) -> tuple[Kernel[I], ...]:
        return self.terms

    def combine(self, values: Sequence[Any]) -> Any:
        return reduce(operator.add, values)

    def occurrences(self, inputs: I) -> Occurrences | None:
        found = [term.occurrences(inputs) for term in self.terms]
        told = [one for one in found if one is not None]
        return reduce(Occurrences.beside, told) if len(told) == len(found) else None

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        return {
            f"terms.{i}.{name}": slope
            for i, term in enumerate(self.terms)
            for name, slope in term.gradient(inputs).items()
        }

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        return {
            f"terms.{i}.{name}": slope
            for i, term in enumerate(self.terms)
            for name, slope in term.slopes(inputs, weights).items()
        }


@dataclass(frozen=True)
class Product(Entrywise[I]):
    """k₁ · k₂ · ...: features are products of features.  [Cristianini00]_, proposition 3.12 (3)."""

    terms: tuple[Kernel[I], ...]

    @property
    def definiteness(self) -> Definiteness:
        return reduce(Definiteness.times, (term.definiteness for term in self.terms))

    def parts(self) -> tuple[Kernel[I], ...]:
        return self.terms

    def combine(self, values: Sequence[Any]) -> Any:
        return reduce(operator.mul, values)

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        grams = [term.matrix(inputs, inputs) for term in self.terms]
        return {
            f"terms.{i}.{name}": reduce(np.multiply, grams[:i] + grams[i + 1 :], slope)
            for i, term in enumerate(self.terms)
            for name, slope in term.gradient(inputs).items()
        }

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        found: dict[str, float] = {}
        for i, term in enumerate(self.terms):
            if term.parameters():
                others = Product((*self.terms[:i], *self.terms[i + 1 :])).weighing(inputs, weights)
                found |= {f"terms.{i}.{name}": slope for name, slope in term.slopes(inputs, others).items()}
        return found


@dataclass(frozen=True)
class Scaled(Entrywise[I]):
    """factor · k, factor ≥ 0.  [Cristianini00]_, proposition 3.12 (2)."""

    kernel: Kernel[I]
    factor: float = nonnegative()

    @property
    def definiteness(self) -> Definiteness:
        return self.kernel.definiteness

    def parts(self) -> tuple[Kernel[I], ...]:
        return (self.kernel,)

    def combine(self, values: Sequence[Any]) -> Any:
        return values[0] * self.factor

    def occurrences(self, inputs: I) -> Occurrences | None:
        found = self.kernel.occurrences(inputs)
        return None if found is None else found.times(np.full(len(inputs), np.sqrt(self.factor)))

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        inner = {f"kernel.{name}": self.factor * slope for name, slope in self.kernel.gradient(inputs).items()}
        return inner | {"factor": self.kernel.matrix(inputs, inputs)}

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        inner = {f"kernel.{name}": self.factor * slope for name, slope in self.kernel.slopes(inputs, weights).items()}
        return inner | {"factor": self.kernel.contracted(inputs, weights)}


@dataclass(frozen=True)
class Shifted(Entrywise[I]):
    """k + offset, offset ≥ 0: one more feature, constant √offset, that plays the bias."""

    kernel: Kernel[I]
    offset: float = nonnegative()

    @property
    def definiteness(self) -> Definiteness:
        return self.kernel.definiteness

    def parts(self) -> tuple[Kernel[I], ...]:
        return (self.kernel,)

    def combine(self, values: Sequence[Any]) -> Any:
        return values[0] + self.offset

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        inner = {f"kernel.{name}": slope for name, slope in self.kernel.gradient(inputs).items()}
        return inner | {"offset": np.ones((len(inputs), len(inputs)))}

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        inner = {f"kernel.{name}": slope for name, slope in self.kernel.slopes(inputs, weights).items()}
        return inner | {"offset": float(weights.sum())}


@dataclass(frozen=True)
class Powered(Entrywise[I]):
    """k to a whole power.  [Cristianini00]_, corollary 3.13 (1)."""

    kernel: Kernel[I]
    exponent: int = whole(1)

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self.kernel.definiteness.positive else INDEFINITE

    def parts(self) -> tuple[Kernel[I], ...]:
        return (self.kernel,)

    def combine(self, values: Sequence[Any]) -> Any:
        return values[0] ** self.exponent

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        outer = self.exponent * self.kernel.matrix(inputs, inputs) ** (self.exponent - 1)
        return {f"kernel.{name}": outer * slope for name, slope in self.kernel.gradient(inputs).items()}

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        if self.exponent > 1 and self.kernel.parameters():
            weights = Powered(self.kernel, self.exponent - 1).weighing(inputs, weights)
        inner = self.kernel.slopes(inputs, weights)
        return {f"kernel.{name}": self.exponent * slope for name, slope in inner.items()}


@dataclass(frozen=True)
class Normalized(Kernel[I]):
    """k(x, z) / √(k(x, x) k(z, z)).  [Herbrich02]_, corollary 2.21."""

    kernel: Kernel[I]

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self.kernel.definiteness.positive else INDEFINITE

    def lengths(self, inputs: I) -> Vector:
        """1 / √k(x, x); an example of no length has no direction and is refused."""
        squared = self.kernel.diagonal(inputs)
        if len(squared) and not squared.min() > 0:
            row = int(np.argmin(squared > 0))
            raise InputError(
                f"example {row} has k(x, x) = {squared[row]:g} and cannot be normalized; "
                "drop it, or add a constant to the kernel first: (k + 1.0).normalized()."
            )
        return np.asarray(1.0 / np.sqrt(squared))

    def form(self) -> Form | None:
        form = self.kernel.form()
        return None if form is None else form * Factor(cast(VectorFunction, self.lengths))

    def prepare(self, right: I, *, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
        if self.form() is not None:
            return super().prepare(right, threads=threads)
        inner = self.kernel.prepare(right.in_double(), threads=threads)
        return OfUnitLength(inner, self.lengths, right)

    def diagonal(self, inputs: I) -> Vector:
        self.lengths(inputs)
        return np.ones(len(inputs))

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        # ∂k̄(x, z) = k′(x, z)/(|x||z|) − ½ k̄(x, z) (k′(x, x)/|x|² + k′(z, z)/|z|²).
        lengths, values = self.lengths(inputs), self.matrix(inputs, inputs)
        found: dict[str, Matrix] = {}
        for name, slope in self.kernel.gradient(inputs).items():
            own = 0.5 * slope.diagonal() * lengths**2
            found[f"kernel.{name}"] = slope * lengths * lengths[:, None] - values * np.add.outer(own, own)
        return found

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        # What belongs to k′(x, x) is on the diagonal of the inner weights.
        if not self.kernel.parameters():
            return {}
        lengths = self.lengths(inputs.in_double())
        own = np.asarray(self.weighing(inputs.in_double(), weights)).sum(axis=1) * lengths**2
        inner = weights * lengths
        inner *= lengths[:, None]
        inner[np.diag_indices(len(inner))] -= own
        return {f"kernel.{name}": slope for name, slope in self.kernel.slopes(inputs, inner).items()}

    def occurrences(self, inputs: I) -> Occurrences | None:
        found = self.kernel.occurrences(inputs)
        return None if found is None else found.times(self.lengths(inputs))


@dataclass(frozen=True)
class NormalizedOrZero(Normalized[I]):
    """k(x, z) / √(k(x, x) k(z, z)), and 0 where either is 0: an example without any feature stays without.

    What strings too short to hold a word have; k(x, x) = 0 makes all k(x, z) = 0, so that the kernel stays PSD.
    """

    def lengths(self, inputs: I) -> Vector:
        """1 / √k(x, x), and 0 for an example of no length."""
        squared = self.kernel.diagonal(inputs)
        return np.asarray(np.divide(1.0, np.sqrt(np.abs(squared)), out=np.zeros(len(squared)), where=squared > 0.0))

    def diagonal(self, inputs: I) -> Vector:
        return (self.kernel.diagonal(inputs) > 0.0).astype(np.float64)


@dataclass(frozen=True)
class Centered(Kernel[I]):
    """k(x, z) − m(x) − m(z) + m̄ with m(x) the mean of k(x, ·) over reference examples, fixed when made."""

    kernel: Kernel[I]
    reference: I = field(repr=False)

    @property
    def definiteness(self) -> Definiteness:
        order = self.kernel.definiteness.order
        return POSITIVE if order is not None and order <= 1 else INDEFINITE

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.reference):
            raise InputError("a kernel is centered at the mean of reference examples, but got none; give at least one.")

    def means(self, inputs: I) -> Vector:
        """m(x) for every example."""
        weights = np.full((len(self.reference), 1), 1.0 / len(self.reference))
        return self.kernel.prepare(self.reference).product(inputs, weights)[:, 0]

    @cached_property
    def grand_mean(self) -> float:
        """m̄, which costs all pairs of the reference and is therefore computed once."""
        return float(self.means(self.reference).mean())

    def lowered(self, inputs: I) -> Vector:
        """m̄/2 − m(x), so that k(x, z) plus both sides' is the centred kernel."""
        return 0.5 * self.grand_mean - self.means(inputs)

    def form(self) -> Form | None:
        form = self.kernel.form()
        return None if form is None else form + Shift(cast(VectorFunction, self.lowered))

    def prepare(self, right: I, *, threads: int = OPENMP_DEFAULT) -> Prepared[I]:
        if self.form() is not None:
            return super().prepare(right, threads=threads)
        inner = self.kernel.prepare(right.in_double(), threads=threads)
        return WithLengths(inner, self.lowered, lambda values, x, z: values + x + z, right)

    def diagonal(self, inputs: I) -> Vector:
        return self.kernel.diagonal(inputs) + 2.0 * self.lowered(inputs)


@dataclass(frozen=True)
class Seen(Kernel[Vectors]):
    """k(f(x), f(z)): the kernel of examples looked at through a view.  [Cristianini00]_, proposition 3.12 (5)."""

    kernel: Kernel[Vectors]
    view: View

    @property
    def definiteness(self) -> Definiteness:
        return self.kernel.definiteness

    def form(self) -> Form | None:
        form = self.kernel.form()
        return None if form is None else form.seen(self.view)

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        return self.kernel.matrix(seen := self.view.look(left), seen if left is right else self.view.look(right))

    def diagonal(self, inputs: Vectors) -> Vector:
        return self.kernel.diagonal(self.view.look(inputs))

    def gradient(self, inputs: Vectors) -> dict[str, Matrix]:
        return {f"kernel.{name}": slope for name, slope in self.kernel.gradient(self.view.look(inputs)).items()}

    def slopes(self, inputs: Vectors, weights: Matrix) -> dict[str, float]:
        return {f"kernel.{name}": slope for name, slope in self.kernel.slopes(self.view.look(inputs), weights).items()}
