"""Data files as examples and targets: one format per file, and one way in that finds out which it is."""

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
