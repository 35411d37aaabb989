"""What becomes of a column of a table before a machine sees it, decided by looking at the training rows."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Reason(Enum):
    """Why a column is left out."""

    IDENTIFIER = "it names the rows"
    CONSTANT = "it is the same everywhere"
    EMPTY = "it is empty"
    DUPLICATE = "another column says the same"
    DATE = "dates are used on request"
    ASKED = "you asked for it"


@dataclass(frozen=True)
class AsNumber:
    """A column of numbers: centered and scaled; where a cell is empty, the median stands.

    Parameters
    ----------
    name
        Of the column.
    words
        How many cells hold words all the same, and count as empty.
    """

    name: str
    words: int = 0


@dataclass(frozen=True)
class AsCategory:
    """A column of categories: one feature for each, 1 where it holds and else 0; an empty cell is the most frequent.

    Parameters
    ----------
    name
        Of the column.
    """

    name: str


@dataclass(frozen=True)
class AsText:
    """A column of texts: the words that occur in some rows, weighted by how rare they are, to length one.

    English words become stems, and in long English texts stop words are left out.

    Parameters
    ----------
    name
        Of the column.
    """

    name: str


@dataclass(frozen=True)
class AsDate:
    """A column of dates: days as a number, centered and scaled.

    Parameters
    ----------
    name
        Of the column.
    """

    name: str


@dataclass(frozen=True)
class LeftOut:
    """A column that is not used.

    Parameters
    ----------
    name
        Of the column.
    reason
        Why.
    twin
        The column that says the same, for a duplicate; else empty.
    """

    name: str
    reason: Reason
    twin: str = ""


@dataclass(frozen=True)
class ColumnChoices:
    """What a person says about columns, where looking at them is not enough.

    Parameters
    ----------
    dates
        Whether dates become numbers; else they are left out.
    categorical
        Columns that hold categories, whatever they look like.
    kept
        Columns that are used although they look like names of rows, or like dates.
    """

    dates: bool = False
    categorical: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


Treatment: TypeAlias = AsNumber | AsCategory | AsText | AsDate | LeftOut
"""Any of them."""
