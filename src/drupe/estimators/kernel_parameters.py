"""The parameters with which scikit-learn names a kernel, as mix-ins."""

from collections.abc import Callable
from typing import Any

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_choice import CLOSEST_OPPOSITE, SCALES
from drupe.estimators.ranges import Callable_, Either, OneOf
from drupe.foundation.parameters import Interval
from drupe.kernels.base import Kernel

KernelLike = str | Kernel[Any] | Callable[[Any, Any], Any]

KERNEL = Either(OneOf("linear", "poly", "rbf", "sigmoid", "precomputed"), Callable_())
GAMMA = Either(OneOf(*SCALES, "auto", CLOSEST_OPPOSITE), Interval(0.0))


@declared
class KernelParameters:
    """The kernel by a word and three numbers, or as a value; all to be named.

    Parameters
    ----------
    kernel
        "linear", "poly", "rbf", "sigmoid", "precomputed", a function f(X, Z) or a kernel of drupe.
    degree
        Degree of "poly".
    gamma
        Factor in "rbf", "poly" and "sigmoid": a number, "scale" for 1/(d · variance of X), "auto" for 1/d. With weights
        the variance is that of the weighted examples; "unweighted_scale" takes X as it came, as scikit-learn does.
        For "rbf" and classes also "closest_opposite": the width is the distance of the closest two examples of
        different classes, and gamma 1/(2 width²).
    coef0
        Constant in "poly" and "sigmoid".
    """

    kernel: KernelLike = parameter(KERNEL, default="rbf")
    degree: int = parameter(Interval(0, whole=True), default=3)
    gamma: str | float = parameter(GAMMA, default="scale")
    coef0: float = parameter(Interval(closed_low=False), default=0.0)


@declared
class KernelFirst(KernelParameters):
    """The same, with the kernel as the first argument."""

    kernel: KernelLike = parameter(KERNEL, default="rbf", kw_only=False)
