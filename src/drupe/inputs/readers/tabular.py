"""A table under construction: which columns are examples, which is the target, and what comes out at the end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.remedies import InPython, NamedTarget, Setting
from drupe.inputs.base import Origin
from drupe.inputs.cells import is_missing
from drupe.inputs.frame import Frame
from drupe.inputs.readers.column_kinds import Undecided, column_like
from drupe.inputs.readers.columns import At, Column
from drupe.inputs.readers.header import USUAL_NAMES
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Missing, Options, Target
from drupe.inputs.readers.raw_column import RawCells
from drupe.inputs.readers.recipe import TableRecipe
from drupe.inputs.readers.table import Table
from drupe.inputs.readers.targets import check_finite_targets, check_learnable, classes_of, narrowed, targets_of
from drupe.inputs.vectors import Vectors

Chosen = str | int | Target | None


class TableBuilder:
    """Takes the columns of a file part by part.

    Parameters
    ----------
    names
        The columns of the file, in order.
    recipe
        How a file before was read; None to find out from this one.
    wanted
        The target column, for a file without recipe.
    options
        What the user said about the file.
    location
        The file.
    """

    def __init__(
        self,
        names: Sequence[str],
        recipe: TableRecipe | None,
        wanted: Chosen,
        options: Options,
        location: Location,
    ):
        if recipe is not None and recipe.decimal == ",":
            options = replace(options, decimal=recipe.decimal)
        self._location, self.options, self._recipe = location, options, recipe
        self.target = _target_in(names, recipe, wanted, location)
        used = [name for name in names if name != self.target]
        if recipe is None:
            _check_known(names, (*options.dropped, *options.categorical), location)
            dropped = set(options.dropped)
            used = [name for name in used if name not in dropped]
            self.columns: dict[str, Column] = {name: _new_column(name, options) for name in used}
        else:
            _check_same(used, recipe, location)
            self.columns = {column.name: column_like(column, options) for column in recipe.columns}
        if not self.columns:
            raise location.error("there is no column besides the target", "pass a file with at least one more")
        self.target_cells: list[str] = []
        self._rows: list[Index] = []

    def count(self, rows: Index) -> None:
        """Notes the lines at which further examples stand."""
        self._rows.append(rows)

    def table(self, named: bool, target_values: npt.NDArray[Any] | None = None) -> Table:
        """All that was read; `target_values` if targets did not come as text."""
        rows = np.concatenate(self._rows) if self._rows else np.empty(0, dtype=np.int64)
        if not len(rows):
            raise self._location.error("there are no examples", "pass a file with at least one")
        kept = self._kept(len(rows), target_values)

        def at(row: int) -> Location:
            return self._location.at(int(rows[kept][row]), self.target)

        targets = narrowed(target_values[kept]) if target_values is not None else None
        if self.options.missing is Missing.FILL and self._untold(len(rows), target_values)[kept].any():
            targets = None  # rows to predict, of which some have a target
        elif targets is None and self.target is not None:
            targets = self._labels(kept, at)
        if targets is not None:
            check_finite_targets(targets, at)
            if self._recipe is None:
                check_learnable(targets, Location(self._location.file, None, self.target))
        recipe = self._recipe or TableRecipe(
            tuple(column.finished() for column in self.columns.values()),
            self.target,
            named,
            self.options.dropped,
            self.options.decimal,
        )
        inputs = self._frame(kept) if recipe.raw else self._vectors(recipe, kept)
        return Table(inputs, targets, recipe, rows[kept], left_out=len(rows) - len(kept))

    def _labels(self, kept: Index, at: At) -> npt.NDArray[Any]:
        cells = self.target_cells
        if len(cells) > len(kept):
            cells = [cells[row] for row in kept]
        if self.target in self.options.categorical:
            return classes_of(cells, at)
        return targets_of(cells, at, self.options.decimal)

    def _frame(self, kept: Index) -> Frame:
        cells = [cast(RawCells, column).cells()[kept] for column in self.columns.values()]
        return Frame(tuple(cells), Origin.new(len(kept)), tuple(self.columns))

    def _vectors(self, recipe: TableRecipe, kept: Index) -> Vectors:
        return Vectors(self._features(recipe, kept), Origin.new(len(kept)), recipe.features)

    def _features(self, recipe: TableRecipe, kept: Index) -> Matrix:
        """The table; every column is forgotten when it stands there, so that not all is held twice."""
        out = np.empty((len(kept), len(recipe.features)))
        place = 0
        for column in recipe.columns:
            part = self.columns.pop(column.name).features(column)
            out[:, place : place + part.shape[1]] = part if len(part) == len(kept) else part[kept]
            place += part.shape[1]
        return out

    def _untold(self, n: int, target_values: npt.NDArray[Any] | None) -> npt.NDArray[np.bool_]:
        """Where there is no target."""
        if target_values is not None:
            return np.asarray(target_values != target_values)  # NaN alone differs from itself
        if self.target is None:
            return np.zeros(n, dtype=np.bool_)
        return np.array([is_missing(cell) for cell in self.target_cells], dtype=np.bool_)

    def _kept(self, n: int, target_values: npt.NDArray[Any] | None) -> Index:
        """The rows that stay: of training, unless empty cells are refused, those with a target; to predict, all."""
        absent = np.zeros(n, dtype=np.bool_)
        if self.options.missing is Missing.DROP:
            absent |= np.any([column.absent() for column in self.columns.values()], axis=0)
        if self.options.missing is Missing.DROP or (self.options.missing is Missing.FILL and self._recipe is None):
            absent |= self._untold(n, target_values)
        kept = np.flatnonzero(~absent)
        if not len(kept):
            filled = Setting("missing", Missing.FILL)
            raise self._location.error("every example has an empty cell", f"pass {filled}", filled)
        return kept


def _new_column(name: str, options: Options) -> Column:
    if options.raw:
        return RawCells(name, options.missing, options.decimal, words=name in options.categorical)
    return Undecided(name, options)


def _target_in(names: Sequence[str], recipe: TableRecipe | None, wanted: Chosen, place: Location) -> str | None:
    """The target column, if there is one."""
    if recipe is not None:
        # Without names a file that has one column less than training had is a file without its target.
        there = recipe.target in names and (recipe.named or len(names) > len(recipe.columns) + len(recipe.dropped))
        return recipe.target if there else None
    if wanted is None:
        return None
    if isinstance(wanted, Target):
        usual = [name for name in names if name.strip().lower() in USUAL_NAMES]
        if len(usual) == 1:
            return usual[0]
        found = (
            f"none of its columns is called {', '.join(USUAL_NAMES)}" if not usual else f"both {usual} may be targets"
        )
        name, without = NamedTarget("name the target column"), InPython(", or pass target=None")
        raise place.error(found, f"{name}, one of {_listed(names)}{without}", name, without)
    if isinstance(wanted, int):
        if -len(names) <= wanted < len(names):
            return names[wanted]
        raise place.error(f"there is no column {wanted}, counted from 0", f"there are {len(names)} columns")
    if wanted in names:
        return wanted
    # Columns without names are called by their numbers, from 1, and others may be too.
    if wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names):
        return names[int(wanted) - 1]
    raise place.error(
        f"there is no target column {quoted(wanted)}", f"choose one of {_listed(names)}{_near(wanted, names)}"
    )


def _near(wanted: str, names: Sequence[str]) -> str:
    found = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    return f"; is it {quoted(found[0])}?" if found else f", or their numbers from 1 to {len(names)}"


def _check_known(names: Sequence[str], said: Sequence[str], place: Location) -> None:
    known = set(names)
    for name in said:
        if name not in known:
            raise place.error(f"there is no column {quoted(name)}", f"there are {_listed(names)}")


def _check_same(used: list[str], recipe: TableRecipe, place: Location) -> None:
    """Raise an InputError unless the columns are those of training, in whatever order."""
    there, known = set(used), {*(column.name for column in recipe.columns), *recipe.dropped}
    missing = [column.name for column in recipe.columns if column.name not in there]
    extra = [name for name in used if name not in known]
    if missing:
        raise place.error(f"the column {_listed(missing)} of training is not there", "pass a file with these columns")
    if extra:
        raise place.error(f"the column {_listed(extra)} was not there in training", "remove it")


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(quoted(name) for name in names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"


def rows_at(location: Location, rows: Sequence[int], column: str | None) -> At:
    """The place of each row of a part."""
    return lambda row: location.at(int(rows[row]), column)
