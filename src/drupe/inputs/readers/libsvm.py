"""LIBSVM's sparse text: a label and index:value pairs on each line, read in blocks as large as a few megabytes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.remedies import NamedTarget, Setting
from drupe.inputs.base import Origin
from drupe.inputs.readers.libsvm_block import LARGEST_INDEX, Block, patient_block, plain_block
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.recipe import SparseRecipe
from drupe.inputs.readers.source import Source
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.tabular import Chosen
from drupe.inputs.readers.targets import check_learnable, narrowed
from drupe.inputs.readers.text import LONGEST_LINE, too_long
from drupe.inputs.vectors import Vectors

BLOCK_BYTES = 4 * 2**20
"""How much text is taken apart at a time."""


DIMENSION = Setting("dimension")

WIDEST = 2**27
"""Columns from which on a file has to say how many there are: a single wrong index would take all memory."""


def read_libsvm(source: Source, wanted: Chosen, recipe: SparseRecipe | None, options: Options) -> Table:
    """The labels and sparse rows of a file; memory is that of the rows, and less than twice that for a moment."""
    if recipe is None and isinstance(wanted, str | int):
        said = NamedTarget(f"the target {wanted!r}", wanted)
        would_do = "labels stand first on each line and are taken from there"
        raise source.location.error(f"{said} names nothing here", would_do, said)
    first = options.first_index if recipe is None else recipe.first_index
    given = options.dimension if recipe is None else recipe.dimension
    blocks = [checked_block(block, given, first, source.location) for block in libsvm_blocks(source, first)]
    if not any(len(block.labels) for block in blocks):
        raise source.location.error("there are no examples", "pass a file with at least one")
    whole = _joined(blocks)
    dimension = given if given is not None else int(whole.indices.max(initial=0)) + 1
    if given is None and dimension > WIDEST:
        raise source.location.error(
            f"the largest index is {dimension - 1 + first}, and machines need memory for as many columns",
            f"number the columns without gaps, or pass {DIMENSION} if this is meant",
            DIMENSION,
        )
    rows = sp.csr_array((whole.values, whole.indices, whole.starts), shape=(len(whole.labels), dimension))
    targets = None if wanted is None else narrowed(whole.labels)
    if targets is not None and recipe is None:
        check_learnable(targets, source.location)
    inputs = Vectors(rows, Origin.new(len(whole.labels)))
    return Table(inputs, targets, recipe or SparseRecipe(dimension, first), whole.lines)


def libsvm_blocks(source: Source, first: int) -> Iterator[Block]:
    """The blocks of the file, each of whole lines."""
    line, rest = 1, b""
    while True:
        text = source.stream.read(BLOCK_BYTES)
        end = text.rfind(b"\n") + 1
        if text and not end:
            rest += text
            if len(rest) > LONGEST_LINE:
                raise too_long(source.location.at(line))
            continue
        part = rest + text[:end]
        rest = text[end:]
        if part:
            yield from _taken_apart(part if text else part + b"\n", line, first, source.location)
            line += part.count(b"\n")
        if not text:
            return


def _taken_apart(text: bytes, line: int, first: int, location: Location) -> Iterator[Block]:
    """The rows of a block: at once as far as possible, the rest line by line."""
    block, used = plain_block(text, line, first)
    yield block
    if used < len(text):
        yield patient_block(text[used:], line + text.count(b"\n", 0, used), first, location)


def checked_block(block: Block, dimension: int | None, first: int, location: Location) -> Block:
    """The block, if it has no index past the given dimension."""
    if dimension is None or not len(block.indices) or block.indices.max() < dimension:
        return block
    entry = int((block.indices >= dimension).argmax())
    row = int(np.searchsorted(block.starts, entry, side="right")) - 1
    raise location.at(int(block.lines[row])).error(
        f"the index {block.indices[entry] + first} lies past the last column {dimension - 1 + first}",
        f"read the training file with {DIMENSION} at least as large",
        DIMENSION,
    )


@dataclass(frozen=True, eq=False)
class _Whole:
    labels: Vector
    values: Vector
    indices: Index
    starts: Index
    lines: Index


def _joined(blocks: list[Block]) -> _Whole:
    """All blocks in one; what was joined is forgotten, so that not all is held twice."""
    counts = np.concatenate([np.diff(block.starts) for block in blocks])
    # scipy makes columns as wide as starts; 32 bits serve nearly always.
    narrow = counts.sum(dtype=np.int64) <= LARGEST_INDEX
    labels = np.concatenate([block.labels for block in blocks])
    lines = np.concatenate([block.lines for block in blocks])
    indices = [block.indices for block in blocks]
    values = [block.values for block in blocks]
    blocks.clear()
    return _Whole(
        labels,
        _emptied(values),
        _emptied(indices),
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32 if narrow else np.int64),
        lines,
    )


def _emptied(parts: list[Any]) -> npt.NDArray[Any]:
    """The parts in one array, each freed when it has been copied."""
    parts.reverse()
    out = np.empty(sum(map(len, parts)), dtype=parts[0].dtype)
    end = 0
    while parts:
        part = parts.pop()
        out[end : end + len(part)] = part
        end += len(part)
    return out
