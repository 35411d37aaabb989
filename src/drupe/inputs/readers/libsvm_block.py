"""Lines of LIBSVM text taken apart: all at once where they are plain, else one by one, with clear errors."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.inputs.readers.cells import number
from drupe.inputs.readers.location import Location, quoted

LARGEST_INDEX = np.iinfo(np.int32).max - 1
"""The core numbers columns with 32 bits."""

LONGEST_INDEX = 10
"""Digits that such an index can have."""

_PLAIN = np.zeros(256, dtype=bool)
_PLAIN[list(b"0123456789+-.eE: \t\r\n")] = True
_BLANK = np.zeros(256, dtype=bool)
_BLANK[list(b" \t\r\n")] = True


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


def fast_block(text: bytes, line: int, first: int) -> Block | None:
    """The block, if every line is plainly `label index:value index:value ...`; None if it must be looked at closely.

    The form is checked by counting: every word but the first of a line has one colon, with digits before it and no
    blank after it. The indices are then blanked out, and as many numbers as words must be left.
    """
    codes = np.frombuffer(bytearray(text), dtype=np.uint8)
    if not _PLAIN[codes].all():
        return None
    blank = _BLANK[codes]
    begins = np.flatnonzero(~blank & np.concatenate([[True], blank[:-1]]))
    ends = np.flatnonzero(codes == ord("\n"))
    line_of_word = np.searchsorted(ends, begins)
    leads = np.concatenate([[True], line_of_word[1:] != line_of_word[:-1]])[: len(begins)]
    counts = np.diff(np.concatenate([np.flatnonzero(leads), [len(begins)]])) - 1
    starts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    indices = _indices_taken_out(codes, blank, begins[~leads])
    found = None if indices is None else _numbers(codes.tobytes())
    if indices is None or found is None or len(found) != len(begins) or not np.isfinite(found).all():
        return None
    columns = indices - first
    if not _increasing(columns, starts):
        return None
    lines = line + line_of_word[leads].astype(np.int64)
    return Block(found[leads], found[~leads], columns.astype(np.int32), starts, lines)


def _indices_taken_out(codes: npt.NDArray[Any], blank: npt.NDArray[Any], entries: npt.NDArray[Any]) -> Index | None:
    """The whole numbers before the colons, which become blanks; None if not every entry has exactly one such."""
    colons = np.flatnonzero(codes == ord(":"))
    if len(entries) != len(colons):
        return None
    indices = np.zeros(len(colons), dtype=np.int64)
    if not len(colons):
        return indices
    if colons[-1] + 1 >= len(codes) or blank[colons + 1].any():
        return None
    lengths = colons - entries
    # With one colon behind the beginning of each entry, and before the next one, they alternate.
    if lengths.min() < 1 or lengths.max() > LONGEST_INDEX or (colons[:-1] >= entries[1:]).any():
        return None
    for place in range(int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        digits = codes[colons[longer] - 1 - place].astype(np.int64) - ord("0")
        if digits.min() < 0 or digits.max() > 9:
            return None
        indices[longer] += digits * 10**place
    inside = np.zeros(len(codes), dtype=np.int8)
    inside[entries], inside[colons + 1] = 1, -1
    codes[np.cumsum(inside, dtype=np.int8, out=inside).view(np.bool_)] = ord(" ")
    return indices


def _numbers(text: bytes) -> Vector | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            return np.fromstring(text.decode("ascii"), sep=" ")
        except (DeprecationWarning, ValueError):
            return None


def _increasing(columns: Index, starts: Index) -> bool:
    """Whether columns are in range, and grow along each row."""
    if not len(columns):
        return True
    grows = np.diff(columns) > 0
    inner = starts[1:-1]
    grows[inner[(inner > 0) & (inner < len(columns))] - 1] = True
    return bool(columns.min() >= 0 and columns.max() <= LARGEST_INDEX and grows.all())


def patient_block(text: bytes, line: int, first: int, location: Location) -> Block:
    """The same, line by line: comments and query numbers are left out, and the first thing wrong is named."""
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
        raise place.error(
            f"the index {index} comes before the first column {first}",
            "pass Options(first_index=0) if columns count from 0",
        )
    if index - first > LARGEST_INDEX:
        raise place.error(
            f"the index {quoted(left)} is too large", f"columns are numbered up to {LARGEST_INDEX + first}"
        )
    if index <= last:
        raise place.error(f"the index {index} comes after {last}", "indices must grow along a line")
    return index, value
