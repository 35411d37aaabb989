"""How the columns of a file become numbers: found when the training file is read, used again for every other one."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers.

    Parameters
    ----------
    name
        What it is called; its number from 1, as text, if columns have no names.
    fill
        What stands for a missing number; None if missing numbers are refused.
    """

    name: str
    fill: float | None = None

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes: itself."""
        return (self.name,)


@dataclass(frozen=True)
class CategoryColumn:
    """A column of categories: one feature for each, 1 where it holds and else 0.

    Parameters
    ----------
    name
        What it is called; its number from 1, as text, if columns have no names.
    categories
        All categories in the order of their features; the empty one stands for missing values.

    Examples
    --------
    >>> CategoryColumn("color", ("green", "red")).features
    ('color=green', 'color=red')
    """

    name: str
    categories: tuple[str, ...]

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes."""
        return tuple(f"{self.name}={category}" for category in self.categories)


@dataclass(frozen=True)
class RawColumn:
    """A column whose cells stay as they are; what machines need is made of them later.

    Parameters
    ----------
    name
        What it is called; its number from 1, as text, if columns have no names.
    words
        Whether it held words; else numbers.
    """

    name: str
    words: bool = False

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes: itself."""
        return (self.name,)


@dataclass(frozen=True)
class TableRecipe:
    """The columns of a table.

    Parameters
    ----------
    columns
        Those that are used, in order.
    target
        The column with the targets; None if there was none.
    named
        Whether the names stand in the file.
    dropped
        Columns that are in the file and are not used.
    decimal
        What stood before decimals: a point, or a comma.
    """

    columns: tuple["ColumnRecipe", ...]
    target: str | None = None
    named: bool = True
    dropped: tuple[str, ...] = ()
    decimal: str = "."

    @property
    def features(self) -> tuple[str, ...]:
        """The names of all columns of numbers, in order."""
        return tuple(name for column in self.columns for name in column.features)

    def using(self, names: Collection[str]) -> "TableRecipe":
        """The same, with columns of other names among those that are in the file and are not used."""
        used = tuple(column for column in self.columns if column.name in names)
        rest = tuple(column.name for column in self.columns if column.name not in names)
        return replace(self, columns=used, dropped=(*self.dropped, *rest))

    @property
    def raw(self) -> bool:
        """Whether cells stay as they are."""
        return any(isinstance(column, RawColumn) for column in self.columns)


ColumnRecipe: TypeAlias = NumberColumn | CategoryColumn | RawColumn
"""How one column is read."""


@dataclass(frozen=True)
class SparseRecipe:
    """Sparse rows, whose columns only have numbers.

    Parameters
    ----------
    dimension
        How many columns there are.
    first_index
        The index of the first one in the file.
    """

    dimension: int
    first_index: int = 1


@dataclass(frozen=True)
class ArrayRecipe:
    """Arrays of an .npz file.

    Parameters
    ----------
    inputs
        The name of the array with the examples.
    target
        The name of the array with the targets; None if there was none.
    """

    inputs: str
    target: str | None = None


@dataclass(frozen=True)
class SequenceRecipe:
    """Strings, which are used as they are.

    Parameters
    ----------
    target
        Which word of a FASTA description, or which field of a line, is the target; None if there was none.
    """

    target: str | int | None = None


Recipe: TypeAlias = TableRecipe | SparseRecipe | ArrayRecipe | SequenceRecipe
"""What must be remembered to read another file alike."""
