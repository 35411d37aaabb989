"""Monomials as explicit features: what a polynomial kernel multiplies without ever writing it down."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors


def homogeneous_count(dimension: int, degree: int) -> int:
    """C(n + d − 1, d): how many monomials of degree exactly d there are in n variables.

    >>> homogeneous_count(256, 5)
    9525431552
    """
    _check_sizes(dimension, degree)
    return math.comb(dimension + degree - 1, degree)


def complete_count(dimension: int, degree: int) -> int:
    """C(n + d, d): how many monomials of degree at most d there are in n variables.

    >>> complete_count(3, 2)
    10
    """
    _check_sizes(dimension, degree)
    return math.comb(dimension + degree, degree)


@dataclass(frozen=True, eq=False)
class Monomials:
    """φᵣ(x) = weightᵣ · x₁^r₁ ⋯ xₙ^rₙ, one feature for each exponent vector r.

    Parameters
    ----------
    dimension
        Number n of variables.
    factors
        One row for each feature: the columns that are multiplied, repeated as often as they occur; the number n
        stands for the constant 1 and fills up the row.
    weights
        Factor of each feature.

    Examples
    --------
    >>> square = Monomials.homogeneous(dimension=2, degree=2)
    >>> square.names()
    ['x1^2', 'x1 x2', 'x2^2']
    >>> square.features(Vectors.of([[3.0, 1.0]])).round(6).tolist()  # x1², √2 x1x2, x2²
    [[9.0, 4.242641, 1.0]]

    References
    ----------
    [Herbrich02]_, example 2.22; [Cristianini00]_, example 3.3 and section 3.2; [Mika02]_, eq. 2.31.
    """

    dimension: int
    factors: Index
    weights: Vector

    @classmethod
    def homogeneous(cls, dimension: int, degree: int, *, budget: int = DEFAULT_BYTES) -> "Monomials":
        """All of degree exactly d, weighted by √(d! / (r₁! ⋯ rₙ!)): their dot products are ⟨x, z⟩^d."""
        _require_memory(homogeneous_count(dimension, degree), degree, budget)
        factors = _combinations(dimension, degree)
        return cls(dimension, factors, np.sqrt(_multinomials(factors)))

    @classmethod
    def complete(cls, dimension: int, degree: int, offset: float = 1.0, *, budget: int = DEFAULT_BYTES) -> "Monomials":
        """All of degree at most d, weighted so that their dot products are (⟨x, z⟩ + offset)^d.

        They are the homogeneous monomials of the vectors extended by the constant √offset.
        """
        check("Monomials", "offset", offset, Interval(0.0, closed_low=False))
        _require_memory(complete_count(dimension, degree), degree, budget)
        factors = _combinations(dimension + 1, degree)
        constants = np.count_nonzero(factors == dimension, axis=1)
        return cls(dimension, factors, np.sqrt(_multinomials(factors) * offset**constants))

    @classmethod
    def of(cls, exponents: npt.ArrayLike) -> "Monomials":
        """These monomials without weights: one row of exponents for each feature."""
        r = np.asarray(exponents)
        if r.ndim != 2 or not r.size or r.dtype.kind not in "iu" or r.min() < 0:
            raise ParameterError("exponents must be whole numbers >= 0, one row for each feature.")
        columns, degree = np.arange(r.shape[1]), max(1, int(r.sum(axis=1).max()))
        rows = [np.repeat(columns, row) for row in r]
        factors = [np.concatenate([row, np.full(degree - len(row), r.shape[1])]) for row in rows]
        return cls(r.shape[1], np.asarray(factors, dtype=np.int64), np.ones(len(r)))

    def __len__(self) -> int:
        return len(self.factors)

    def unweighted(self) -> "Monomials":
        """The plain monomials, each with weight one."""
        return Monomials(self.dimension, self.factors, np.ones(len(self)))

    def exponents(self) -> Index:
        """The exponent vector r of each feature, one row each."""
        r = np.zeros((len(self), self.dimension + 1), dtype=np.int64)
        np.add.at(r, (np.arange(len(self))[:, None], self.factors), 1)
        return r[:, : self.dimension]

    def names(self, columns: Sequence[str] | None = None) -> list[str]:
        """What each feature is the product of; columns are called x1, x2, ... unless they have names."""
        names = list(columns) if columns is not None else [f"x{i + 1}" for i in range(self.dimension)]
        if len(names) != self.dimension:
            raise InputError(f"there are {self.dimension} columns but {len(names)} names.")
        return [
            " ".join(name if r == 1 else f"{name}^{r}" for name, r in zip(names, row, strict=True) if r) or "1"
            for row in self.exponents()
        ]

    def features(self, inputs: Vectors) -> Matrix:
        """The weighted monomials of each example."""
        if inputs.dimension != self.dimension:
            raise InputError(
                f"the monomials have {self.dimension} variables, but the data have {inputs.dimension} columns."
            )
        x = np.hstack([inputs.in_double().dense(), np.ones((len(inputs), 1))])
        values = np.tile(self.weights, (len(inputs), 1))
        for column in self.factors.T:
            values *= x[:, column]
        return values


def _check_sizes(dimension: int, degree: int) -> None:
    check("Monomials", "dimension", dimension, Interval(1, whole=True))
    check("Monomials", "degree", degree, Interval(1, whole=True))


def _require_memory(count: int, degree: int, budget: int) -> None:
    require(count * (degree + 1) * 8, budget, f"a map onto {count} monomials", "use the polynomial kernel instead.")


def _combinations(dimension: int, degree: int) -> Index:
    return np.array(list(combinations_with_replacement(range(dimension), degree)), dtype=np.int64)


def _multinomials(factors: Index) -> Vector:
    """d! / (r₁! ⋯ rₙ!) for rows of sorted factors: the number of orders in which each row can be written."""
    run = np.ones(len(factors))
    count = np.ones(len(factors))
    for place in range(1, factors.shape[1]):
        run = np.where(factors[:, place] == factors[:, place - 1], run + 1.0, 1.0)
        count *= (place + 1.0) / run
    return np.rint(count)
