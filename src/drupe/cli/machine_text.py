"""A machine as one types it: its name, and parameters as name=value."""

import ast
import inspect
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import drupe
from drupe.cli.kernel_text import parse_kernel
from drupe.foundation.errors import ParameterError


def machine_kinds() -> dict[str, type[Any]]:
    """All estimators with a flat name."""
    found = {}
    for name in drupe.__all__:
        thing = getattr(drupe, name)
        if inspect.isclass(thing) and hasattr(thing, "fit") and hasattr(thing, "get_params"):
            found[name] = thing
    return found


def machine(name: str, settings: Sequence[str], kernel: str | None = None) -> Any:
    """A machine that is not fitted yet.

    >>> machine("SVC", ["C=10", "probability=True"], "linear")
    SVC(C=10, kernel='linear', probability=True)
    """
    kinds = machine_kinds()
    if name not in kinds:
        near = get_close_matches(name, kinds, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else "see: drupe machines."
        raise ParameterError(f"there is no machine {name!r}; {hint}")
    said = dict(_setting(text) for text in settings)
    if kernel is not None:
        said["kernel"] = parse_kernel(kernel)
    known = kinds[name]().get_params(deep=False)
    strange = sorted(set(said) - set(known))
    if strange:
        raise ParameterError(f"{name} has no parameter {strange[0]!r}; it has {', '.join(sorted(known))}.")
    return kinds[name](**said)


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise ParameterError(f"a parameter reads name=value, such as C=10, got {text!r}.")
    try:
        return name, ast.literal_eval(value)
    except (SyntaxError, ValueError):
        return name, value
