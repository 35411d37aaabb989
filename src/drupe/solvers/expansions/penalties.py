"""What coefficients of a kernel expansion pay: the function's norm, their squares, or their absolute values."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


class Penalty(ABC):
    """P(a), one value for each column of coefficients a.

    References
    ----------
    [Mika02]_, sections 3.4.6 to 3.4.8.
    """

    @abstractmethod
    def value(self, coefficients: Matrix, images: Matrix) -> Vector:
        """P of each column, with Ka, the function at its own centers, beside it."""


@dataclass(frozen=True)
class FunctionNorm(Penalty):
    """P(a) = ½‖f‖² = ½ aᵀKa: smooth functions are cheap, whatever their coefficients.

    Examples
    --------
    >>> FunctionNorm().value(np.array([[2.0]]), np.array([[6.0]])).tolist()  # K = 3
    [6.0]

    References
    ----------
    [Mika02]_, eqs. 3.34 and 3.44.
    """

    def value(self, coefficients: Matrix, images: Matrix) -> Vector:
        return np.asarray(0.5 * np.einsum("ij,ij->j", coefficients, images))


@dataclass(frozen=True)
class CoefficientNorm(Penalty):
    """P(a) = ½‖a‖²: small coefficients are cheap, in whatever kernel.

    Examples
    --------
    >>> CoefficientNorm().value(np.array([[2.0]]), np.array([[6.0]])).tolist()
    [2.0]

    References
    ----------
    [Mika02]_, eqs. 3.33 and 3.48.
    """

    def value(self, coefficients: Matrix, images: Matrix) -> Vector:
        return np.asarray(0.5 * np.square(coefficients).sum(axis=0))


@dataclass(frozen=True)
class CoefficientSum(Penalty):
    """P(a) = ‖a‖₁: few coefficients are cheap, and most become zero.

    Examples
    --------
    >>> CoefficientSum().value(np.array([[-2.0]]), np.array([[-6.0]])).tolist()
    [2.0]

    References
    ----------
    [Mika02]_, eqs. 3.53 and 3.55.
    """

    def value(self, coefficients: Matrix, images: Matrix) -> Vector:
        return np.asarray(np.abs(coefficients).sum(axis=0))
