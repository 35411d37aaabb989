"""The examples of a file with what is to be learned of them: classes or a quantity."""

from drupe.analysis.part import Part
from drupe.analysis.task import Task, targets_for, task_of
from drupe.foundation.errors import InputError
from drupe.inputs.readers.table import Table


def examples_of(table: Table, path: str, task: Task | None = None) -> tuple[Part, Task]:
    """The examples and the task, which follows from the targets unless it is given."""
    if table.targets is None:
        raise InputError(f"{path}: there is no target; {_where(table)}.")
    found = task or task_of(table.targets)
    return Part.of(table.X, targets_for(found, table.targets, path), table.rows, table.names), found


def _where(table: Table) -> str:
    if table.inputs.dimension is None:
        return "name it with --target: in FASTA the name of a name=value pair, in lines of text the label before a tab"
    return "name its column with --target"
