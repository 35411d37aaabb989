"""Examples of a file, or from Python, with what is to be learned of them: classes or a quantity."""

from dataclasses import dataclass
from typing import Any

import narwhals as nw

from drupe.analysis.part import Part
from drupe.analysis.preparation import missing_words
from drupe.analysis.task import Task, targets_for, task_of
from drupe.estimators.base import one_column
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.remedies import InPython, NamedTarget
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.frames import opened
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.table import Table
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
        return cls(part, found, place, name, target, columns, words)

    @classmethod
    def of(cls, X: Any, y: Any, task: Task | None = None, *, place: str = "y", name: str = "") -> "Examples":
        """Rows of numbers or strings with a target each; the task follows from the targets unless it is given."""
        inputs = coerce(X)
        if isinstance(inputs, Vectors):
            # A frame stays a frame, so that the fitted model knows the names of its columns.
            plain = X if isinstance(opened(X), nw.DataFrame) else inputs.array
        elif isinstance(inputs, Sequences) and inputs.text:
            plain = list(inputs)
        else:
            raise _neither_rows_nor_strings(inputs)
        targets = one_column(y, len(inputs))
        found = task or task_of(targets)
        target = str(getattr(y, "name", None) or "")
        columns = inputs.names if isinstance(inputs, Vectors) else None
        return cls(Part.of(plain, targets_for(found, targets, place)), found, place, name, target, columns)


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
