"""Names of columns: which ones a frame has, and whether those at prediction are those of the fit."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs

SHOWN = 5
"""How many names of a long list an error shows."""


def column_names(columns: Sequence[object]) -> tuple[str, ...] | None:
    """The names if they are text, None if no column has a textual name; a mixture is refused."""
    text = [name for name in columns if isinstance(name, str)]
    if text and len(text) < len(columns):
        other = next(name for name in columns if not isinstance(name, str))
        raise InputTypeError(
            f"some columns are named by text and some are not, such as {other!r}; "
            "name all of them by text: X.columns = X.columns.astype(str)."
        )
    return tuple(text) or None


def names_in(X: Any) -> tuple[str, ...] | None:
    """The names of the columns of a data frame, as text, or of vectors; None if the data have none."""
    if isinstance(X, Inputs):
        return X.names
    return tuple(map(str, X.columns)) if hasattr(X, "columns") else None


def check_names(fitted: tuple[str, ...] | None, new: tuple[str, ...] | None) -> None:
    """Raise an InputError if both sides have names and these differ, in scikit-learn's words."""
    if fitted is None or new is None or fitted == new:
        return
    unseen, missing = sorted(set(new) - set(fitted)), sorted(set(fitted) - set(new))
    message = "The feature names should match those that were passed during fit.\n"
    if unseen:
        message += f"Feature names unseen at fit time:\n{_listed(unseen)}"
    if missing:
        message += f"Feature names seen at fit time, yet now missing:\n{_listed(missing)}"
    if not unseen and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
    raise InputError(message)


NAMELESS = "X does not have valid feature names"


def warn_of_names(fitted: tuple[str, ...] | None, new: tuple[str, ...] | None, owner: str) -> None:
    """Warn if only one side has names, so that nobody can tell whether the columns are the same, as scikit-learn does.

    `owner` is named as the one who was fitted.
    """
    if (fitted is None) == (new is None):
        return
    said = (
        f"X has feature names, but {owner} was fitted without feature names"
        if fitted is None
        else f"{NAMELESS}, but {owner} was fitted with feature names"
    )
    warnings.warn(said, UserWarning, stacklevel=stacklevel_outside())


@contextmanager
def nameless() -> Iterator[None]:
    """For arrays that drupe itself made of examples with names: that they have none is no news to the user."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", NAMELESS, UserWarning)
        yield


def _listed(names: list[str]) -> str:
    shown = names[:SHOWN] + ["..."] * (len(names) > SHOWN)
    return "".join(f"- {name}\n" for name in shown)
