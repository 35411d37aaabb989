"""Rows of a request, and answers, as a stream of Arrow's format between processes, if pyarrow is installed."""

import struct
from collections.abc import Sequence
from typing import Any

from drupe.serving.json_body import check_count
from drupe.serving.limits import Limits
from drupe.serving.refusals import Refusal, Status

ARROW = "application/vnd.apache.arrow.stream"

COMPRESSION = 3
"""Which field of a batch's description says that its columns are packed."""


LONGER = 4
"""How many times as long as the body its words may be, if some occur often and are sent once."""


def columns_in_arrow(body: bytes, limits: Limits) -> dict[str, Sequence[Any]]:
    """The columns by name, cells as Python has them: numbers, strings, None."""
    pa = _pyarrow()
    try:
        if _packed(pa, body):
            raise Refusal(Status.NOT_THIS_KIND, "the Arrow stream is compressed; send it as it is.")
        with pa.ipc.open_stream(body) as reader:
            batches = [_checked(batch) for batch in reader]
            table = pa.Table.from_batches(batches, reader.schema)
    except (pa.ArrowException, ValueError, OSError, MemoryError) as wrong:
        raise Refusal(Status.NOT_READABLE, f"the request is no stream of Arrow: {wrong}; send {ARROW}.") from None
    check_count(table.num_rows, limits)
    twice = next((name for name in table.column_names if table.column_names.count(name) > 1), None)
    if twice is not None:
        raise Refusal(Status.NOT_USABLE, f"the request has two columns {twice!r}; name each differently.")
    columns = {name: _cells(pa, name, table.column(name)) for name in table.column_names}
    letters = sum(len(cell) for cells in columns.values() for cell in cells if isinstance(cell, str))
    if letters > LONGER * limits.body:
        raise Refusal(Status.TOO_LARGE, f"the words of the request have {letters} letters; send its rows in parts.")
    return columns


def arrow_of(columns: dict[str, Sequence[Any]]) -> bytes:
    """The same columns as a stream."""
    pa = _pyarrow()
    table = pa.table(columns)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _pyarrow() -> Any:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.ipc  # type: ignore[import-untyped]
    except ImportError:
        needed = "Arrow needs pyarrow where the server runs: pip install 'drupe[parquet]'; or send JSON."
        raise Refusal(Status.NOT_THIS_KIND, needed) from None
    return pa


def _checked(batch: Any) -> Any:
    """A batch whose offsets point into it: the reader itself believes what they say."""
    batch.validate(full=True)
    return batch


def _cells(pa: Any, name: str, column: Any) -> Sequence[Any]:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_string, pa.types.is_large_string, pa.types.is_null)
    if not any(is_one(kind) for is_one in known):
        raise Refusal(Status.NOT_USABLE, f"column {name!r} is of Arrow's type {column.type}; send numbers or strings.")
    return [cell for chunk in column.chunks for cell in _shared(chunk)] if kind != column.type else column.to_pylist()


def _shared(chunk: Any) -> Sequence[Any]:
    """Words by their numbers, each word once in memory however often it occurs."""
    words = chunk.dictionary.to_pylist()
    return [None if place is None else words[place] for place in chunk.indices.to_pylist()]


def _packed(pa: Any, body: bytes) -> bool:
    """Whether any batch is compressed: a few bytes could unpack to more than there is memory for."""
    reader = pa.ipc.MessageReader.open_stream(pa.py_buffer(body))
    return any(_says_packed(bytes(message.metadata)) for message in reader if message.type != "schema")


def _says_packed(metadata: bytes) -> bool:
    """A look into the tables of a message as FlatBuffers lay them out: message, its header, the header's fields."""
    try:
        message = struct.unpack_from("<I", metadata)[0]
        header = _field(metadata, message, 2)
        if header is None:
            return False
        batch = header + struct.unpack_from("<I", metadata, header)[0]
        if _kind(metadata, message) == DICTIONARY:
            inner = _field(metadata, batch, 1)
            batch = batch if inner is None else inner + struct.unpack_from("<I", metadata, inner)[0]
        return _field(metadata, batch, COMPRESSION) is not None
    except struct.error:
        return True  # what cannot be looked at is not believed to be harmless


DICTIONARY = 2
"""The kind of a message that brings the words of a column."""


def _kind(metadata: bytes, message: int) -> int:
    place = _field(metadata, message, 1)
    return 0 if place is None else metadata[place]


def _field(metadata: bytes, table: int, number: int) -> int | None:
    """Where a field of a table lies; None if it is not there."""
    fields = table - int(struct.unpack_from("<i", metadata, table)[0])
    if fields < 0:
        raise struct.error("a table lies before the message")
    if 4 + 2 * number >= struct.unpack_from("<H", metadata, fields)[0]:
        return None
    offset: int = struct.unpack_from("<H", metadata, fields + 4 + 2 * number)[0]
    return table + offset if offset else None
