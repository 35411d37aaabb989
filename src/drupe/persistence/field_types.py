"""Does a value that came out of a file fit the type that its field was declared with?"""

import types
import typing
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from numbers import Integral, Real
from typing import Annotated, Any, TypeVar, Union

import numpy as np

_NUMBERS: dict[type, Any] = {int: Integral, float: Real, bool: (bool, np.bool_)}
"""A whole number serves as a real one, and numpy's scalars as Python's; ranges are the business of the class."""


@cache
def field_types(kind: type) -> dict[str, Any]:
    """The declared types of a class's fields or attributes by name, with what is promised beside the types."""
    return typing.get_type_hints(kind, include_extras=True)


def fits(value: Any, hint: Any) -> bool:
    """Whether the value may stand where the hint does.

    >>> fits((1.0, 2), tuple[float, ...]), fits("1.0", float), fits(None, int | None), fits([1, "2"], list[int])
    (True, False, True, False)
    """
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    origin = typing.get_origin(hint) or hint
    if origin is Annotated:
        return fits(value, typing.get_args(hint)[0])
    if origin is Union or origin is types.UnionType:
        return any(fits(value, part) for part in typing.get_args(hint))
    if isinstance(hint, TypeVar):
        return hint.__bound__ is None or fits(value, hint.__bound__)
    if not isinstance(origin, type):
        return True
    if getattr(origin, "_is_protocol", False):
        return all(hasattr(value, name) for name in _members(origin))
    return _fits_class(value, origin, typing.get_args(hint))


@cache
def _members(protocol: type) -> frozenset[str]:
    """What a protocol asks for."""
    bases = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False)]
    return frozenset(name for base in bases for name in vars(base) if not name.startswith("_"))


def _fits_class(value: Any, origin: type, hints: tuple[Any, ...]) -> bool:
    if origin is tuple:
        return _fits_tuple(value, hints)
    if not isinstance(value, _NUMBERS.get(origin, origin)):
        return False
    if origin is np.ndarray and hints:
        return _fits_numbers(value.dtype, typing.get_args(hints[-1]))
    if issubclass(origin, Mapping) and hints:
        return all(fits(key, hints[0]) and fits(entry, hints[-1]) for key, entry in value.items())
    if issubclass(origin, Sequence | AbstractSet) and hints:
        return all(fits(entry, hints[0]) for entry in value)
    return True


def _fits_numbers(dtype: np.dtype[Any], hints: tuple[Any, ...]) -> bool:
    """Whether an array holds numbers of the declared kind, in whatever precision."""
    wanted = typing.get_origin(hints[0]) or hints[0] if hints else Any
    if not isinstance(wanted, type):
        return True
    kinds = (np.integer, np.floating, np.bool_, np.str_)
    return issubclass(dtype.type, next((kind for kind in kinds if issubclass(wanted, kind)), object))


def _fits_tuple(value: Any, hints: tuple[Any, ...]) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return False
    if not hints:
        return True
    if len(hints) == 2 and hints[1] is Ellipsis:
        return all(fits(entry, hints[0]) for entry in value)
    return len(value) == len(hints) and all(map(fits, value, hints))
