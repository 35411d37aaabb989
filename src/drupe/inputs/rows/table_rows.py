"""Rows of tables, whose batches are raw tables: columns by name, of which some may be left unread."""

from abc import abstractmethod
from typing import Self

from drupe.inputs.rows.base import Rows


class TableRows(Rows):
    """Rows whose examples are a `RawTable`, all with the same columns."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that are read."""

    @abstractmethod
    def selecting(self, names: tuple[str, ...]) -> Self:
        """The same rows with only these columns."""
