"""A machine as one types it: its name, and parameters as name=value."""

import ast
import inspect
from collections.abc import Sequence
from typing import Any

from sklearn.base import is_regressor

import drupe
from drupe.cli.kernel_text import parse_kernel
from drupe.cli.named import named
from drupe.foundation.errors import ParameterError

WORDS = {"true": True, "false": False, "none": None, "null": None}
"""Values as other languages spell them; no parameter has such a word as its value."""

CENTERED = {"fit_intercept": True, "normalize_y": True}
"""What regressors are given unless said otherwise: the targets of a file are rarely scattered around zero."""

OURS = {"GaussianProcessRegressor": {"kernel": "auto"}}
"""Where a default is scikit-learn's, which fits data of unit scale: what files are better served with."""


def machine_kinds() -> dict[str, type[Any]]:
    """All estimators with a flat name."""
    found = {}
    for name in drupe.__all__:
        thing = getattr(drupe, name)
        if inspect.isclass(thing) and hasattr(thing, "fit") and hasattr(thing, "get_params"):
            found[name] = thing
    return found


def machine(name: str, settings: Sequence[str], kernel: str | None = None) -> Any:
    """A machine that is not fitted yet; regressors have an offset, or see targets of mean zero.

    >>> machine("SVC", ["C=10", "probability=True"], "linear"), machine("KernelRidge", [])
    (SVC(C=10, kernel='linear', probability=True), KernelRidge(fit_intercept=True))
    """
    name, kind = named(name, machine_kinds(), "machines")
    required = [one.name for one in inspect.signature(kind).parameters.values() if one.default is one.empty]
    if required:
        raise ParameterError(
            f"{name} is made around another machine ({', '.join(required)}), which cannot be said here; use Python."
        )
    said = dict(_setting(text) for text in settings)
    if kernel is not None:
        said["kernel"] = parse_kernel(kernel)
    elif isinstance(said.get("kernel"), str) and said["kernel"] != OURS.get(name, {}).get("kernel"):
        said["kernel"] = parse_kernel(said["kernel"])
    known = kind().get_params(deep=False)
    strange = sorted(set(said) - set(known))
    if strange:
        raise ParameterError(f"{name} has no parameter {strange[0]!r}; it has {', '.join(sorted(known))}.")
    centered = {key: value for key, value in CENTERED.items() if key in known} if is_regressor(kind()) else {}
    return kind(**{**OURS.get(name, {}), **centered, **said})


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise ParameterError(f"a parameter reads name=value, such as C=10, got {text!r}.")
    if value.lower() in WORDS:
        return name, WORDS[value.lower()]
    try:
        return name, ast.literal_eval(value)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return name, value
