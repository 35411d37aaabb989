"""Examples of a file, or from Python, with what is to be learned of them: classes or a quantity."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from drupe.analysis.part import Part
from drupe.analysis.preparation import missing_words
from drupe.analysis.task import Task, targets_for, task_of
from drupe.estimators.base import one_column
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.remedies import InPython, NamedTarget
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.frame import Cells, Frame
from drupe.inputs.frames import opened
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.targets import narrowed
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples, their targets and what is known about both.

    Parameters
    ----------
    part
        The examples with their targets.
    task
        What the targets are.
    place
        What errors call the data: a path, or the name of an argument.
    name
        What a report calls them; empty if they have no name.
    target
        The column with the targets; empty if it has no name.
    columns
        Names of the columns; None if they have none.
    missing
        What was done about empty cells, in words; empty if that is not known.
    left_out, why
        How many rows were left out before because cells, or the target, were empty; and which of these, in words.

    Examples
    --------
    >>> Examples.of([[0.5], [1.5]], ["no", "yes"]).task
    <Task.CLASSES: 'classes'>
    """

    part: Part
    task: Task
    place: str
    name: str = ""
    target: str = ""
    columns: tuple[str, ...] | None = None
    missing: str = ""
    left_out: int = 0
    why: str = "without a target"

    @classmethod
    def of_table(
        cls, table: Table, place: str, task: Task | None = None, *, name: str = "", missing: Missing | None = None
    ) -> "Examples":
        """Those of a file; the task follows from the targets unless it is given."""
        if table.targets is None:
            raise _without_targets(table, place)
        found = task or task_of(table.targets)
        part = Part.of(table.X, targets_for(found, table.targets, place), table.rows, table.names)
        target = str(getattr(table.recipe, "target", None) or "")
        columns = table.recipe.features if isinstance(table.recipe, TableRecipe) and table.recipe.named else None
        words = "" if missing is None or part.strings else missing_words(missing, len(table))
        why = cls.why if missing is Missing.FILL else "with an empty cell or without a target"
        return cls(part, found, place, name, target, columns, words, table.left_out, why)

    @classmethod
    def of(cls, X: Any, y: Any, task: Task | None = None, *, place: str = "y", name: str = "") -> "Examples":
        """Rows of numbers, words and dates, or strings, with a target each, or the name of the column of targets.

        The task follows from the targets unless it is given. Rows without a target are left out.
        """
        inputs, target, left_out = _rows_of(X), str(getattr(y, "name", None) or ""), 0
        rows = np.arange(1, len(inputs) + 1)
        if isinstance(y, str):
            if not isinstance(inputs, Frame):
                raise InputTypeError(f"a column {y!r} of targets needs a data frame, got {type(X).__name__}.")
            told = np.flatnonzero(~inputs.empty(y))
            target, left_out, rows = y, len(inputs) - len(told), rows[told]
            inputs, y = inputs.without(target).take(told), _target_cells(inputs.column(target)[told])
        targets = one_column(y, len(inputs))
        found = task or task_of(targets)
        part = Part.of(inputs, targets_for(found, targets, place), rows)
        return cls(part, found, place, name, target, inputs.names, left_out=left_out)


def _rows_of(X: Any) -> Inputs:
    """Data frames, and arrays with empty cells, as tables; else rows of numbers, or strings."""
    if isinstance(opened(X), nw.DataFrame) or isinstance(X, Mapping) or _has_gaps(X):
        return Frame.of(X)
    inputs = coerce(X)
    if isinstance(inputs, Vectors | Frame) or (isinstance(inputs, Sequences) and inputs.text):
        return inputs
    raise _neither_rows_nor_strings(inputs)


def _has_gaps(X: Any) -> bool:
    return isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind == "f" and bool(np.isnan(X).any())


def _target_cells(cells: Cells) -> Any:
    """Whole numbers as such, so that classes read 1 and not 1.0."""
    return narrowed(cells) if cells.dtype.kind == "f" else np.array(cells.tolist())


def _without_targets(table: Table, place: str) -> InputError:
    if isinstance(table.inputs, Sequences):
        named = NamedTarget("name it")
        where = f"{named}: in FASTA the name of a name=value pair, in lines of text the label before a tab"
        return InputError(f"{place}: there is no target; {where}.", remedies=(named,))
    named, call = NamedTarget("name its column"), InPython(": read(path, target='...')")
    return InputError(f"{place}: there is no target; {named}{call}.", remedies=(named, call))


def _neither_rows_nor_strings(inputs: Inputs) -> InputTypeError:
    kind = "lists of tokens" if isinstance(inputs, Sequences) else type(inputs).__name__
    return InputTypeError(
        f"machines are compared on rows of numbers or on strings, got {kind}; fit a machine of your choice, and pass "
        "it to Report.of."
    )
