"""Rows of data that are read again and again, part by part: one kind of place a file."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.inputs.rows.base import BATCH, Batch, Rows
    from drupe.inputs.rows.column_encodings import ColumnLeftOut, OneHot, Reason, ScaledNumber
    from drupe.inputs.rows.division import Division, Side
    from drupe.inputs.rows.encoded_rows import EncodedRows
    from drupe.inputs.rows.in_memory import RowsInMemory
    from drupe.inputs.rows.table_encoding import TableEncoding
    from drupe.inputs.rows.targets import Untold
else:
    on_first_use(__name__)

__all__ = [
    "BATCH",
    "Batch",
    "ColumnLeftOut",
    "Division",
    "EncodedRows",
    "OneHot",
    "Reason",
    "Rows",
    "RowsInMemory",
    "ScaledNumber",
    "Side",
    "TableEncoding",
    "Untold",
]
