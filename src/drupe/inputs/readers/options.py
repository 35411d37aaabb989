"""What a user may say about a file, where looking at it is not enough."""

from dataclasses import dataclass
from enum import Enum

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, whole
from drupe.inputs.readers.formats import Format


class Target(Enum):
    """Which targets are read if the user does not name a column."""

    USUAL = "where the format keeps them: labels of LIBSVM, `y` of .npz, a column called target, label, class or y"


class Missing(Enum):
    """What becomes of an example with a cell that is empty."""

    REFUSE = "the file is refused"
    DROP = "the example is left out"
    FILL = "numbers get the median of their column, categories one more category; raw cells stay empty"


@dataclass(frozen=True)
class Options(Checked):
    """How to read a file.

    Parameters
    ----------
    format
        The format; None to find out.
    encoding
        Of text files.
    delimiter
        What stands between cells; None to find out.
    header
        Whether the first line names the columns; None to find out.
    decimal
        What stands before decimals: a point, or a comma.
    missing
        What becomes of empty cells in tables.
    raw
        Whether the cells of tables stay as they are, words as words and empty ones empty, for `TableEncoder`; else
        words become columns of numbers at once.
    categorical
        Columns that hold categories although they begin with numbers.
    dropped
        Columns that are left out.
    dimension
        How many columns sparse rows have; None for the largest index that is met.
    first_index
        The index of the first column in LIBSVM files.
    examples
        The array of an .npz file that holds the examples; None for `X`, or the only table there is.
    budget
        Bytes to which a compressed file, an .npz or a Parquet file may unpack, or that may come through a pipe; None
        for 64 MiB, or 200 times the file if that is more, and 256 MiB through a pipe.
    """

    format: Format | None = None
    encoding: str = "utf-8"
    delimiter: str | None = None
    header: bool | None = None
    decimal: str = "."
    missing: Missing = Missing.REFUSE
    raw: bool = False
    categorical: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    dimension: int | None = None
    first_index: int = whole(0, 1)
    examples: str | None = None
    budget: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            "".encode(self.encoding)
        except LookupError:
            raise ParameterError(f"Options.encoding must be one that Python knows, got {self.encoding!r}.") from None
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '"\n\r\0'):
            raise ParameterError(f"Options.delimiter must be one character, got {self.delimiter!r}.")
        if self.budget is not None and self.budget not in Interval(1, whole=True):
            raise ParameterError(f"Options.budget must be a number of bytes, got {self.budget!r}.")
        if self.decimal not in (".", ","):
            raise ParameterError(f"Options.decimal must be '.' or ',', got {self.decimal!r}.")
