"""Least squares by polynomials of a degree, in a basis that does not spoil the numbers."""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import chebyshev

from drupe.foundation.arrays import Vector


@dataclass(frozen=True, eq=False)
class FittedPolynomial:
    """A polynomial on an interval, and whether the data determine it.

    Parameters
    ----------
    coefficients
        In Chebyshev's basis on [−1, 1].
    low, high
        The interval that is mapped to [−1, 1].
    unique
        Whether no other polynomial of the degree has as small a mean square.
    """

    coefficients: Vector
    low: float
    high: float
    unique: bool

    def __call__(self, x: Vector) -> Vector:
        return np.asarray(chebyshev.chebval(_scaled(x, self.low, self.high), self.coefficients))


def fit_polynomial(x: Vector, y: Vector, degree: int) -> FittedPolynomial:
    """min (1/n) Σ (p(xᵢ) − yᵢ)² over polynomials of the degree; the one of least norm if there are several.

    Examples
    --------
    >>> line = fit_polynomial(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]), degree=1)
    >>> round(float(line(np.array([10.0]))[0]), 9), line.unique
    (21.0, True)

    References
    ----------
    [Mukherjee04]_, section 2.1.4.
    """
    low, high = float(x.min()), float(x.max())
    basis = chebyshev.chebvander(_scaled(x, low, high), degree)
    coefficients, _, rank, _ = np.linalg.lstsq(basis, y, rcond=None)
    return FittedPolynomial(coefficients, low, high, unique=bool(rank == degree + 1))


def _scaled(x: Vector, low: float, high: float) -> Vector:
    return (2.0 * x - low - high) / (high - low if high > low else 1.0)
