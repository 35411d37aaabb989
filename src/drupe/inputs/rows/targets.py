"""Targets of rows: the words or numbers of a column, or an array, and the labels that were met in the scan."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.inputs.cells import number_word
from drupe.inputs.rows.column_encodings import words_of_numbers
from drupe.inputs.rows.raw_table import Cells, NumberCells, WordCells
from drupe.inputs.rows.table_facts import TargetFacts
from drupe.inputs.rows.tally import MOST_DIFFERENT


class Untold(Enum):
    """What becomes of a row without a target."""

    REFUSE = "the data are refused, and the row is named"
    DROP = "the row is left out"


class TargetKind(Enum):
    """What the entries of an array of targets are."""

    WORDS = "words"
    WHOLE = "whole numbers"
    REAL = "numbers"


@dataclass(frozen=True)
class Targets:
    """What targets are, after all have been seen.

    Parameters
    ----------
    kind
        Of all targets: words if any is a word, else whole numbers if all are, else numbers.
    labels
        The different targets of the rows to learn from, sorted, and how often each occurs; None if there are too many.
    """

    kind: TargetKind
    labels: Mapping[Any, int] | None

    @classmethod
    def seen(cls, facts: TargetFacts) -> "Targets":
        """What a scan has met."""
        numbers, words = facts.numbers.counts, facts.words.counts
        if not facts.worded:
            kind, made = (TargetKind.WHOLE, int) if facts.whole else (TargetKind.REAL, float)
            return cls(kind, None if numbers is None else {made(value): numbers[value] for value in sorted(numbers)})
        if words is None or numbers is None:
            raise InputError(
                f"the targets are more than {MOST_DIFFERENT} different words, which are no classes; pass another "
                "target."
            )
        both = Counter(words)
        for value, count in numbers.items():
            both[number_word(value)] += count
        return cls(TargetKind.WORDS, {word: both[word] for word in sorted(both)})

    def array(self, cells: Cells) -> npt.NDArray[Any]:
        """Targets as an array; none is empty."""
        if self.kind is TargetKind.WORDS:
            words = cells if isinstance(cells, WordCells) else words_of_numbers(cells.values)
            return np.array([*words.words, ""])[words.codes]
        if isinstance(cells, WordCells):
            raise InputError(f"the target is the word {cells.words[cells.codes[0]]!r} where others are numbers.")
        return cells.values.astype(np.int64 if self.kind is TargetKind.WHOLE else np.float64)


def cells_of_targets(values: npt.NDArray[Any]) -> Cells:
    """An array of targets as a column."""
    if values.dtype.kind in "biuf":
        return NumberCells(values.astype(np.float64))
    return WordCells.coded([None if value is None or value != value else str(value) for value in values.tolist()])
