"""A Gram with one factor per example on both sides: D K D."""

from abc import abstractmethod

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.wrapped import WrappedGram


class ScaledGram(WrappedGram):
    """fᵢ fⱼ Kᵢⱼ; what the factors are, each kind says itself."""

    @property
    @abstractmethod
    def factors(self) -> Vector:
        """One float64 number per example."""

    def diagonal(self) -> Vector:
        return np.asarray(self.factors**2 * self.gram.diagonal())

    def _rows(self, index: Index) -> Matrix:
        return self._scaled(self.gram._rows(index), self.factors[index], self.factors)

    def _dense(self, progress: Progress | None) -> Matrix:
        return self._scaled(self.gram._dense(progress), self.factors, self.factors)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self._scaled(self.gram._block(rows, columns), self.factors[rows], self.factors[columns])

    def _scaled(self, block: Matrix, left: Vector, right: Vector) -> Matrix:
        return np.asarray(block * left[:, None].astype(block.dtype) * right.astype(block.dtype))

    def rough_product(self, vectors: Matrix, progress: Progress | None = None) -> Matrix:
        factors = self.factors[:, None]
        return np.asarray(factors * self.gram.rough_product(factors * vectors, progress))

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        factors = self.factors[:, None]
        return np.asarray(factors * self.gram._product(factors * vectors, progress))
