"""How exact the values of a kernel must be, in a graph, for their sum to keep its digits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.precomputed import Precomputed
from drupe.persistence.export.graph import DOUBLE, SINGLE, Value
from drupe.persistence.export.kernel_values import table
from drupe.predictors.one_vs_one import OneVsOne

LOOKED_AT = 256
"""Centers at which the size of the outputs is measured."""

TOLERATED = {SINGLE: 1e-4, DOUBLE: 1e-9}
"""Error, relative to the size of the outputs, that squared distances from inner products may make."""

LOST = 1e-5
"""Error from rounding in single precision, relative to the size of the outputs, above which double is taken inside."""

FAR = 100.0
"""Distance of the centers from the origin, in units of their spread, from which on single precision loses digits."""


def careful(function: Any, centers: Sequence[Inputs], coefficients: Sequence[Matrix], x: Value) -> tuple[Value, float]:
    """The examples in the precision that a sum Σᵢ k(x, xᵢ) αᵢ needs, and how far logarithms of k may be off.

    Large coefficients of either sign leave nothing but rounding in single precision, and so do columns that are far
    from the origin.
    """
    there = [part for part in centers if len(part)]
    if isinstance(function.kernel, Precomputed) or not there:
        return x, 0.0
    amplified = _amplified(function, there, [part for part in coefficients if len(part)])
    if x.dtype == SINGLE and (float(np.finfo(np.float32).eps) * amplified > LOST or _far(there)):
        x = x.cast(DOUBLE)
    return x, TOLERATED[x.dtype] / amplified


def _amplified(function: Any, centers: Sequence[Inputs], coefficients: Sequence[Matrix]) -> float:
    """How many times larger the error of a sum is than that of a kernel value, each relative to its size."""
    # Errors of kernel values have either sign, and add up like a random walk.
    largest = np.concatenate([np.abs(part).max(axis=1) for part in coefficients])
    lengths = np.sqrt(np.abs(np.concatenate([_diagonal(function, part) for part in centers])))
    walked = float(np.sqrt(np.square(largest * lengths).sum()) * lengths.max())
    offset = function.offsets if isinstance(function, OneVsOne) else function.offset
    size = max(_size(function, centers), float(np.finfo(np.float64).tiny))
    return max(1.0, (walked + float(np.abs(offset).max())) / size)


def _diagonal(function: Any, centers: Inputs) -> Vector:
    return np.asarray(function.kernel.diagonal(centers), dtype=np.float64)


def _size(function: Any, centers: Sequence[Inputs]) -> float:
    """By how much outputs differ among the centers, or how large they are if that is less; the least of all."""
    few = [part.take(np.unique(np.linspace(0, len(part) - 1, LOOKED_AT).astype(np.int64))) for part in centers]
    outputs = np.vstack([function.decision(part) for part in few])
    sizes, ranges = np.abs(outputs).max(axis=0), np.ptp(outputs, axis=0)
    return float(np.where(ranges > 0.0, np.minimum(sizes, ranges), sizes).min())


def _far(centers: Sequence[Inputs]) -> bool:
    if not all(isinstance(part, Vectors) for part in centers):
        return False
    whole = np.vstack([table(part) for part in centers if isinstance(part, Vectors)])
    middle = whole.mean(axis=0)
    spread = float(np.sqrt(np.square(whole - middle).sum(axis=1).max()))
    return bool(np.abs(middle).max(initial=0.0) > FAR * spread)
