"""Kernels of scikit-learn written as kernels of drupe with the same values, parameter by parameter."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from drupe.estimators.gaussian_process.scikit_learn.wrapped import MODULE, ScikitLearnKernel
from drupe.foundation.arrays import Vector
from drupe.kernels.ard import ARD
from drupe.kernels.base import Kernel, Powered, Product, Scaled, Shifted, Sum
from drupe.kernels.constant import Constant
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.kernels.matern import Matern12, Matern32, Matern52
from drupe.kernels.noise import Noise
from drupe.kernels.rational_quadratic import RationalQuadratic
from drupe.kernels.seasonal import Seasonal
from drupe.kernels.stretched import Stretched

MATERN: dict[float, Kernel[Any]] = {0.5: Matern12(), 1.5: Matern32(), 2.5: Matern52(), math.inf: Gaussian()}
"""By scikit-learn's `nu`."""


class Link(NamedTuple):
    """How one entry θ of scikit-learn's `theta` sets a parameter of ours: exp(power · θ), or θ itself."""

    path: str
    power: float | None = 1.0

    def value(self, theta: float) -> float:
        """The parameter."""
        return theta if self.power is None else math.exp(self.power * theta)

    def slope(self, theta: float, slope: float) -> float:
        """A slope in the parameter as one in θ."""
        return slope if self.power is None else slope * self.power * self.value(theta)

    def below(self, part: str) -> "Link":
        """The same parameter, seen from a kernel of which this one is a part."""
        return Link(f"{part}.{self.path}", self.power)


@dataclass(frozen=True)
class TranslatedKernel:
    """A kernel of drupe, and which of its parameters each entry of scikit-learn's `theta` sets.

    Parameters
    ----------
    kernel
        With the values of the original.
    links
        One for each entry of `theta`, in its order; what is fixed has none.

    Examples
    --------
    >>> from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
    >>> found = translated(ConstantKernel(4.0) * RBF(2.0, "fixed") + WhiteKernel(0.5))
    >>> found.kernel
    Sum(terms=(Scaled(kernel=Gaussian(width=2.0), factor=4.0), Noise(variance=0.5)))
    >>> found.at(np.array([0.0, 0.0])).parameters()
    {'terms.0.kernel.width': 2.0, 'terms.0.factor': 1.0, 'terms.1.variance': 1.0}
    """

    kernel: Kernel[Any]
    links: tuple[Link, ...] = ()

    def at(self, theta: Vector) -> Kernel[Any]:
        """The kernel with other parameters."""
        pairs = zip(self.links, theta, strict=True)
        return self.kernel.replace({link.path: link.value(float(entry)) for link, entry in pairs})

    def slopes(self, theta: Vector, slopes: Mapping[str, float]) -> Vector:
        """Slopes in the parameters of the kernel as slopes in `theta`."""
        pairs = zip(self.links, theta, strict=True)
        return np.array([link.slope(float(entry), slopes[link.path]) for link, entry in pairs])


def translated(kernel: Any, dimension: int | None = None) -> TranslatedKernel:
    """The same kernel in drupe's words, for vectors of so many columns; what has none is wrapped."""
    known = _KNOWN.get(type(kernel).__name__) if type(kernel).__module__ == MODULE else None
    found = None if known is None else known(kernel, dimension)
    return _wrapped(kernel) if found is None else found


def default_kernel() -> Any:
    """What scikit-learn takes for quantities if no kernel is given."""
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel  # only who needs it waits for the import

    return ConstantKernel() * RBF()


def default_class_kernel() -> Any:
    """What scikit-learn takes for classes if no kernel is given: nothing in it is tuned."""
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel  # only who needs it waits for the import

    return ConstantKernel(1.0, "fixed") * RBF(1.0, "fixed")


def _wrapped(kernel: Any) -> TranslatedKernel:
    made = ScikitLearnKernel.of(kernel)
    return TranslatedKernel(made, tuple(Link(name, None) for name in made.parameters()))


def _free(kernel: Any, **paths: Link) -> tuple[Link, ...]:
    """The links of those parameters of an object that are not fixed."""
    return tuple(link for name, link in paths.items() if not getattr(kernel, f"hyperparameter_{name}").fixed)


def _constant(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return TranslatedKernel(Constant(float(kernel.constant_value)), _free(kernel, constant_value=Link("value")))


def _white(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return TranslatedKernel(Noise(float(kernel.noise_level)), _free(kernel, noise_level=Link("variance")))


def _rbf(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return _of_width(kernel, Gaussian())


def _matern(kernel: Any, dimension: int | None) -> TranslatedKernel | None:
    return _of_width(kernel, MATERN[kernel.nu]) if kernel.nu in MATERN else None


def _of_width(kernel: Any, radial: Kernel[Any]) -> TranslatedKernel:
    if not kernel.anisotropic:
        width = float(np.ravel(kernel.length_scale)[0])
        return TranslatedKernel(radial.replace({"width": width}), _free(kernel, length_scale=Link("width")))
    widths = tuple(map(float, kernel.length_scale))
    ours: Kernel[Any] = ARD(widths) if isinstance(radial, Gaussian) else Stretched(radial, widths)
    free = not kernel.hyperparameter_length_scale.fixed
    return TranslatedKernel(ours, tuple(Link(f"widths.{j}") for j in range(len(widths)) if free))


def _rational_quadratic(kernel: Any, dimension: int | None) -> TranslatedKernel:
    ours = RationalQuadratic(float(kernel.length_scale), float(kernel.alpha))
    return TranslatedKernel(ours, _free(kernel, alpha=Link("shape"), length_scale=Link("width")))


def _seasonal(kernel: Any, dimension: int | None) -> TranslatedKernel | None:
    if dimension != 1:
        return None
    ours = Seasonal(float(kernel.length_scale), float(kernel.periodicity))
    return TranslatedKernel(ours, _free(kernel, length_scale=Link("width"), periodicity=Link("period")))


def _dot_product(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return TranslatedKernel(Shifted(Linear(), float(kernel.sigma_0) ** 2), _free(kernel, sigma_0=Link("offset", 2.0)))


def _sum(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return _both(kernel, dimension, lambda inner, value: Shifted(inner, value), "offset", Sum)


def _product(kernel: Any, dimension: int | None) -> TranslatedKernel:
    return _both(kernel, dimension, lambda inner, value: Scaled(inner, value), "factor", Product)


def _both(
    kernel: Any,
    dimension: int | None,
    with_number: Callable[[Kernel[Any], float], Kernel[Any]],
    number: str,
    joined: type[Sum[Any]] | type[Product[Any]],
) -> TranslatedKernel:
    """Two kernels combined; a constant among them becomes a number beside the other."""
    first, second = (translated(part, dimension) for part in (kernel.k1, kernel.k2))
    of_number = (Link(number),)
    if isinstance(first.kernel, Constant):
        links = of_number * len(first.links) + tuple(link.below("kernel") for link in second.links)
        return TranslatedKernel(with_number(second.kernel, first.kernel.value), links)
    if isinstance(second.kernel, Constant):
        links = tuple(link.below("kernel") for link in first.links) + of_number * len(second.links)
        return TranslatedKernel(with_number(first.kernel, second.kernel.value), links)
    links = tuple(link.below(f"terms.{i}") for i, one in enumerate((first, second)) for link in one.links)
    return TranslatedKernel(joined((first.kernel, second.kernel)), links)


def _exponentiation(kernel: Any, dimension: int | None) -> TranslatedKernel | None:
    if kernel.exponent < 1 or kernel.exponent != int(kernel.exponent):
        return None
    inner = translated(kernel.kernel, dimension)
    return TranslatedKernel(
        Powered(inner.kernel, int(kernel.exponent)), tuple(link.below("kernel") for link in inner.links)
    )


_KNOWN: dict[str, Callable[[Any, int | None], TranslatedKernel | None]] = {
    "ConstantKernel": _constant,
    "DotProduct": _dot_product,
    "ExpSineSquared": _seasonal,
    "Exponentiation": _exponentiation,
    "Matern": _matern,
    "Product": _product,
    "RBF": _rbf,
    "RationalQuadratic": _rational_quadratic,
    "Sum": _sum,
    "WhiteKernel": _white,
}
