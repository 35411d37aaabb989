"""Sequences in FASTA format: a line with > and a description, then the letters."""

import re

import numpy as np

from drupe.foundation.remedies import InPython
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options, Target
from drupe.inputs.readers.recipe import SequenceRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen, rows_at
from drupe.inputs.readers.targets import check_learnable, targets_of
from drupe.inputs.readers.text import TextLines
from drupe.inputs.sequences import Sequences


def read_fasta(source: Source, wanted: Chosen, recipe: SequenceRecipe | None, options: Options) -> Table:
    """The sequences, with blanks taken out; the target is a word of the description.

    A target that is text stands as `name=value` in the description; one that is a number is the place of the word, the
    identifier being word 0. A number as text is such a place too, counted from 1.
    """
    descriptions, sequences, rows = _records(source, options)
    said = recipe.target if recipe is not None else None if isinstance(wanted, Target) else wanted
    at = rows_at(source.location, rows, None)
    found = [None if said is None else _field(words, said) for words in descriptions]
    targets = None
    if said is not None and (recipe is None or all(word is not None for word in found)):
        for row, word in enumerate(found):
            if word is None:
                without = InPython(", or pass target=None")
                raise at(row).error(f"the description has no target {said!r}", f"write it there{without}", without)
        targets = targets_of([word for word in found if word is not None], at)
        if recipe is None:
            check_learnable(targets, source.location)
    names = np.array([description.split(maxsplit=1)[0] if description.split() else "" for description in descriptions])
    places = np.array(rows, dtype=np.int64)
    return Table(Sequences.of(sequences), targets, recipe or SequenceRecipe(said), places, names)


def _records(source: Source, options: Options) -> tuple[list[str], list[str], list[int]]:
    descriptions: list[str] = []
    parts: list[list[str]] = []
    rows: list[int] = []
    for number, line in enumerate(TextLines(source, options.encoding), start=1):
        text = line.strip()
        if text.startswith(">"):
            _check_letters(parts, rows, source.location)
            descriptions.append(text[1:])
            parts.append([])
            rows.append(number)
        elif text and not text.startswith(";"):
            if not parts:
                raise source.location.at(number).error(
                    "letters come before the first description", "begin every sequence with a line > and its name"
                )
            parts[-1].append("".join(text.split()))
    if not parts:
        raise source.location.error("there are no sequences", "begin every sequence with a line > and its name")
    _check_letters(parts, rows, source.location)
    return descriptions, ["".join(part) for part in parts], rows


def _check_letters(parts: list[list[str]], rows: list[int], location: Location) -> None:
    if parts and not parts[-1]:
        raise location.at(rows[-1]).error(
            "no letters follow the description", "write the sequence below it, or drop it"
        )


def _field(description: str, wanted: str | int) -> str | None:
    if isinstance(wanted, str):
        match = re.search(rf"(?:^|[\s|;]){re.escape(wanted)}=([^\s|;]+)", description)
        if match is not None or not wanted.isdecimal() or len(wanted) > 9 or int(wanted) == 0:
            return None if match is None else match[1]
        wanted = int(wanted) - 1
    words = description.split()
    return words[wanted] if -len(words) <= wanted < len(words) else None
