"""Whether kernel and price of slack were fixed before the data, as far as the parameters tell."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from drupe.estimators.kernel_choice import CLOSEST_OPPOSITE, SCALES
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.function_kernel import FunctionKernel

SCALED = ("rbf", "poly", "sigmoid")

LOOKED_AT = 300
"""Examples on which a function of the user's is tried for negative eigenvalues."""

NEGATIVE = -1e-8
"""Eigenvalue, relative to the largest, that is more than rounding."""


def loose(parameters: Mapping[str, Any]) -> str:
    """Why kernel or price of slack depend on the data, as these parameters say; empty if they are fixed.

    `gamma="scale"` looks at X alone, but a machine trained on part of the examples would get another kernel, so that
    neither compression nor a prior fixed beforehand can be spoken of; "closest_opposite" looks at the labels, too.

    >>> loose({"kernel": "rbf", "gamma": 0.5}), loose({"class_weight": "balanced"})[:23]
    ('', 'class_weight="balanced"')
    """
    word, gamma, C = (parameters.get(name) for name in ("kernel", "gamma", "C"))
    if isinstance(word, str) and word in SCALED and gamma in (*SCALES, CLOSEST_OPPOSITE):
        return f"gamma={gamma!r} takes the kernel from the data; give gamma as a number chosen beforehand"
    if isinstance(parameters.get("class_weight"), str):
        return 'class_weight="balanced" takes the price of slack from the data; give the weights as numbers'
    if isinstance(C, str):
        return f"C={C!r} takes the price of slack from the data; give C as a number chosen beforehand"
    return ""


def unfit(machine: Any, kernel: Kernel[Any], inputs: Inputs) -> str:
    """Why nothing that needs a fixed, positive semi-definite kernel can be said of a machine fitted with this one."""
    return machine._loose() or _changed(machine, kernel, inputs) or _indefinite(kernel, inputs)


def _changed(machine: Any, kernel: Kernel[Any], inputs: Inputs) -> str:
    """A machine that was fitted with other parameters than it shows might have taken those from the data."""
    if not hasattr(machine, "kernel") or machine._kernel_choice().on(inputs, np.ones(len(inputs))) == kernel:
        return ""
    return "the parameters of the kernel were changed after the fit; fit again"


def _indefinite(kernel: Kernel[Any], inputs: Inputs) -> str:
    if kernel.definiteness.positive:
        return ""
    if not isinstance(kernel, FunctionKernel):
        return f"{type(kernel).__name__} is {kernel.definiteness}, so that there is no feature space to speak of"
    few = inputs.take(np.arange(min(LOOKED_AT, len(inputs))))
    values = np.asarray(kernel.matrix(few, few), dtype=np.float64)
    eigenvalues = np.linalg.eigvalsh(0.5 * (values + values.T))
    if eigenvalues[0] >= NEGATIVE * eigenvalues[-1]:
        return ""
    return "the kernel function has negative eigenvalues on the examples: there is no feature space to speak of"
