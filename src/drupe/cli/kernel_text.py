"""A kernel as one types it: `rbf`, `Gaussian(width=2)`, `Spectrum(length=3).normalized() + 0.5 * ExactMatch()`."""

import ast
import dataclasses
import inspect
import operator
from collections.abc import Callable
from typing import Any

import drupe.kernels
from drupe.cli.named import named
from drupe.foundation.errors import DrupeError, ParameterError
from drupe.kernels.base import Kernel
from drupe.kernels.strings.letters import DNA, PROTEIN, RNA

WORDS = ("linear", "poly", "rbf", "sigmoid")
"""scikit-learn's."""

LETTERS = {"DNA": DNA, "RNA": RNA, "PROTEIN": PROTEIN}
"""Alphabets by name, as kernels on strings take them."""

_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}


def kernel_kinds() -> dict[str, type[Any]]:
    """All kernels by name."""
    return {
        name: kind
        for name in drupe.kernels.__all__
        if inspect.isclass(kind := getattr(drupe.kernels, name)) and issubclass(kind, Kernel) and kind is not Kernel
    }


def parse_kernel(text: str) -> str | Kernel[Any]:
    """The kernel that a text describes; nothing in it is run but constructors of kernels and their algebra.

    >>> parse_kernel("Gaussian(width=2) + 0.5 * Linear()")
    Sum(terms=(Gaussian(width=2), Scaled(kernel=Linear(), factor=0.5)))
    >>> parse_kernel("Mismatch(length=5, mismatches=1, alphabet=DNA)")
    Mismatch(length=5, mismatches=1, alphabet='ACGT')
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
        case ast.Constant(value=int() | float() | str() as plain):
            return plain
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            first, second = _value(left), _value(right)
            if isinstance(sign, ast.Pow) and not isinstance(first, Kernel):
                raise ValueError("a power of a number")
            return _OPERATORS[type(sign)](first, second)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return tuple(_value(item) for item in items)
        case ast.Name(id=name):
            return LETTERS[name] if name in LETTERS else _made(name, {})
        case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
            return _made(name, {str(one.arg): _value(one.value) for one in keywords})
        case ast.Call(func=ast.Name(id=name), args=[_, *_]):
            kind = named(name, kernel_kinds(), "kernels")[1]
            raise ParameterError(f"parameters of kernels have names, as in {kind.__name__}({_first_field(kind)}=...).")
        case ast.Call(func=ast.Attribute(value=inner, attr="normalized"), args=[], keywords=[]):
            return _value(inner).normalized()
    raise ValueError(ast.dump(node))


def _made(name: str, values: dict[str, Any]) -> Any:
    kind = named(name, kernel_kinds(), "kernels")[1]
    fields = [field for field in dataclasses.fields(kind) if field.init]
    strange = [key for key in values if key not in {field.name for field in fields}]
    if strange:
        has = f"it has {', '.join(field.name for field in fields)}" if fields else "it has none"
        raise ParameterError(f"the kernel {kind.__name__} has no parameter {strange[0]!r}; {has}.")
    missing = [one.name for one in fields if one.default is one.default_factory is dataclasses.MISSING]
    lacking = [key for key in missing if key not in values]
    if lacking:
        raise ParameterError(f"the kernel {kind.__name__} needs {lacking[0]}=...; see: drupe kernels {kind.__name__}.")
    return kind(**values)


def _first_field(kind: type[Any]) -> str:
    return next((field.name for field in dataclasses.fields(kind)), "name")


def _refused(text: str) -> ParameterError:
    return ParameterError(
        f"there is no kernel {text!r}; write {', '.join(WORDS)}, or a formula such as 'Gaussian(width=2) + Linear()' "
        "(see: drupe kernels)."
    )
