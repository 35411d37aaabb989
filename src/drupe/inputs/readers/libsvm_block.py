"""Lines of LIBSVM text taken apart: all at once where they are plain, else one by one, with clear errors."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.remedies import Setting
from drupe.inputs.cells import number
from drupe.inputs.readers.location import Location, quoted
from drupe.native import read_plain_sparse_rows

LARGEST_INDEX = np.iinfo(np.int32).max - 1
"""The core numbers columns with 32 bits."""

LONGEST_INDEX = 10
"""Digits that such an index can have."""


@dataclass(frozen=True, eq=False)
class Block:
    """Some lines: labels, and the entries of their rows one after the other.

    Parameters
    ----------
    labels
        One for each row.
    values
        Of all entries.
    indices
        Columns of all entries, from 0, in 32 bits.
    starts
        Row i has the entries from starts[i] to starts[i + 1].
    lines
        The line of each row.
    """

    labels: Vector
    values: Vector
    indices: npt.NDArray[np.int32]
    starts: Index
    lines: Index


def plain_block(text: bytes, line: int, first: int) -> tuple[Block, int]:
    """The rows of the lines up to the first that needs a closer look, and how many bytes they take."""
    labels, values, columns, starts, lines, used = read_plain_sparse_rows(text, first)
    return Block(labels, values, columns, starts, lines + line), used


def patient_block(text: bytes, line: int, first: int, location: Location) -> Block:
    """All rows, line by line: comments and query numbers are left out, and the first thing wrong is named."""
    labels, values, indices, counts, lines = [], [], [], [], []
    for number_, raw in enumerate(text.split(b"\n"), start=line):
        words = _words(raw, location.at(number_))
        if not words:
            continue
        labels.append(_label(words[0], location.at(number_)))
        entries = words[1:] if len(words) < 2 or not words[1].startswith("qid:") else words[2:]
        last = first - 1
        for word in entries:
            last, value = entry(word, last, first, location.at(number_))
            indices.append(last - first)
            values.append(value)
        counts.append(len(entries))
        lines.append(number_)
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)
    return Block(
        np.array(labels, dtype=np.float64),
        np.array(values, dtype=np.float64),
        np.array(indices, dtype=np.int32),
        starts,
        np.array(lines, dtype=np.int64),
    )


def _words(raw: bytes, place: Location) -> list[str]:
    try:
        return raw.split(b"#", 1)[0].decode("ascii").split()
    except UnicodeDecodeError as cause:
        raise place.error(
            f"byte {cause.start + 1} (0x{raw[cause.start]:02x}) belongs to no number", "pass a text file"
        ) from None


def _label(word: str, place: Location) -> float:
    value = number(word)
    if value is None:
        what = "is an index:value pair where the label should be" if ":" in word else "is no label"
        raise place.error(f"{quoted(word)} {what}", "every line begins with a number: +1, -1, 3, 0.5")
    return value


def entry(word: str, last: int, first: int, place: Location) -> tuple[int, float]:
    """Index and value of one entry; the index must be larger than the last one before it."""
    left, colon, right = word.partition(":")
    if not colon or not left.isdecimal() or not left.isascii():
        raise place.error(f"{quoted(word)} is no index:value pair", "write whole numbers and values, as in 3:0.5")
    index, value = int(left) if len(left) <= LONGEST_INDEX else 10**LONGEST_INDEX, number(right)
    if value is None:
        raise place.error(f"{quoted(word)} has no finite number after the colon", "drop the entry if it is missing")
    if index < first:
        from_zero = Setting("first_index", 0)
        raise place.error(
            f"the index {index} comes before the first column {first}",
            f"pass {from_zero} if columns count from 0",
            from_zero,
        )
    if index - first > LARGEST_INDEX:
        raise place.error(
            f"the index {quoted(left)} is too large", f"columns are numbered up to {LARGEST_INDEX + first}"
        )
    if index <= last:
        raise place.error(f"the index {index} comes after {last}", "indices must grow along a line")
    return index, value
