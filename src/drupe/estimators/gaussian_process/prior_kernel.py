"""The kernel of a Gaussian process that has seen nothing, as far as the parameter `kernel` tells it."""

from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError

from drupe.estimators.gaussian_process.scikit_learn.translation import default_kernel, translated
from drupe.estimators.gaussian_process.scikit_learn.wrapped import is_of_scikit_learn
from drupe.estimators.kernel_choice import KernelChoice
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel

AUTO = "auto"
"""The word for a kernel on the scale of the data."""

FROM_DATA = (AUTO, "rbf", "poly", "sigmoid", "precomputed")
"""Words for kernels that are not known before the data."""


def prior_kernel(kernel: Any, inputs: Inputs, owner: str) -> Kernel[Any]:
    """What a user gave as `kernel`, as a kernel for these inputs; an error if it is known only after a fit."""
    if isinstance(kernel, str) and kernel in FROM_DATA:
        raise NotFittedError(
            f"This {owner} instance is not fitted yet, and kernel={kernel!r} takes its scale from the data, so that "
            "there is no prior to ask: call 'fit' first, or give a kernel, such as 1.0 * Gaussian(2.0)."
        )
    if kernel is None or is_of_scikit_learn(kernel):
        return translated(default_kernel() if kernel is None else kernel, inputs.dimension).kernel
    return KernelChoice(kernel).on(inputs, np.ones(len(inputs)))
