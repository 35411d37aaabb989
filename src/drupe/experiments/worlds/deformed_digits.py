"""Handwritten digits without end: those of MNIST, moved, turned, stretched and bent a little, each time anew."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

from drupe.experiments.archives import MNIST
from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged, whole

SIDE = 28
FIELDS = 256
"""Smooth random fields, of which each digit draws two."""

SMOOTH = 5.0
"""How far apart, in pixels, two places of a field have to be to differ."""

SHIFT, TURN, STRETCH = 0.5, 0.12, 0.08
"""Standard deviations of shifts, in pixels, of angles and of the stretch in each direction."""


@dataclass(frozen=True)
class DeformedDigits(Checked, RowWorld):
    """x + f₁ ∂x/∂column + f₂ ∂x/∂row, with fields f that shift, turn, stretch and bend the picture.

    Pixels from 0 to 1. What the probabilities of the classes are nobody knows.

    Parameters
    ----------
    folder
        Where the archive of MNIST lies.
    seed
        Of the choice of digits and of their deformations.
    size
        Rows of one chunk.
    bend
        Standard deviation of the smooth fields, in pixels; 0 for digits that are not bent.

    References
    ----------
    [Loosli07]_, section 3, place not checked.
    """

    folder: Path
    seed: int = whole(0, 0)
    size: int = ranged(Interval(1, whole=True), 4096)
    bend: float = nonnegative(0.8)

    @property
    def dimension(self) -> int:
        """28 · 28 pixels."""
        return SIDE * SIDE

    @cached_property
    def _fields(self) -> Matrix:
        """Smooth fields of mean square one."""
        noise = np.random.default_rng(20008).normal(size=(FIELDS, SIDE, SIDE))
        smooth = gaussian_filter(noise, (0.0, SMOOTH, SMOOTH), mode="wrap")
        return np.asarray(smooth / np.sqrt((smooth**2).mean(axis=(1, 2), keepdims=True)), dtype=np.float32)

    def _draw(self, rng: np.random.Generator, number: int) -> Chunk:
        images, digits = _archive(self.folder)
        chosen = rng.integers(len(images), size=self.size)
        X = images[chosen].astype(np.float32) / np.float32(255.0)
        across, down = self._displacements(rng)
        moved = X + across * np.gradient(X, axis=2) + down * np.gradient(X, axis=1)
        return Chunk(np.clip(moved, 0.0, 1.0).reshape(self.size, -1), digits[chosen].astype(np.int64))

    def _displacements(self, rng: np.random.Generator) -> tuple[Matrix, Matrix]:
        """How far each pixel of each digit is moved across and down: to first order of all that happens to it."""
        along = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2)[None, None, :]
        downward = along.transpose(0, 2, 1)

        def drawn(deviation: float) -> Matrix:
            return deviation * rng.standard_normal((self.size, 1, 1), dtype=np.float32)

        def bent() -> Matrix:
            return drawn(self.bend) * self._fields[rng.integers(FIELDS, size=self.size)]

        turn = drawn(TURN)
        across = drawn(SHIFT) + drawn(STRETCH) * along - turn * downward + bent()
        down = drawn(SHIFT) + drawn(STRETCH) * downward + turn * along + bent()
        return across.astype(np.float32), down.astype(np.float32)


@cache
def _archive(folder: Path) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    images, digits = MNIST.load(folder, "X_train", "y_train")
    return images.reshape(-1, SIDE, SIDE), digits
