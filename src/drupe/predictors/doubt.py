"""How far outputs from kernel values in single precision may be off, measured at a few of the examples."""

from collections.abc import Callable
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel

COMPARED = 32
"""Examples at which the error of single precision is measured, at most."""

SHARE = 32
"""One of so many examples is compared, where that gives enough of them."""

FEWEST = 8
"""Examples that are compared in any case, if there are as many."""

DEVIATIONS = 64.0
"""Standard deviations of that error that are doubted."""


def doubts(kernel: Kernel[Any], inputs: Inputs, errors_at: Callable[[Inputs], Matrix], rounding: Vector) -> Vector:
    """How far single precision may be off at these examples, for each output, given its errors at any few of them.

    Whatever the kernel and however its data are packed, DEVIATIONS standard deviations of the error are doubted. Errors
    of kernel values have either sign and add up like a random walk; a bound for the worst case, all of them with the
    signs of their coefficients, would be larger than the outputs of many a machine. The error is taken to grow with the
    length of an example in feature space, and to be no less than the rounding of the sum at an example of length 1.

    >>> from drupe.inputs.vectors import Vectors
    >>> from drupe.kernels.gaussian import Gaussian
    >>> doubts(Gaussian(), Vectors.of([[0.0], [1.0]]), lambda few: np.array([[1e-6], [-1e-6]]), np.zeros(1)).tolist()
    [6.4e-05]
    """
    count = min(max(len(inputs) // SHARE, FEWEST), COMPARED, len(inputs))
    compared = np.linspace(0, len(inputs) - 1, count).astype(np.int64)
    lengths = np.sqrt(np.abs(kernel.diagonal(inputs)))
    least = 0.1 * (float(lengths[compared].mean()) or 1.0)
    errors = errors_at(inputs.take(compared)) / np.maximum(lengths[compared], least)[:, None]
    deviation = np.maximum(np.sqrt(np.square(errors).mean(axis=0)), rounding)
    return np.asarray(DEVIATIONS * deviation * max(float(lengths.max()), least))


def rounding_of(kernel: Kernel[Any], centers: Inputs, squares: Vector) -> Vector:
    """How much sums round at an example of length 1, given for each of them the sum of its squared coefficients."""
    longest = float(np.sqrt(np.abs(kernel.diagonal(centers)).max()))
    return np.asarray(float(np.finfo(np.float32).eps) * longest * np.sqrt(squares))
