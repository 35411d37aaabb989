"""A kernel as one types it: `rbf`, `Gaussian(width=2)`, `Linear() + 0.5 * Polynomial(degree=3)`."""

import ast
import operator
from collections.abc import Callable
from typing import Any

import drupe.kernels
from drupe.foundation.errors import DrupeError, ParameterError
from drupe.kernels.base import Kernel

WORDS = ("linear", "poly", "rbf", "sigmoid")
"""scikit-learn's."""

_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}


def parse_kernel(text: str) -> str | Kernel[Any]:
    """The kernel that a text describes; nothing in it is run but constructors of kernels and their algebra.

    >>> parse_kernel("Gaussian(width=2) + 0.5 * Linear()")
    Sum(terms=(Gaussian(width=2), Scaled(kernel=Linear(), factor=0.5)))
    """
    if text in WORDS:
        return text
    try:
        found = _value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, TypeError, ValueError, RecursionError) as cause:
        if isinstance(cause, DrupeError):
            raise
        raise _refused(text) from None
    if not isinstance(found, Kernel):
        raise _refused(text)
    return found


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_value(left), _value(right))
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Name(id=name):
            return _kind(name)()
        case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
            return _kind(name)(**{str(one.arg): _value(one.value) for one in keywords})
        case ast.Call(func=ast.Attribute(value=inner, attr="normalized"), args=[], keywords=[]):
            return _value(inner).normalized()
    raise ValueError(ast.dump(node))


def _kind(name: str) -> Any:
    kind = getattr(drupe.kernels, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Kernel) and name in drupe.kernels.__all__):
        raise ValueError(name)
    return kind


def _refused(text: str) -> ParameterError:
    return ParameterError(
        f"there is no kernel {text!r}; write {', '.join(WORDS)}, or a formula such as 'Gaussian(width=2) + Linear()' "
        "(see: drupe kernels)."
    )
