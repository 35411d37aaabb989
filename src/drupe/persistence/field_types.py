"""Does a value that came out of a file fit the type that its field was declared with?"""

import types
import typing
from collections.abc import Sequence
from functools import cache
from numbers import Real
from typing import Any, TypeVar, Union

_NUMBERS = {int: Real, float: Real}
"""A whole number serves as a real one, and numpy's scalars as Python's; ranges are the business of the class."""


@cache
def field_types(kind: type) -> dict[str, Any]:
    """The declared types of a dataclass's fields by name; those that cannot be resolved are left out."""
    try:
        return typing.get_type_hints(kind)
    except (NameError, TypeError):
        return {}


def fits(value: Any, hint: Any) -> bool:
    """Whether the value may stand where the hint does; what the hint says beyond classes is not looked at.

    >>> fits((1.0, 2), tuple[float, ...]), fits("1.0", float), fits(None, int | None)
    (True, False, True)
    """
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    origin = typing.get_origin(hint) or hint
    if origin is Union or origin is types.UnionType:
        return any(fits(value, part) for part in typing.get_args(hint))
    if isinstance(hint, TypeVar):
        return hint.__bound__ is None or fits(value, hint.__bound__)
    if not isinstance(origin, type) or getattr(origin, "_is_protocol", False):
        return True
    if origin is tuple:
        return _fits_tuple(value, typing.get_args(hint))
    return isinstance(value, _NUMBERS.get(origin, origin))


def _fits_tuple(value: Any, hints: tuple[Any, ...]) -> bool:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        return False
    if not hints:
        return True
    if len(hints) == 2 and hints[1] is Ellipsis:
        return all(fits(entry, hints[0]) for entry in value)
    return len(value) == len(hints) and all(map(fits, value, hints))
