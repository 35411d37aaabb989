"""The kernel inside a fitted machine, and the examples as that machine sees them."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from drupe.estimators.last_step import last_step, transformed
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.kernels.precomputed import Precomputed


def seen_by(model: Any, X: Any) -> Inputs:
    """The examples after the steps of a pipeline before the machine, wrapped as the machine sees them."""
    return coerce(transformed(model, X))


def fitted_kernel(model: Any) -> Kernel[Any]:
    """The kernel that the fitted machine compares examples with; the linear one if it has none of its own.

    >>> from drupe import SVC
    >>> fitted_kernel(SVC(gamma=0.5).fit([[0.0], [1.0]], [0, 1]))
    Gaussian(width=1.0)
    """
    found = next(iter(kernels_inside(model)), None)
    return Linear() if found is None or isinstance(found, Precomputed) else found


def kernels_inside(model: Any) -> tuple[Kernel[Any], ...]:
    """The kernels of the fitted machine: none of a vote of stumps, several if every class has its own.

    >>> from drupe import AdaBoostClassifier, SmoothingSpline
    >>> kernels_inside(SmoothingSpline().fit([[0.0], [1.0], [3.0]], [0.0, 1.0, 0.0]))
    (CubicSpline(),)
    >>> kernels_inside(AdaBoostClassifier().fit([[0.0], [1.0]], [0, 1]))
    ()
    """
    machine = last_step(model)
    found = tuple(_kernels_in(getattr(machine, "predictor_", None)))
    told = getattr(machine, "kernel_", None)
    return found or ((told,) if isinstance(told, Kernel) else ())


def _kernels_in(function: Any) -> Iterator[Kernel[Any]]:
    """The kernel of a fitted function, or those of the functions that it is made of, as a posterior is of its mean."""
    found = getattr(function, "kernel", None)
    if isinstance(found, Kernel):
        yield found
        return
    if isinstance(function, tuple):
        parts = function
    else:
        parts = tuple(vars(function).values()) if dataclasses.is_dataclass(function) else ()
    for part in parts:
        yield from _kernels_in(part)
