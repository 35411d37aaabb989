"""Small samples with overlapping classes, for paths over C."""

import numpy as np


def two_classes(n: int = 120, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two noisy classes in the plane, as signs."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, 2))
    signs = np.where(x[:, 0] * x[:, 1] + 0.3 * rng.standard_normal(n) > 0, 1.0, -1.0)
    return x, signs


def several_classes(n: int = 150, k: int = 4, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Overlapping clouds around the corners of a polygon, named by letters."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(k, size=n)
    angles = 2.0 * np.pi * codes / k
    x = 1.5 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.9 * rng.standard_normal((n, 2))
    return x, np.array(list("abcdefgh"))[codes]
