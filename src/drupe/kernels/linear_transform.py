"""The linear-transform kernel: the inner product after a linear map."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Form, LinearMap, dot
from drupe.kernels.frozen_arrays import frozen_matrix
from drupe.kernels.psd_factor import psd_factor


@dataclass(frozen=True)
class LinearTransform(Kernel[Vectors]):
    """k(x, z) = ⟨Ax, Az⟩ = xᵀBz with B = AᵀA.

    Weighs, mixes or drops coordinates before it compares: what is known about the coordinates goes into A.

    Parameters
    ----------
    transform
        The matrix A, with one column for each coordinate of the inputs.

    Examples
    --------
    >>> LinearTransform.of([[1.0, 1.0]])([[1.0, 2.0]], [[3.0, 4.0]]).item()
    21.0
    >>> LinearTransform.from_product(np.diag([1.0, 4.0]))([[1.0, 2.0]], [[3.0, 4.0]]).item()
    35.0

    References
    ----------
    [Cristianini00]_, proposition 3.12 (6); [Graepel02]_, section 2.3.3.
    """

    transform: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "transform", frozen_matrix("LinearTransform", "transform", self.transform))

    @classmethod
    def of(cls, transform: npt.ArrayLike) -> "LinearTransform":
        """The kernel ⟨Ax, Az⟩ of a matrix A."""
        return cls(frozen_matrix("LinearTransform", "transform", transform))

    @classmethod
    def from_product(cls, product: npt.ArrayLike) -> "LinearTransform":
        """The kernel xᵀBz of a symmetric positive semi-definite matrix B; any other B is refused."""
        return cls.of(psd_factor("LinearTransform", "product", product))

    @property
    def product(self) -> Matrix:
        """The matrix B = AᵀA."""
        a = np.asarray(self.transform)
        return np.asarray(a.T @ a)

    def form(self) -> Form:
        return dot(LinearMap(self.transform))

    def derivatives(self) -> Mapping[str, Form]:
        # ∂⟨Ax, Az⟩/∂Aᵢⱼ = xⱼ(aᵢz) + (aᵢx)zⱼ, polarized into two dot products on the line.
        a, unit = np.asarray(self.transform), np.eye(len(self.transform[0]))
        return {
            f"transform.{i}.{j}": _along(a[i] + unit[j], 0.5) + _along(a[i] - unit[j], -0.5)
            for i in range(len(a))
            for j in range(len(unit))
        }


def _along(direction: Matrix, weight: float) -> Form:
    return dot(LinearMap((tuple(direction.tolist()),))).map(Affine(weight))
