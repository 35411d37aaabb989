"""Finding by name among classes, whatever the capitals; and what was probably meant if there is none."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from drupe.foundation.errors import ParameterError


def named(name: str, kinds: Mapping[str, type[Any]], what: str) -> tuple[str, type[Any]]:
    """How the name is written, and the class; `what` they are, in the plural, is also the command that lists them.

    >>> named("int", {"Int": int, "Float": float}, "machines")
    ('Int', <class 'int'>)
    """
    if name in kinds:
        return name, kinds[name]
    plain = {key.lower(): key for key in kinds}
    if name.lower() in plain:
        key = plain[name.lower()]
        return key, kinds[key]
    near = [plain[key] for key in get_close_matches(name.lower(), plain, 2, 0.6)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"see: drupe {what}."
    raise ParameterError(f"there is no {name!r} among the {what}; {hint}")
