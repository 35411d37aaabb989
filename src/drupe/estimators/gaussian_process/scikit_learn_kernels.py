"""Kernels of scikit-learn's Gaussian processes: recognized, and written as kernels of drupe where there is one."""

import warnings
from typing import Any

import numpy as np

from drupe.estimators.warnings import FitWarning
from drupe.foundation.callers import stacklevel_outside

MODULE = "sklearn.gaussian_process.kernels"

MATERN = {0.5: "Matern12", 1.5: "Matern32", 2.5: "Matern52"}
"""By scikit-learn's `nu`."""


def warn_of_frozen(kernel: Any, tuned: bool) -> None:
    """Warn that a kernel of scikit-learn is taken as a plain function, and say what to pass instead.

    `tuned` says whether parameters are searched for at all; if not, only noise that is lost is worth a word.
    """
    if not is_of_scikit_learn(kernel):
        return
    lost = any(_name(term) == "WhiteKernel" for term in _terms(kernel))
    if not tuned and not lost:
        return
    said = ["its parameters stay as given"] * tuned + ["its WhiteKernel adds no noise"] * lost
    warnings.warn(
        f"scikit-learn's kernel {kernel} is taken as a function of two examples: {' and '.join(said)}. "
        f"{_remedy(kernel, tuned)}",
        FitWarning,
        stacklevel=stacklevel_outside(),
    )


def is_of_scikit_learn(kernel: Any) -> bool:
    """Whether it is made of the kernels of scikit-learn's Gaussian processes; asked without importing them."""
    return any(kind.__module__ == MODULE and kind.__name__ == "Kernel" for kind in type(kernel).__mro__)


def translated(kernel: Any) -> str | None:
    """The arguments of `GaussianProcessRegressor` that say the same with kernels of drupe; None if some part has none.

    >>> from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
    >>> translated(ConstantKernel(4.0) * RBF(2.0) + WhiteKernel(0.5))
    'kernel=4 * Gaussian(width=2), noise=0.5'
    """
    terms = _terms(kernel)
    noise = sum(float(term.noise_level) for term in terms if _name(term) == "WhiteKernel")
    texts = [_text(term) for term in terms if _name(term) != "WhiteKernel"]
    if not texts or None in texts:
        return None
    return f"kernel={' + '.join(map(str, texts))}" + (f", noise={noise:g}" if noise else "")


def _remedy(kernel: Any, tuned: bool) -> str:
    said = translated(kernel)
    if said is not None:
        return f"Pass kernels of drupe{', which are tuned' * tuned}: {said} (from drupe.kernels)."
    return (
        "Pass a kernel of drupe.kernels, whose parameters are tuned: Gaussian for RBF, ARD for RBF with a length for "
        "each column, Matern12, Matern32 and Matern52, RationalQuadratic, Linear for DotProduct; and noise= for "
        "WhiteKernel."
    )


def _name(kernel: Any) -> str:
    return type(kernel).__name__


def _terms(kernel: Any) -> list[Any]:
    return [*_terms(kernel.k1), *_terms(kernel.k2)] if _name(kernel) == "Sum" else [kernel]


def _text(kernel: Any) -> str | None:
    """One kernel as an expression; None if drupe has none like it."""
    match _name(kernel):
        case "RBF" if np.ndim(kernel.length_scale) == 0:
            return f"Gaussian(width={kernel.length_scale:g})"
        case "RBF":
            return f"ARD(widths=({', '.join(f'{width:g}' for width in kernel.length_scale)},))"
        case "Matern" if np.ndim(kernel.length_scale) == 0 and kernel.nu in MATERN:
            return f"{MATERN[kernel.nu]}(width={kernel.length_scale:g})"
        case "RationalQuadratic":
            return f"RationalQuadratic(width={kernel.length_scale:g}, shape={kernel.alpha:g})"
        case "DotProduct":
            return f"(Linear() + {kernel.sigma_0**2:g})"
        case "Product":
            factors = [_factor(kernel.k1), _factor(kernel.k2)]
            return None if None in factors else " * ".join(map(str, factors))
    return None


def _factor(kernel: Any) -> str | None:
    return f"{kernel.constant_value:g}" if _name(kernel) == "ConstantKernel" else _text(kernel)
