"""A kernel in short, as one would write it: combinations with their operators, parameters with four digits."""

from dataclasses import fields
from functools import singledispatch
from typing import Any, cast

from drupe.kernels.base import Centered, Kernel, Normalized, Powered, Product, Scaled, Seen, Shifted, Sum
from drupe.kernels.constant import Constant
from drupe.kernels.forms import Columns

FEW = 6
"""Columns that are named one by one."""


@singledispatch
def kernel_words(kernel: Any) -> str:
    """A kernel in short; what is no kernel as it is, and a dash for none.

    >>> from drupe.kernels import Gaussian, Linear
    >>> kernel_words(Gaussian(width=0.70711)), kernel_words("rbf"), kernel_words(None)
    ('Gaussian(width=0.7071)', 'rbf', '–')
    >>> kernel_words(Gaussian(width=2.0) + 0.5 * (Linear() + 1.0).normalized() ** 2)
    'Gaussian(width=2) + 0.5 * (Linear + 1).normalized() ** 2'
    """
    return "–" if kernel is None else str(kernel)


@kernel_words.register
def _(kernel: Kernel) -> str:  # type: ignore[type-arg]
    real = kernel.parameters()
    whole = {field.name: getattr(kernel, field.name) for field in fields(cast(Any, kernel)) if field.name not in real}
    told = {name: value for name, value in whole.items() if type(value) is int} | real
    values = ", ".join(f"{name}={value:.4g}" for name, value in told.items())
    return f"{type(kernel).__name__}({values})" if values else type(kernel).__name__


@kernel_words.register
def _(kernel: Constant) -> str:  # type: ignore[type-arg]
    return "none: always the same answer"


@kernel_words.register
def _(kernel: Sum) -> str:  # type: ignore[type-arg]
    return " + ".join(map(_term, kernel.terms))


@kernel_words.register
def _(kernel: Shifted) -> str:  # type: ignore[type-arg]
    return f"{_term(kernel.kernel)} + {kernel.offset:.4g}"


@kernel_words.register
def _(kernel: Product) -> str:  # type: ignore[type-arg]
    return " * ".join(map(_factor, kernel.terms))


@kernel_words.register
def _(kernel: Scaled) -> str:  # type: ignore[type-arg]
    return f"{kernel.factor:.4g} * {_factor(kernel.kernel)}"


@kernel_words.register
def _(kernel: Powered) -> str:  # type: ignore[type-arg]
    return f"{_base(kernel.kernel)} ** {kernel.exponent}"


@kernel_words.register
def _(kernel: Normalized) -> str:  # type: ignore[type-arg]
    return f"{_base(kernel.kernel)}.normalized()"


@kernel_words.register
def _(kernel: Seen) -> str:
    if not isinstance(kernel.view, Columns):
        return f"{_base(kernel.kernel)} of transformed examples"
    chosen = kernel.view.chosen
    named = ", ".join(map(str, chosen)) if len(chosen) <= FEW else f"{len(chosen)} columns"
    return f"{_base(kernel.kernel)}.on([{named}])"


@kernel_words.register
def _(kernel: Centered) -> str:  # type: ignore[type-arg]
    return f"{_base(kernel.kernel)}.centered()"


def _term(kernel: Kernel[Any]) -> str:
    """As a part of a larger formula, where a constant is a number."""
    return f"{kernel.parameters().get('value', 1.0):.4g}" if isinstance(kernel, Constant) else kernel_words(kernel)


def _factor(kernel: Kernel[Any]) -> str:
    return f"({_term(kernel)})" if isinstance(kernel, Sum | Shifted) else _term(kernel)


def _base(kernel: Kernel[Any]) -> str:
    weak = isinstance(kernel, Sum | Shifted | Product | Scaled | Powered)
    return f"({_term(kernel)})" if weak else _term(kernel)
