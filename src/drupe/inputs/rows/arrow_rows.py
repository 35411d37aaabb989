"""Rows of Arrow files (.arrow, .feather), record batch by record batch."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drupe.inputs.rows.arrow_cells import arrow
from drupe.inputs.rows.grouped_rows import CELL, READER, GroupedRows


@dataclass(frozen=True, eq=False)
class ArrowRows(GroupedRows):
    """Tables in Arrow files; use `ArrowRows.of` to look at some.

    A record batch is read whole. Files are not mapped into memory: if one were cut short meanwhile, the system would
    end the process.
    """

    @property
    def reader_bytes(self) -> int:
        """A part: of record batches more than one may be held, and no page is smaller than all."""
        return READER + 2 * CELL * len(self.names) * max(self.counts)

    @classmethod
    def _looked_at(cls, path: str) -> tuple[tuple[str, ...], list[int]]:
        pa = arrow()
        with pa.OSFile(path) as file, pa.ipc.open_file(file) as reader:
            sizes = [reader.get_batch(group).num_rows for group in range(reader.num_record_batches)]
            return tuple(map(str, reader.schema.names)), sizes

    def _pieces(self, path: str, groups: tuple[int, ...]) -> Iterator[Any]:
        pa = arrow()
        with pa.OSFile(path) as file, pa.ipc.open_file(file) as reader:
            for group in groups:
                yield reader.get_batch(group).select(list(self.names))
