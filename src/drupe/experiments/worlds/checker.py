"""A world of many patches: clusters, a boundary that winds, and one label in ten that is flipped."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, Interval, ranged, whole

CLUSTERS, WAVES = 64, 40


@dataclass(frozen=True)
class Checker(Checked, RowWorld):
    """y = the sign of Σ aⱼ cos(1.3 ⟨wⱼ, x⟩ + bⱼ), 40 waves over 64 clusters in 20 columns; some labels are flipped.

    The best rule errs exactly as often as labels are flipped, and needs many centers to be found.

    Parameters
    ----------
    seed
        Of the rows; clusters and waves are the same in all of these worlds.
    size
        Rows of one chunk.
    flipped
        Probability with which a label is wrong: the Bayes error, exactly.

    Examples
    --------
    >>> round(Checker(seed=0, size=1000).chunk(0).least_risk, 12)
    0.1
    """

    seed: int = whole(0, 0)
    size: int = whole(1, 65536)
    flipped: float = ranged(Interval(0.0, 0.5, closed_low=False), 0.1)

    @property
    def dimension(self) -> int:
        """Twenty."""
        return 20

    @cached_property
    def _shape(self) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        rng = np.random.default_rng(20007)
        centers = rng.normal(size=(CLUSTERS, self.dimension))
        directions = rng.normal(size=(self.dimension, WAVES)) / np.sqrt(self.dimension)
        return centers, directions, rng.uniform(0.0, 2.0 * np.pi, WAVES), rng.normal(size=WAVES)

    def probabilities(self, X: Matrix) -> Vector:
        """P(y = 1 | x) for each row: one of two values."""
        _, directions, phases, heights = self._shape
        waves = np.cos(X @ (1.3 * directions).astype(np.float32) + phases.astype(np.float32))
        return np.where(waves @ heights.astype(np.float32) > 0.0, 1.0 - self.flipped, self.flipped)

    def _draw(self, rng: np.random.Generator, number: int) -> Chunk:
        cluster = rng.integers(CLUSTERS, size=self.size)
        X = self._shape[0][cluster].astype(np.float32)
        X += np.float32(0.6) * rng.standard_normal((self.size, self.dimension), dtype=np.float32)
        probability = self.probabilities(X)
        return Chunk(X, (rng.random(self.size) < probability).astype(np.int64), probability)
