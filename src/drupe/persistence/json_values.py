"""What JSON can hold, as a type, and the words by which the file tells apart what JSON cannot."""

import re
from enum import Enum
from typing import Any, TypeAlias
from uuid import UUID

import numpy as np

from drupe.foundation.errors import InputError

JSON: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
"""A value of a JSON document."""

DTYPE = re.compile(r"[<>|]([biufcUS][0-9]{1,9}|O8?)")
"""The types of numpy's arrays that a file may speak of."""

WIDEST = 4096
"""Bytes of one entry of an array whose type is a value of its own: arrays are made of that type later."""

DEEPEST = 100
"""How many values may lie inside one another."""

NOT_STORED = frozenset({"n_jobs"})
"""Parameters and fields that speak of the computer and not of the model; after loading they have their defaults."""


def is_key(value: Any) -> bool:
    """Whether a value may be the key of a table, or in a set: hashed at once, whatever its parts share.

    >>> is_key(("a", 1)), is_key([1])
    (True, False)
    """
    if isinstance(value, tuple):
        return all(map(is_key, value))
    return value is None or isinstance(value, str | bytes | int | float | complex | np.generic | Enum | UUID)


def corrupt(found: str) -> InputError:
    """The error for a file whose content cannot be what `save` wrote."""
    return InputError(f"the file is damaged or was not written by drupe: {found}; save the model again.")
