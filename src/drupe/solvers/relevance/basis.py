"""The functions whose weighted sum is learned, at the examples: columns of a kernel, features, a constant."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.prepared import Prepared

BLOCK_BYTES = 64 * 2**20
"""What the values of functions that are looked at together may take."""


class Basis(ABC):
    """Functions φ₁ .. φ_M at n examples; nothing is asked of them, no symmetry and no definiteness."""

    @abstractmethod
    def __len__(self) -> int:
        """M."""

    @property
    @abstractmethod
    def n(self) -> int:
        """The number of examples."""

    @abstractmethod
    def rows(self, index: Index) -> Matrix:
        """The values of some functions, a row each, in float64."""

    @abstractmethod
    def correlate(self, vectors: Matrix) -> Matrix:
        """Σᵢ φⱼ(xᵢ) vᵢ: a row for each function, a column for each vector."""

    @abstractmethod
    def squares(self, weights: Vector) -> Vector:
        """Σᵢ φⱼ(xᵢ)² wᵢ for each function."""


@dataclass(frozen=True, eq=False)
class HeldBasis(Basis):
    """Functions whose values are held.

    Parameters
    ----------
    table
        A row for each function, a column for each example, in float64.

    Examples
    --------
    >>> basis = HeldBasis(np.array([[1.0, 2.0], [0.0, 3.0]]))
    >>> basis.correlate(np.array([[1.0], [1.0]])).ravel().tolist(), basis.squares(np.ones(2)).tolist()
    ([3.0, 3.0], [5.0, 9.0])
    """

    table: Matrix

    def __len__(self) -> int:
        return len(self.table)

    @property
    def n(self) -> int:
        return int(self.table.shape[1])

    def rows(self, index: Index) -> Matrix:
        return np.asarray(self.table[index])

    def correlate(self, vectors: Matrix) -> Matrix:
        return np.asarray(self.table @ vectors)

    def squares(self, weights: Vector) -> Vector:
        return np.asarray(np.einsum("ji,ji,i->j", self.table, self.table, weights))


@dataclass(frozen=True, eq=False)
class ComputedBasis(Basis):
    """φⱼ = k(·, zⱼ), computed whenever it is asked for.

    Parameters
    ----------
    kernel
        k, which need not be positive semi-definite.
    inputs
        The examples.
    centers
        The zⱼ.
    n_jobs
        Threads, as in scikit-learn.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    centers: Inputs
    n_jobs: int | None = None

    def __len__(self) -> int:
        return len(self.centers)

    @property
    def n(self) -> int:
        return len(self.inputs)

    def held(self) -> HeldBasis:
        """The same functions with all their values."""
        return HeldBasis(self.rows(np.arange(len(self))))

    def rows(self, index: Index) -> Matrix:
        threads, centers = thread_count(self.n_jobs), self.centers.take(index)
        if self.kernel.form() is not None:
            # Symmetric, so that no transposed copy is needed.
            return np.require(self._prepared.block(centers), np.float64, ["C"])
        return np.require(self.kernel.prepare(centers, threads=threads).block(self.inputs).T, np.float64, ["C"])

    @cached_property
    def _prepared(self) -> Prepared[Any]:
        return self.kernel.prepare(self.inputs, threads=thread_count(self.n_jobs))

    def correlate(self, vectors: Matrix) -> Matrix:
        return np.vstack([self.rows(some) @ vectors for some in self._blocks()])

    def squares(self, weights: Vector) -> Vector:
        return np.concatenate([HeldBasis(self.rows(some)).squares(weights) for some in self._blocks()])

    def _blocks(self) -> Any:
        return blocks(len(self), BLOCK_BYTES // (8 * max(1, self.n)))


@dataclass(frozen=True, eq=False)
class Biased(Basis):
    """Functions, and after them the constant 1.

    Parameters
    ----------
    others
        The functions.

    Examples
    --------
    >>> Biased(HeldBasis(np.array([[1.0, 2.0]]))).rows(np.array([1])).tolist()
    [[1.0, 1.0]]
    """

    others: Basis

    def __len__(self) -> int:
        return len(self.others) + 1

    @property
    def n(self) -> int:
        return self.others.n

    def rows(self, index: Index) -> Matrix:
        found = np.ones((len(index), self.n))
        known = index < len(self.others)
        found[known] = self.others.rows(index[known])
        return found

    def correlate(self, vectors: Matrix) -> Matrix:
        return np.vstack([self.others.correlate(vectors), vectors.sum(axis=0)])

    def squares(self, weights: Vector) -> Vector:
        return np.append(self.others.squares(weights), weights.sum())
