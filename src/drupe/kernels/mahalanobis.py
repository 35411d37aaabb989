"""The Mahalanobis kernel: a Gaussian of the distance after a linear map."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Exp, Form, LinearMap, exact_squared_distance, squared_distance
from drupe.kernels.frozen_arrays import frozen_matrix
from drupe.kernels.psd_factor import psd_factor


@dataclass(frozen=True)
class Mahalanobis(Kernel[Vectors]):
    """k(x, z) = exp(−‖A(x − z)‖² / 2) = exp(−(x − z)ᵀP(x − z) / 2) with P = AᵀA.

    A Gaussian with its own axes. With A = I / width it is `Gaussian(width)`; with a diagonal A it is `ARD`.

    Parameters
    ----------
    transform
        The matrix A, with one column for each coordinate of the inputs.

    Examples
    --------
    >>> two = Mahalanobis.of([[1.0, 1.0]])([[0.0, 0.0]], [[1.0, 1.0]]).item()
    >>> bool(np.isclose(two, np.exp(-2.0)))
    True

    References
    ----------
    [Herbrich02]_, table 2.1, writes exp(−(x − z)ᵀΣ(x − z)): its Σ is P / 2.
    """

    transform: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "transform", frozen_matrix("Mahalanobis", "transform", self.transform))

    @classmethod
    def of(cls, transform: npt.ArrayLike) -> "Mahalanobis":
        """The kernel exp(−‖A(x − z)‖² / 2) of a matrix A."""
        return cls(frozen_matrix("Mahalanobis", "transform", transform))

    @classmethod
    def from_precision(cls, precision: npt.ArrayLike) -> "Mahalanobis":
        """The kernel of a symmetric positive semi-definite P (an inverse covariance); any other P is refused."""
        return cls.of(psd_factor("Mahalanobis", "precision", precision))

    @property
    def precision(self) -> Matrix:
        """The matrix P = AᵀA."""
        a = np.asarray(self.transform)
        return np.asarray(a.T @ a)

    def form(self) -> Form:
        return squared_distance(0.5, LinearMap(self.transform)).map(Exp(-0.5))

    def derivatives(self) -> Mapping[str, Form]:
        # ∂k/∂Aᵢⱼ = −(aᵢu) uⱼ k with u = x − z; the product polarized into two squares on the line.
        a, unit = np.asarray(self.transform), np.eye(len(self.transform[0]))
        return {
            f"transform.{i}.{j}": (_along(a[i] + unit[j], -0.25) + _along(a[i] - unit[j], 0.25)) * self.form()
            for i in range(len(a))
            for j in range(len(unit))
        }


def _along(direction: Matrix, weight: float) -> Form:
    return exact_squared_distance(LinearMap((tuple(direction.tolist()),))).map(Affine(weight))
