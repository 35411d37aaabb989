"""A world like the search for new particles: skewed columns, a smooth boundary, and much that cannot be known."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import expit

from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, whole

WAVES = 60
"""Cosines in the log odds."""

HEIGHT = 0.54
"""Size of each, such that the best rule errs as often as those of the particle data do."""


@dataclass(frozen=True)
class Susy(Checked, RowWorld):
    """ln(p / (1 − p)) = Σ aⱼ cos(0.9 ⟨wⱼ, x⟩ + bⱼ) + 0.8 x₁x₂ − 0.5 x₄, with 60 cosines on 18 columns.

    Columns are Gaussian; every third is |·|^1.3, as energies are skewed. The best rule errs on 19 % of the rows.

    Parameters
    ----------
    seed
        Of the rows; the waves are the same in all of these worlds.
    size
        Rows of one chunk.

    Examples
    --------
    >>> chunk = Susy(seed=0, size=1000).chunk(5)
    >>> chunk.X.shape, str(chunk.X.dtype), bool((chunk.X == Susy(0, 1000).chunk(5).X).all())
    ((1000, 18), 'float32', True)
    """

    seed: int = whole(0, 0)
    size: int = whole(1, 65536)

    @property
    def dimension(self) -> int:
        """Eighteen, as of the particle data."""
        return 18

    @cached_property
    def _waves(self) -> tuple[Matrix, Matrix, Matrix]:
        rng = np.random.default_rng(20006)
        return rng.normal(size=(self.dimension, WAVES)), rng.uniform(0.0, 2.0 * np.pi, WAVES), rng.normal(size=WAVES)

    def probabilities(self, X: Matrix) -> Vector:
        """P(y = 1 | x) for each row."""
        directions, phases, heights = self._waves
        # In float32 a cosine is many times quicker, and off by no more than 1e-5 of a probability.
        angles = X @ (0.9 / np.sqrt(self.dimension) * directions).astype(np.float32)
        angles += phases.astype(np.float32)
        odds = np.cos(angles, out=angles) @ (HEIGHT * heights).astype(np.float32)
        return np.asarray(expit(odds.astype(np.float64) + 0.8 * X[:, 0] * X[:, 1] - 0.5 * X[:, 3]))

    def _draw(self, rng: np.random.Generator, number: int) -> Chunk:
        X = rng.standard_normal((self.size, self.dimension), dtype=np.float32)
        X[:, 2::3] = np.abs(X[:, 2::3]) ** np.float32(1.3)
        probability = self.probabilities(X)
        return Chunk(X, (rng.random(self.size) < probability).astype(np.int64), probability)
