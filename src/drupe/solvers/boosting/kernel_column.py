"""Columns of a kernel as weak learners: boosting becomes a sparse kernel machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.randomness import RandomState
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.rules.kernel_columns import KernelColumns
from drupe.solvers.boosting.weak import Found, Weak, WeakLearner


@dataclass(frozen=True)
class KernelColumn(WeakLearner):
    """h(x) = ±k(x, z) / scale for a training example z, or ±1: the one with the largest edge, found exactly.

    scale is the largest |k(x, z)| of the training examples; values beyond it are cut off. A vote is a sparse expansion
    around the examples that were chosen. For any examples that a kernel compares, strings and graphs among them.

    Parameters
    ----------
    kernel
        k, a kernel of drupe.

    Notes
    -----
    Complexity: O(n²) time for each rule, and O(n²) memory for the kernel matrix.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Gaussian
    >>> learner = ColumnSearch(Gaussian(1.0), Vectors.of([[0.0], [1.0], [5.0]]))
    >>> learner.best(np.array([0.5, 0.1, -0.4])).rule  # most like the first
    (0, 1.0)

    References
    ----------
    [Mika02]_, section 3.6.4.
    """

    kernel: Kernel[Any]

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, Kernel):
            raise ParameterError(
                f"KernelColumn.kernel must be a kernel of drupe as Gaussian(1.0), got {self.kernel!r}."
            )

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "ColumnSearch":
        return ColumnSearch(self.kernel, sample.inputs, n_jobs)


class ColumnSearch(Weak):
    """The kernel matrix of given examples."""

    def __init__(self, kernel: Kernel[Any], inputs: Inputs, n_jobs: int | None = None):
        self.kernel, self.inputs = kernel, inputs
        K = np.asarray(LazyGram(kernel, inputs, n_jobs).dense(DEFAULT_BYTES), dtype=np.float64)
        self.scale = float(np.abs(K).max())
        if not 0.0 < self.scale < np.inf:
            raise InputError(f"{kernel!r} is zero, or not finite, on all of these examples; take another kernel.")
        self.columns = K / self.scale

    def best(self, pulls: Vector) -> Found:
        edges = self.columns @ pulls
        place, total = int(np.argmax(np.abs(edges))), float(pulls.sum())
        if abs(total) >= abs(edges[place]):
            sign = -1.0 if total < 0.0 else 1.0
            return Found((len(self.inputs), sign), np.full(len(pulls), sign))
        sign = -1.0 if edges[place] < 0.0 else 1.0
        return Found((place, sign), sign * self.columns[place])

    def gathered(self, rules: Sequence[tuple[int, float]]) -> KernelColumns:
        places = np.array([place for place, _ in rules], dtype=np.int64)
        chosen = np.unique(places[places < len(self.inputs)])
        signs = np.array([sign for _, sign in rules], dtype=np.float64)
        which = np.searchsorted(chosen, places)  # beyond the last for the constant
        return KernelColumns(self.kernel, self.inputs.take(chosen), which, signs, self.scale)
