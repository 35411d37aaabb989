"""Data files as examples and targets: one format per file, and one way in that finds out which it is."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.inputs.readers.options import Missing, Options, Target
    from drupe.inputs.readers.read import read
    from drupe.inputs.readers.recipe import (
        CategoryColumn,
        NumberColumn,
        Recipe,
        SequenceRecipe,
        SparseRecipe,
        TableRecipe,
    )
    from drupe.inputs.readers.table import Table
else:
    on_first_use(__name__)

__all__ = [
    "CategoryColumn",
    "Missing",
    "NumberColumn",
    "Options",
    "Recipe",
    "SequenceRecipe",
    "SparseRecipe",
    "Table",
    "TableRecipe",
    "Target",
    "read",
]
