"""Kernels in fifty digits, by their formulas, and how far a computed matrix is from them."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import mpmath
import numpy as np

Point: TypeAlias = Sequence[Any]
Exact: TypeAlias = Callable[[Point, Point], Any]
"""k(x, z) in mpmath's numbers."""


def squared(x: Point, z: Point) -> Any:
    """‖x − z‖²."""
    return mpmath.fsum((a - b) ** 2 for a, b in zip(x, z, strict=True))


def l1(x: Point, z: Point) -> Any:
    """‖x − z‖₁."""
    return mpmath.fsum(abs(a - b) for a, b in zip(x, z, strict=True))


def inner(x: Point, z: Point) -> Any:
    """⟨x, z⟩."""
    return mpmath.fsum(a * b for a, b in zip(x, z, strict=True))


def inner_of_sizes(x: Point, z: Point) -> Any:
    """Σ |xⱼ zⱼ|, what the rounding of ⟨x, z⟩ is measured by."""
    return mpmath.fsum(abs(a * b) for a, b in zip(x, z, strict=True))


def chi_squared(x: Point, z: Point) -> Any:
    """Σ (xⱼ − zⱼ)² / (xⱼ + zⱼ), 0/0 = 0."""
    return mpmath.fsum((a - b) ** 2 / (a + b) for a, b in zip(x, z, strict=True) if a + b > 0)


def worst_error(computed: np.ndarray, exact: Exact, left: np.ndarray, right: np.ndarray, scale: Exact) -> float:
    """The largest |computed − exact| / |scale|, where both are not below the normal numbers."""
    with mpmath.workdps(50):
        xs, zs = ([[mpmath.mpf(float(t)) for t in row] for row in side] for side in (left, right))
        worst = mpmath.mpf(0)
        for i, x in enumerate(xs):
            for j, z in enumerate(zs):
                error = abs(mpmath.mpf(float(computed[i, j])) - exact(x, z))
                # Below the normal numbers no relative precision is to be had.
                granted = max(abs(scale(x, z)), mpmath.mpf(float(np.finfo(np.float64).tiny)))
                worst = max(worst, error / granted)
        return float(worst)
