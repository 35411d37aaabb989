"""Polynomials in coordinates of their own: around the middle of the data and in units of their spread."""

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Reals
from drupe.inputs.vectors import Vectors
from drupe.kernels.null_space import polynomials

Monomial = tuple[int, ...]
"""A product of columns, by their numbers in rising order."""


@dataclass(frozen=True, eq=False)
class PolynomialFrame:
    """Every monomial of total degree below `order` in t = (x − center) / scale, which lies in [−1, 1] on the data.

    The same polynomials as in x, but far better told apart: of the years 1900 to 2000 squares are nearly a straight
    line, of −1 to 1 they are not.

    Parameters
    ----------
    order
        All degrees below it; 0 for no polynomials at all.
    center
        The middle of each column.
    scale
        Half the range of each column; 1 for a column that is constant.

    Examples
    --------
    >>> years = Vectors.of([[1900.0], [1950.0], [2000.0]])
    >>> frame = PolynomialFrame.around(years, order=3)
    >>> frame.values(years).tolist()
    [[1.0, -1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]
    >>> frame.in_columns(np.array([[0.0], [50.0], [0.0]])).ravel().tolist()  # 50 t = x − 1950
    [-1950.0, 1.0, 0.0]

    References
    ----------
    [Wahba90]_, section 2.4.
    """

    order: int
    center: Annotated[Vector, Reals("columns")]
    scale: Annotated[Vector, Reals("columns")]

    @classmethod
    def around(cls, inputs: Vectors, order: int) -> "PolynomialFrame":
        """The frame of these examples."""
        x = inputs.in_double().dense()
        low, high = x.min(axis=0), x.max(axis=0)
        half = 0.5 * high - 0.5 * low
        return cls(order, low + half, np.where(half > 0.0, half, 1.0))

    @property
    def monomials(self) -> list[Monomial]:
        """In the order of the columns of `values`."""
        columns = range(len(self.center))
        return [factors for degree in range(self.order) for factors in combinations_with_replacement(columns, degree)]

    @property
    def count(self) -> int:
        """How many there are, without listing them."""
        return math.comb(len(self.center) + self.order - 1, len(self.center)) if self.order else 0

    def values(self, inputs: Vectors) -> Matrix:
        """One row for each example, one column for each monomial."""
        return polynomials(Vectors.of((inputs.in_double().dense() - self.center) / self.scale), self.order)

    def in_columns(self, coefficients: Matrix) -> Matrix:
        """Coefficients of the monomials in x itself, from those in t; one column for each polynomial."""
        found = np.zeros(coefficients.shape)
        place = {monomial: i for i, monomial in enumerate(self.monomials)}
        for monomial, weight in zip(self.monomials, coefficients, strict=True):
            for part, factor in self._expanded(monomial).items():
                found[place[part]] += factor * weight
        return found

    def _expanded(self, monomial: Monomial) -> dict[Monomial, float]:
        """The product of (xⱼ − center) / scale over the columns of a monomial, multiplied out."""
        terms: dict[Monomial, float] = {(): 1.0}
        for j in monomial:
            longer: defaultdict[Monomial, float] = defaultdict(float)
            for part, factor in terms.items():
                longer[tuple(sorted((*part, j)))] += factor / self.scale[j]
                longer[part] -= factor * self.center[j] / self.scale[j]
            terms = longer
        return terms
