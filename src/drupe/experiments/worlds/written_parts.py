"""Chunks of a world as files: Parquet tables, or pairs of numpy's arrays."""

from pathlib import Path

import numpy as np

from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.errors import InputError
from drupe.persistence.atomic import whole_file


class PartFormat(Enumeration):
    """How a part is stored."""

    PARQUET = "parquet"
    NPY = "npy"


def written_parts(world: RowWorld, folder: Path, numbers: range, form: PartFormat = PartFormat.PARQUET) -> list[Path]:
    """Write the chunks of these numbers into a folder, a part each; returns the paths, in their order.

    Parquet tables have the columns x0, x1, ... and y; as arrays, X and y of part 3 are part-00003-X.npy and
    part-00003-y.npy, and the paths are those of X.

    Parameters
    ----------
    world
        Where the rows come from.
    folder
        Made if there is none.
    numbers
        Of the chunks.
    form
        Parquet or numpy's.

    Examples
    --------
    >>> import tempfile
    >>> from drupe.experiments.worlds.checker import Checker
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = written_parts(Checker(size=10), Path(folder), range(2), PartFormat.NPY)
    ...     [path.name for path in paths], np.load(paths[0]).shape
    (['part-00000-X.npy', 'part-00001-X.npy'], (10, 20))
    """
    folder.mkdir(parents=True, exist_ok=True)
    write = _parquet if form is PartFormat.PARQUET else _npy
    return [write(world.chunk(number), folder, f"part-{number:05d}") for number in numbers]


def _npy(chunk: Chunk, folder: Path, name: str) -> Path:
    for letter, array in (("y", chunk.y), ("X", chunk.X)):
        with whole_file(folder / f"{name}-{letter}.npy") as file:
            np.save(file, array)
    return folder / f"{name}-X.npy"


def _parquet(chunk: Chunk, folder: Path, name: str) -> Path:
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError:
        raise InputError('Parquet files need pyarrow: pip install "drupe[parquet]", or PartFormat.NPY.') from None
    columns = {f"x{column}": chunk.X[:, column] for column in range(chunk.X.shape[1])}
    with whole_file(folder / f"{name}.parquet") as file:
        pq.write_table(pa.table({**columns, "y": chunk.y}), file)
    return folder / f"{name}.parquet"
