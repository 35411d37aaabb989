"""Targets of a file: numbers where every one is a number, else labels; what cannot be learned is refused."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.remedies import InPython
from drupe.inputs.cells import is_missing, number, numbers
from drupe.inputs.readers.columns import At
from drupe.inputs.readers.location import Location, quoted

LARGEST_WHOLE = 2**53
"""Beyond, whole numbers are no longer exact in float64."""


def targets_of(cells: list[str], at: At, decimal: str = ".") -> npt.NDArray[Any]:
    """Whole numbers, numbers, or labels as text."""
    values = numbers([cell.replace(",", ".") for cell in cells] if decimal == "," else cells)
    if values is not None:
        return narrowed(values)
    words = classes_of(cells, at)
    if all(number(word) is not None for word in words):
        return narrowed(np.array([float(word) for word in words]))
    return words


def classes_of(cells: list[str], at: At) -> npt.NDArray[Any]:
    """Labels as text, whatever they look like."""
    words = [cell.strip() for cell in cells]
    for row, word in enumerate(words):
        if is_missing(word):
            what = f"the target is {quoted(word)}, which stands for a missing one" if word else "the target is missing"
            remedy = "name the class otherwise if it is one, else fill it in" if word else "fill it in"
            raise at(row).error(what, f"{remedy} or drop the row")
    return np.array(words)


def narrowed(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Whole numbers as such, so that classes read 1 and not 1.0."""
    if values.dtype.kind != "f" or not (np.abs(values) < LARGEST_WHOLE).all() or (values != np.floor(values)).any():
        return values
    return values.astype(np.int64)


def check_learnable(targets: npt.NDArray[Any], place: Location) -> None:
    """Raise an InputError if there is only one target value: one class, or a constant."""
    if targets.ndim == 1 and len(targets) and (targets == targets[0]).all():
        without = InPython(", or pass target=None for machines that need no targets")
        raise place.error(
            f"every target is {quoted(str(targets[0]))}, one class or a constant, of which nothing can be learned",
            f"add examples of other classes or values{without}",
            without,
        )


def check_finite_targets(targets: npt.NDArray[Any], at: At) -> None:
    """Raise an InputError that names the first target which is NaN or infinite."""
    if targets.dtype.kind == "f" and not np.isfinite(targets).all():
        row = int(np.argmin(np.isfinite(targets).reshape(len(targets), -1).all(axis=1)))
        raise at(row).error(f"the target is {targets[row]}", "fill it in or drop the row")
