"""The kernel inside a fitted machine, and the examples as that machine sees them."""

import dataclasses
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
    found = _kernel_in(getattr(last_step(model), "predictor_", None))
    return Linear() if found is None or isinstance(found, Precomputed) else found


def _kernel_in(function: Any) -> Kernel[Any] | None:
    """The kernel of a fitted function, or of a function that it is made of, as a posterior is of its mean."""
    found = getattr(function, "kernel", None)
    if isinstance(found, Kernel):
        return found
    parts = vars(function).values() if dataclasses.is_dataclass(function) else ()
    return next((kernel for part in parts if (kernel := _kernel_in(part)) is not None), None)
