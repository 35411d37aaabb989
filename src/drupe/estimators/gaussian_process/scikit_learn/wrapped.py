"""A kernel of scikit-learn as it is: one that has no twin here, or that a user wrote."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.prepared import BlockwisePrepared, Prepared
from drupe.kernels.real_values import real_values

MODULE = "sklearn.gaussian_process.kernels"


def is_of_scikit_learn(kernel: Any) -> bool:
    """Whether it is made of the kernels of scikit-learn's Gaussian processes; asked without importing them."""
    return any(kind.__module__ == MODULE and kind.__name__ == "Kernel" for kind in type(kernel).__mro__)


@dataclass(frozen=True)
class ScikitLearnKernel(Kernel[Inputs]):
    """k(xᵢ, zⱼ) = made(X, Z)[i, j], with made.theta = theta.

    Parameters
    ----------
    made
        The object.
    theta
        Its parameters, as it orders them: their logarithms.

    Notes
    -----
    Such an object knows slopes only of whole matrices, all parameters at once: n² numbers for each.

    Examples
    --------
    >>> from sklearn.gaussian_process.kernels import Matern
    >>> round(ScikitLearnKernel.of(Matern(nu=1.0))([[0.0]], [[1.0]]).item(), 6)
    0.444343

    References
    ----------
    [Rasmussen06]_, chapter 4.
    """

    made: Any = field(hash=False)
    theta: tuple[float, ...]

    @classmethod
    def of(cls, made: Any) -> "ScikitLearnKernel":
        """The kernel with the parameters that it has."""
        return cls(made, tuple(map(float, made.theta)))

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    @cached_property
    def _at_theta(self) -> Any:
        moved = self.theta != tuple(map(float, self.made.theta))
        return self.made.clone_with_theta(np.array(self.theta)) if moved else self.made

    def matrix(self, left: Inputs, right: Inputs) -> Matrix:
        same = left is right
        found = self._at_theta(_raw(left)) if same else self._at_theta(_raw(left), _raw(right))
        return self._checked(found, (len(left), len(right)))

    def diagonal(self, inputs: Inputs) -> Vector:
        return self._checked(self._at_theta.diag(_raw(inputs)), (len(inputs),))

    def prepare(self, right: Inputs, *, threads: int = OPENMP_DEFAULT) -> Prepared[Inputs]:
        return _WithDiagonal(self, right)

    def gradient(self, inputs: Inputs) -> dict[str, Matrix]:
        if not self.theta:
            return {}
        _, slopes = self._at_theta(_raw(inputs), eval_gradient=True)
        found = self._checked(slopes, (len(inputs), len(inputs), len(self.theta)))
        return {f"theta.{i}": found[:, :, i] for i in range(len(self.theta))}

    def contracted(self, inputs: Inputs, weights: Matrix) -> float:
        return float(np.vdot(weights, self.matrix(inputs, inputs)))

    def _checked(self, values: Any, shape: tuple[int, ...]) -> Matrix:
        found: Matrix = np.asarray(real_values(values), dtype=np.float64)
        if found.shape != shape:
            raise InputError(f"the kernel {self.made} returned shape {found.shape}; it must return shape {shape}.")
        return found


class _WithDiagonal(BlockwisePrepared[Inputs]):
    """Rows of the Gram matrix from comparisons with all examples, which are blind to noise: that is on the diagonal."""

    def __init__(self, kernel: ScikitLearnKernel, right: Inputs):
        super().__init__(kernel.matrix, right)
        self._diagonal = kernel.diagonal

    def rows(self, index: Index) -> Matrix:
        found = np.array(super().rows(index))
        found[np.arange(len(index)), index] = self._diagonal(self._right.take(index))
        return found


def _raw(inputs: Inputs) -> Any:
    """The data as users pass them, their own to write to."""
    return np.array(inputs.dense()) if isinstance(inputs, Vectors) else list(inputs)
