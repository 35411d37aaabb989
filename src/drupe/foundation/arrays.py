"""The array types that the mathematics speaks of."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.floating[Any]]
"""One real number per example (or per feature)."""

Matrix: TypeAlias = npt.NDArray[np.floating[Any]]
"""A two-dimensional array of real numbers; rows are examples unless said otherwise."""

Index: TypeAlias = npt.NDArray[np.int64]
"""Positions of examples in a collection."""
