"""Sparse machines for every alpha at once: how many coefficients each has, and what it says of new examples."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.solvers.expansions.sparse_path import SparsePath


@dataclass(frozen=True, eq=False)
class MachinePath:
    """All minima of ½ Σᵢ wᵢ (f(xᵢ) + b − yᵢ)² + alpha ‖a‖₁, f = Σⱼ aⱼ k(xⱼ, ·), from alpha = `largest` down to `least`.

    Parameters
    ----------
    kernel
        k.
    inputs
        The training examples of positive weight.
    paths
        The path of each function.
    n_jobs
        Threads.

    Examples
    --------
    >>> from drupe import SparseKernelRegressor
    >>> path = SparseKernelRegressor("linear", alpha=1.0).path([[-1.0], [0.0], [1.0]], [-1.0, 0.0, 1.0])
    >>> path.largest, path.outputs([[2.0]], [4.0, 1.0]).ravel().round(9).tolist()  # 2 (1 − 1/2) at alpha = 1
    (2.0, [0.0, 1.0])

    References
    ----------
    [Mika02]_, eq. 3.53; [Efron04]_, section 3.1.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    paths: tuple[SparsePath, ...]
    n_jobs: int | None = None

    @property
    def alphas(self) -> Vector:
        """Where a coefficient of any function joins or leaves, falling."""
        return np.unique(np.concatenate([path.alphas for path in self.paths]))[::-1]

    @property
    def largest(self) -> float:
        """The alpha from which on all coefficients are zero."""
        return max(path.largest for path in self.paths)

    @property
    def least(self) -> float:
        """The alpha down to which all functions are known."""
        return max(path.least for path in self.paths)

    def coefficients(self, alpha: float) -> Matrix:
        """a of all training examples, one column for each function."""
        return np.column_stack([path.coefficients(alpha) for path in self.paths])

    def offset(self, alpha: float) -> Vector:
        """b of each function."""
        return np.array([path.offset(alpha) for path in self.paths])

    def nonzeros(self, alphas: npt.ArrayLike) -> Index:
        """How many examples have a coefficient in any function, at each alpha."""
        return np.array([np.count_nonzero(self.coefficients(alpha).any(axis=1)) for alpha in _listed(alphas)])

    def outputs(self, X: Any, alphas: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """f(x) + b, with the program's own b: alpha by alpha, one row for each example, one column for each function.

        The kernel compares new examples with each training example once, whatever the number of alphas.
        """
        new = coerce_like(self.inputs, X, "the path")
        wanted = _listed(alphas)
        tables = [self.coefficients(alpha) for alpha in wanted]
        centers = np.flatnonzero(np.any([table.any(axis=1) for table in tables], axis=0))
        function = Expansion(
            self.kernel,
            self.inputs.take(centers),
            np.hstack([table[centers] for table in tables]),
            np.concatenate([self.offset(alpha) for alpha in wanted]),
            self.n_jobs,
        )
        shape = (len(new), len(wanted), len(self.paths))
        return np.asarray(function.decision(new).reshape(shape).transpose(1, 0, 2))


def _listed(alphas: npt.ArrayLike) -> list[float]:
    found = np.atleast_1d(np.asarray(alphas, dtype=np.float64))
    if found.ndim != 1 or not len(found):
        raise InputError(f"alphas must be a number or a list of numbers, got an array of shape {found.shape}.")
    return [float(alpha) for alpha in found]
