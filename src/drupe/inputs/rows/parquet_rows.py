"""Rows of Parquet files, row group by row group, in little memory however large the groups are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drupe.inputs.rows.arrow_cells import arrow
from drupe.inputs.rows.base import BATCH
from drupe.inputs.rows.grouped_rows import GroupedRows

BUFFER = 2**18
"""Bytes of a column that are read at a time; else whole columns of a group would be held, packed."""


@dataclass(frozen=True, eq=False)
class ParquetRows(GroupedRows):
    """Tables in Parquet files; use `ParquetRows.of` to look at some."""

    @classmethod
    def _looked_at(cls, path: str) -> tuple[tuple[str, ...], list[int]]:
        with _opened(path) as file:
            groups = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
            return tuple(map(str, file.schema_arrow.names)), groups

    def _pieces(self, path: str, groups: tuple[int, ...]) -> Iterator[Any]:
        # One thread: the reader is itself one beside those that compute, and never reads more than it gives.
        with _opened(path) as file:
            wanted = list(self.names)
            for piece in file.iter_batches(BATCH, row_groups=list(groups), columns=wanted, use_threads=False):
                yield piece.select(wanted)


def _opened(path: str) -> Any:
    arrow()
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    return pq.ParquetFile(path, pre_buffer=False, buffer_size=BUFFER)
