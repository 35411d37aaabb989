"""Handwritten digits as examples: MNIST and USPS as they are split in the literature, and ones against twos."""

from pathlib import Path

import numpy as np

from drupe.experiments.archives import MNIST, USPS, Archive
from drupe.experiments.split import Split

TRAIN, TEST = 188, 453
"""Ones and twos that the literature took."""


def mnist(folder: Path) -> Split:
    """All of MNIST, pixels from 0 to 255."""
    return _split(folder, MNIST, 1.0, 0.0)


def usps(folder: Path, paper: float = -1.0) -> Split:
    """All of USPS, pixels from that of white paper to 2 above; the literature has -1 and 0."""
    return _split(folder, USPS, 1e-3, paper + 1.0)


def _split(folder: Path, archive: Archive, unit: float, offset: float) -> Split:
    X, y, X_test, y_test = archive.load(folder, "X_train", "y_train", "X_test", "y_test")
    images, others = (unit * part.reshape(len(part), -1).astype(np.float64) + offset for part in (X, X_test))
    return Split(images, y.astype(np.int64), others, y_test.astype(np.int64))


def ones_and_twos(folder: Path, seed: int, n: int = TRAIN, n_test: int = TEST) -> Split:
    """Half of each, drawn at random from the training images of MNIST: the source does not say which it took."""
    images, digits = MNIST.load(folder, "X_train", "y_train")
    y = digits.astype(np.int64)
    rng = np.random.default_rng(seed)
    ones, twos = (rng.permutation(np.flatnonzero(y == digit)) for digit in (1, 2))
    half, rest = n // 2, n_test // 2
    train = np.concatenate([ones[:half], twos[: n - half]])
    test = np.concatenate([ones[half : half + rest], twos[n - half : n - half + n_test - rest]])
    X = images.reshape(len(y), -1)
    return Split(X[train].astype(np.float64), y[train], X[test].astype(np.float64), y[test])
