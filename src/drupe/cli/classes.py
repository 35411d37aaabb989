"""Labels that can be classes: whole numbers and words, not too many."""

import numpy as np

from drupe.analysis.part import Part
from drupe.foundation.errors import InputError
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.table import Table
from drupe.inputs.sequences import Sequences

MOST_SHARE = 0.5
"""Share of the examples beyond which different labels are no longer classes."""


def labelled(table: Table, path: str) -> Part:
    """The examples of a file with classes; an InputError says why there are none."""
    if table.targets is None:
        raise InputError(f"{path}: there is no target column; name one with --target.")
    if isinstance(table.inputs, Sequences):
        raise InputError(
            f"{path}: holds strings, for which a kernel has to be chosen; use drupe in Python, or a file of numbers."
        )
    different = len(np.unique(table.targets))
    if table.targets.dtype.kind == "f" or (different > 20 and different > MOST_SHARE * len(table)):
        raise InputError(
            f"{path}{_column(table)}: the target has {different} different values, such as {table.targets[0]}, and "
            "looks like a quantity, not like classes; for regression use: drupe fit --machine SVR."
        )
    return Part.of(table.X, table.targets, table.rows)


def column_names(table: Table) -> tuple[str, ...] | None:
    """What the columns are called, if anyone said."""
    return table.recipe.features if isinstance(table.recipe, TableRecipe) and table.recipe.named else None


def target_name(table: Table) -> str:
    """What the target is called, if anyone said."""
    return str(getattr(table.recipe, "target", None) or "")


def _column(table: Table) -> str:
    name = target_name(table)
    return f", column {name!r}" if name else ""
