"""Functions in the space of a kernel, which are the same thing as points in its feature space."""

import math
import numbers
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel

_ROUNDING = 1e-12
"""Share of the terms of a sum that may be left by rounding where they cancel."""


@dataclass(frozen=True, eq=False)
class Term(Generic[I]):
    """Σᵢ coefficients[i] k(centers[i], ·)."""

    centers: I
    coefficients: Vector


@dataclass(frozen=True, eq=False)
class KernelFunction(Generic[I]):
    """f = Σᵢ αᵢ k(xᵢ, ·), with ⟨f, g⟩ = Σᵢⱼ αᵢ βⱼ k(xᵢ, zⱼ).

    As a point in feature space f is Σᵢ αᵢ φ(xᵢ). Sums, differences and multiples are functions again; inner products
    and distances do not depend on how a function is written. Use `KernelFunction.of` to make one.

    Parameters
    ----------
    kernel
        The kernel of the space.
    terms
        Lists of coefficients and points; sums keep them apart, so that any kind of inputs will do.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> f = KernelFunction.of(Linear(), [[1.0, 0.0], [0.0, 1.0]], [3.0, 4.0])
    >>> f([[2.0, 1.0]]).tolist(), f.norm()
    ([10.0], 5.0)
    >>> (f - f).norm()
    0.0

    References
    ----------
    [Herbrich02]_, section 2.3.3; [Cristianini00]_, section 3.3.1 and section 3.4, where eq. 3.2 has the norm;
    [Mika02]_, section 2.3.1; [Mukherjee04]_, section 3.2.1.
    """

    kernel: Kernel[I]
    terms: tuple[Term[I], ...]

    @classmethod
    def of(cls, kernel: Kernel[I], centers: Any, coefficients: npt.ArrayLike) -> "KernelFunction[I]":
        """Σᵢ coefficients[i] k(centers[i], ·)."""
        points = cast(I, coerce(centers))
        alpha = np.asarray(coefficients, dtype=np.float64)
        if alpha.shape != (len(points),):
            raise InputError(f"there are {len(points)} centers, but the coefficients have shape {alpha.shape}.")
        if not np.isfinite(alpha).all():
            raise InputError("the coefficients of a function must be finite.")
        return cls(kernel, (Term(points, alpha),))

    @classmethod
    def zero(cls, kernel: Kernel[I]) -> "KernelFunction[I]":
        """The function that is zero everywhere."""
        return cls(kernel, ())

    def __call__(self, data: Any) -> Vector:
        """f(x) = ⟨f, k(x, ·)⟩ for each example."""
        inputs = cast(I, coerce(data))
        values = np.zeros(len(inputs))
        for term in self.terms:
            values += self.kernel.prepare(term.centers).product(inputs, term.coefficients[:, None])[:, 0]
        return values

    def __add__(self, other: "KernelFunction[I]") -> "KernelFunction[I]":
        if not isinstance(other, KernelFunction):
            return NotImplemented
        self._same_space(other)
        return KernelFunction(self.kernel, _merged((*self.terms, *other.terms)))

    def __mul__(self, factor: float) -> "KernelFunction[I]":
        if not isinstance(factor, numbers.Real):
            return NotImplemented
        terms = tuple(Term(term.centers, float(factor) * term.coefficients) for term in self.terms)
        return KernelFunction(self.kernel, terms)

    __rmul__ = __mul__

    def __neg__(self) -> "KernelFunction[I]":
        return -1.0 * self

    def __sub__(self, other: "KernelFunction[I]") -> "KernelFunction[I]":
        return self + -other

    def inner_product(self, other: "KernelFunction[I]") -> float:
        """⟨f, g⟩ = Σᵢ αᵢ g(xᵢ)."""
        self._same_space(other)
        return float(sum(term.coefficients @ other(term.centers) for term in self.terms))

    def squared_norm(self) -> float:
        """‖f‖² = αᵀKα, and zero where rounding makes it less."""
        squared = self.inner_product(self)
        if squared < 0.0 and not self.kernel.definiteness.positive and squared < -_ROUNDING * self._size():
            raise InputError(
                f"⟨f, f⟩ = {squared:g} is negative, so f has no norm: the kernel is {self.kernel.definiteness}."
            )
        return max(squared, 0.0)

    def norm(self) -> float:
        """‖f‖: how complex the function is, how far the point is from the origin."""
        return math.sqrt(self.squared_norm())

    def distance(self, other: "KernelFunction[I]") -> float:
        """‖f − g‖."""
        return (self - other).norm()

    def evaluation_bound(self, data: Any) -> Vector:
        """‖f‖ √k(x, x), which |f(x)| never exceeds, for each example."""
        return np.asarray(self.norm() * np.sqrt(self.kernel.diagonal(cast(I, coerce(data)))))

    def _same_space(self, other: "KernelFunction[I]") -> None:
        if self.kernel != other.kernel:
            raise InputError(
                f"one function belongs to {self.kernel!r}, the other to {other.kernel!r}; they cannot meet."
            )

    def _size(self) -> float:
        """|α|ᵀ|K||α|: what the terms of ⟨f, f⟩ add up to before they cancel."""
        pairs = [(left, right) for left in self.terms for right in self.terms]
        grams = (np.abs(self.kernel.matrix(left.centers, right.centers)) for left, right in pairs)
        return sum(
            float(np.abs(left.coefficients) @ gram @ np.abs(right.coefficients))
            for (left, right), gram in zip(pairs, grams, strict=True)
        )


def representer(kernel: Kernel[I], example: Any) -> KernelFunction[I]:
    """k(x, ·), the function that evaluates at x: ⟨f, k(x, ·)⟩ = f(x).

    >>> from drupe.kernels import Gaussian
    >>> representer(Gaussian(), [[0.0]]).norm()
    1.0

    References
    ----------
    [Mukherjee04]_, section 3.2.1; [Mika02]_, section 2.3.1.
    """
    inputs = coerce(example)
    if len(inputs) != 1:
        raise InputError(f"a representer evaluates at one example, got {len(inputs)}.")
    return KernelFunction.of(kernel, inputs, [1.0])


def _merged(terms: Iterable[Term[I]]) -> tuple[Term[I], ...]:
    """Terms with the same centers added up, so that differences of like functions cancel exactly."""
    merged: dict[int, Term[I]] = {}
    for term in terms:
        before = merged.get(id(term.centers))
        added = term.coefficients if before is None else before.coefficients + term.coefficients
        merged[id(term.centers)] = Term(term.centers, added)
    return tuple(merged.values())
