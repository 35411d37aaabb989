"""A machine as one types it: its name, and parameters as name=value."""

import ast
import dataclasses
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

SEEDED = {"random_state": 0}
"""What machines that draw lots are given unless said otherwise: the same command makes the same model."""

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


def machine(name: str, settings: Sequence[str], kernel: str | None = None, probability: bool = False) -> Any:
    """A machine that is not fitted yet; regressors have an offset, or see targets of mean zero; lots have a seed.

    >>> machine("HardMarginSVC", ["tol=0.1"], "linear"), machine("KernelRidge", [])
    (HardMarginSVC(kernel='linear', tol=0.1), KernelRidge(fit_intercept=True))
    >>> machine("SVC", ["C=10"], probability=True), machine("SmoothingSpline", ["kernel=cubic"])
    (SVC(C=10, probability=True, random_state=0), SmoothingSpline(kernel='cubic'))
    """
    name, kind = named(name, machine_kinds(), "machines")
    required = [one.name for one in inspect.signature(kind).parameters.values() if one.default is one.empty]
    if required:
        raise ParameterError(
            f"{name} is made around another machine ({', '.join(required)}), which cannot be said here; use Python."
        )
    said = dict(_setting(text) for text in settings)
    if kernel is not None:
        said["kernel"] = kernel
    if isinstance(said.get("kernel"), str) and not _is_own_word(kind, said["kernel"]):
        said["kernel"] = parse_kernel(said["kernel"])
    known = kind().get_params(deep=False)
    if probability and not hasattr(kind(), "predict_proba"):
        if "probability" not in known:
            raise ParameterError(no_probabilities(name))
        said["probability"] = True
    strange = sorted(set(said) - set(known))
    if strange:
        raise ParameterError(f"{name} has no parameter {strange[0]!r}; it has {', '.join(sorted(known))}.")
    said = {key: _names(value) if isinstance(known[key], tuple) else value for key, value in said.items()}
    usual = {**SEEDED, **CENTERED} if is_regressor(kind()) else SEEDED
    usual = {key: value for key, value in usual.items() if key in known}
    return kind(**{**OURS.get(name, {}), **usual, **said})


def no_probabilities(name: str) -> str:
    """What is said to those who want probabilities of a machine that never has them."""
    return (
        f"{name} has no probabilities; fit a machine that has, such as SVC with --probability, or "
        "GaussianProcessClassifier."
    )


def _is_own_word(kind: type[Any], word: str) -> bool:
    """Whether the machine itself knows a kernel by this word."""
    allowed = {field.name: field.metadata.get("range") for field in dataclasses.fields(kind)}.get("kernel")
    return allowed is not None and word in allowed


def _names(value: Any) -> Any:
    """Several names with commas between, or what else it may be."""
    return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value


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
