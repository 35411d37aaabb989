"""What columns and targets of a file are called."""

from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.table import Table


def column_names(table: Table) -> tuple[str, ...] | None:
    """What the columns are called, if anyone said."""
    return table.recipe.features if isinstance(table.recipe, TableRecipe) and table.recipe.named else None


def target_name(table: Table) -> str:
    """What the target is called, if anyone said."""
    return str(getattr(table.recipe, "target", None) or "")
