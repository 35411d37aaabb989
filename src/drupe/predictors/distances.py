"""Distances in feature space from new examples to known ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.forms import Form, exact_squared_distance
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.kernels.prepared import Prepared

BLOCK_BYTES = 32 * 2**20
"""What the distances of one block of new examples may take."""


@dataclass(frozen=True)
class SquaredEuclidean(Kernel[Vectors]):
    """k(x, z) = ‖x − z‖², to full relative precision; a comparison, not an inner product."""

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def form(self) -> Form:
        return exact_squared_distance()


@dataclass(frozen=True, eq=False)
class Distances:
    """d²(x, xᵢ) = k(x, x) − 2 k(x, xᵢ) + k(xᵢ, xᵢ) to all known examples.

    Of the linear kernel these are Euclidean distances, and of a Gaussian they are in the order of those; in both cases
    that order is found from ‖x − xᵢ‖² itself, which does not round to zero or to a constant.

    Parameters
    ----------
    kernel
        k.
    examples
        The xᵢ.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.

    Examples
    --------
    >>> near = Distances(Linear(), Vectors.of([[0.0], [3.0], [1.0]]))
    >>> near.squared(Vectors.of([[2.0]])).tolist(), near.nearest(Vectors.of([[2.0]]), 2).tolist()
    ([[4.0, 1.0, 1.0]], [[1, 2]])

    References
    ----------
    [Herbrich02]_, section 1.2; [Graepel02]_, section 2.2.1; [Cristianini00]_, section 3.4.
    """

    kernel: Kernel[Any]
    examples: Inputs
    n_jobs: int | None = None

    def __getstate__(self) -> dict[str, object]:
        """What was prepared is made again where it is needed: it may hold native memory."""
        return {"kernel": self.kernel, "examples": self.examples, "n_jobs": self.n_jobs}

    def __len__(self) -> int:
        return len(self.examples)

    def squared(self, inputs: Inputs) -> Matrix:
        """d²(x, xᵢ): a row for each new example, in float64."""
        if isinstance(self.kernel, Linear):
            return self._euclidean(inputs)
        own = np.asarray(self.kernel.diagonal(inputs), dtype=np.float64)
        return np.maximum(own[:, None] + self._lengths - 2.0 * self._prepared.block(inputs), 0.0)

    def ranking(self, inputs: Inputs) -> Matrix:
        """Numbers in the order of the distances, for each new example; k(x, x) need not be known."""
        if isinstance(self.kernel, Linear | Gaussian):
            return self._euclidean(inputs)
        return np.asarray(self._lengths - 2.0 * self._prepared.block(inputs))

    def nearest(self, inputs: Inputs, count: int) -> Index:
        """Positions of so many nearest examples, the nearest first, equally near ones in the order of positions."""
        found = np.empty((len(inputs), count), dtype=np.int64)
        for index, part in self.blocks(inputs):
            ranks = self.ranking(part)
            if count < len(self) // 4:
                found[index] = _few_smallest(ranks, count)
            else:
                found[index] = np.argsort(ranks, axis=1, kind="stable")[:, :count]
        return found

    def blocks(self, inputs: Inputs) -> Iterator[tuple[Index, Inputs]]:
        """The new examples in parts whose distances do not take too much memory."""
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(1, len(self)))):
            yield index, inputs.take(index)

    def _euclidean(self, inputs: Inputs) -> Matrix:
        return self._euclidean_prepared.block(inputs).astype(np.float64, copy=False)

    @cached_property
    def _lengths(self) -> Vector:
        return np.asarray(self.kernel.diagonal(self.examples), dtype=np.float64)

    @cached_property
    def _prepared(self) -> Prepared[Any]:
        return self.kernel.prepare(self.examples, threads=thread_count(self.n_jobs))

    @cached_property
    def _euclidean_prepared(self) -> Prepared[Any]:
        return SquaredEuclidean().prepare(self.examples, threads=thread_count(self.n_jobs))  # type: ignore[arg-type]


def _few_smallest(values: Matrix, count: int) -> Index:
    """Positions of the smallest entries of each row in rising order, among equal ones the first."""
    largest = np.partition(values, count - 1, axis=1)[:, count - 1]
    out = np.empty((len(values), count), dtype=np.int64)
    for i, row in enumerate(values):
        candidates = np.flatnonzero(row <= largest[i])
        out[i] = candidates[np.argsort(row[candidates], kind="stable")[:count]]
    return out
