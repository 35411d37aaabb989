"""What is known of the weights of a few functions once their variances are chosen."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtrs

from drupe.foundation.arrays import Matrix, Vector

ROUNDINGS = 1e3
"""Units of rounding in sums over examples that are doubted."""


@dataclass(frozen=True, eq=False)
class SparsePosterior:
    """Weights T v with v ~ N(mean, noise (L Lᵀ)⁻¹), L Lᵀ = I + T R B Rᵀ T and T² = diag(variances).

    Parameters
    ----------
    rows
        R: the values of the functions at the examples, a row each.
    variances
        Of the weights before the data, in units of the noise.
    mean
        v after the data.
    triangle
        L.
    curvature
        B: how much each example says.
    force
        B (t − f): how each example pulls at the function f; of classes the gradient of their log likelihood.
    energy
        tᵀ(B⁻¹ + RᵀT²R)⁻¹t; 0 where the noise is known.
    noise
        Its variance; 1 for classes.
    log_evidence
        ln P(targets); of classes by Laplace's approximation.
    rounding
        What of a slope of the log evidence may be rounding.
    """

    rows: Matrix
    variances: Vector
    mean: Vector
    triangle: Matrix
    curvature: Vector
    force: Vector
    energy: float
    noise: float
    log_evidence: float
    rounding: float

    @property
    def weights(self) -> Vector:
        """Of the functions."""
        return np.asarray(np.sqrt(self.variances) * self.mean)

    @property
    def outputs(self) -> Vector:
        """f at the examples."""
        return np.asarray(self.weights @ self.rows)

    @property
    def reduction(self) -> Matrix:
        """The matrix F with covariance FᵀF of the weights."""
        return np.asarray(np.sqrt(self.noise) * lower_solved(self.triangle, np.diag(np.sqrt(self.variances))))

    @property
    def determined(self) -> Vector:
        """ζ: the share of each weight that the data determine."""
        return np.asarray(1.0 - np.square(lower_solved(self.triangle, np.eye(len(self.mean)))).sum(axis=0))

    @property
    def steepest(self) -> float:
        """Largest slope of the log evidence in the logarithm of a variance: ½ (μ² / (noise θ) − ζ)."""
        slopes = 0.5 * (self.mean**2 / self.noise - self.determined)
        return float(np.abs(slopes).max(initial=0.0))

    @property
    def log_determinant(self) -> float:
        """ln det(I + T R B Rᵀ T)."""
        return log_determinant(self.triangle)


def rounding_of(magnified: float) -> float:
    """What of a slope may be rounding: variances of functions, in units of the noise, magnify it, or their roots."""
    return float(ROUNDINGS * np.finfo(np.float64).eps * magnified)


def triangle_of(rows: Matrix, roots: Vector, curvature: Vector) -> Matrix:
    """L with L Lᵀ = I + T R B Rᵀ T, T = diag(roots)."""
    scaled = rows * roots[:, None]
    matrix = (scaled * curvature) @ scaled.T
    matrix[np.diag_indices(len(matrix))] += 1.0
    if not len(matrix):
        return np.asarray(matrix)
    found, info = dpotrf(matrix, lower=1, clean=1)
    if info:
        raise FloatingPointError("the functions depend on each other beyond what float64 can tell apart")
    return np.asarray(found)


def log_determinant(triangle: Matrix) -> float:
    """ln det L Lᵀ."""
    return 2.0 * float(np.log(triangle.diagonal()).sum())


def lower_solved(triangle: Matrix, right: Matrix) -> Matrix:
    """L⁻¹ times a vector or a matrix."""
    if not len(triangle):
        return np.asarray(right, dtype=np.float64)
    return np.asarray(dtrtrs(triangle, right, lower=1)[0]).reshape(right.shape)


def upper_solved(triangle: Matrix, right: Matrix) -> Matrix:
    """L⁻ᵀ times a vector or a matrix."""
    if not len(triangle):
        return np.asarray(right, dtype=np.float64)
    return np.asarray(dtrtrs(triangle, right, lower=1, trans=1)[0]).reshape(right.shape)
