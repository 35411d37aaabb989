"""Strings, one on each line; with a target, the label stands first and a tab follows."""

import numpy as np

from drupe.foundation.remedies import InPython
from drupe.inputs.readers.options import Options, Target
from drupe.inputs.readers.recipe import SequenceRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen, rows_at
from drupe.inputs.readers.targets import check_learnable, targets_of
from drupe.inputs.readers.text import TextLines
from drupe.inputs.sequences import Sequences

LABELLED = 0
"""The target of lines: their first field, whatever the user calls it."""


def read_lines(source: Source, wanted: Chosen, recipe: SequenceRecipe | None, options: Options) -> Table:
    """The lines as strings; empty ones are empty strings."""
    strings = [line.rstrip("\r\n") for line in TextLines(source, options.encoding)]
    if not any(string.strip() for string in strings):
        raise source.location.error("there is no text", "pass a file with at least one line")
    rows = np.arange(1, len(strings) + 1)
    labelled = not isinstance(wanted, Target) and wanted is not None
    if recipe is not None:
        labelled = recipe.target is not None and all("\t" in string for string in strings)
    if not labelled:
        return Table(Sequences.of(strings), None, recipe or SequenceRecipe(), rows)
    at = rows_at(source.location, rows.tolist(), None)
    pairs = [string.partition("\t") for string in strings]
    for row, (_, tab, _) in enumerate(pairs):
        if not tab:
            without = InPython("; or pass target=None")
            raise at(row).error("there is no tab between label and text", f"write label, tab, text{without}", without)
    targets = targets_of([label for label, _, _ in pairs], at)
    if recipe is None:
        check_learnable(targets, source.location)
    return Table(Sequences.of([text for _, _, text in pairs]), targets, recipe or SequenceRecipe(LABELLED), rows)
