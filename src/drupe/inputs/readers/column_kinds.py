"""Which kind of column it is: what the recipe says, or else what its first value is."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.cells import is_missing, number
from drupe.inputs.readers.category_column import Categories
from drupe.inputs.readers.columns import At, Column
from drupe.inputs.readers.number_column import Numbers
from drupe.inputs.readers.options import Missing, Options
from drupe.inputs.readers.raw_column import RawCells
from drupe.inputs.readers.recipe import CategoryColumn, ColumnRecipe, RawColumn


class Undecided(Column):
    """A column of which only missing values were seen; becomes what its first value is."""

    def __init__(self, name: str, options: Options):
        super().__init__(name, options.missing)
        self._options = options
        self._decided: Column | None = Categories(name, options.missing) if name in options.categorical else None
        self._waiting: list[tuple[list[str], At]] = []

    @property
    def numeric(self) -> bool:
        """Whether the column turned out to hold numbers."""
        return self._decided is not None and self._decided.numeric

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, of which the first that is there decides."""
        if self._decided is None:
            first = next((cell for cell in cells if not is_missing(cell)), None)
            if first is None:
                self._check_missing(at(0))
                self._waiting.append((cells, at))
                return
            self._decide(first)
        self._inner().add(cells, at)

    def extend(self, values: Vector, at: At) -> None:
        """As the kind of column that it became."""
        self._inner().extend(values, at)

    def _decide(self, first: str) -> Column:
        text = first.replace(",", ".") if self._options.decimal == "," else first
        if number(text) is None:
            self._decided = Categories(self.name, self.missing)
        else:
            self._decided = Numbers(self.name, self.missing, self._options.decimal)
        for cells, at in self._waiting:
            self._decided.add(cells, at)
        self._waiting.clear()
        return self._decided

    def _inner(self) -> Column:
        """What it became; numbers if nothing was ever there."""
        return self._decided or self._decide("0")

    def absent(self) -> npt.NDArray[np.bool_]:
        """As the kind of column that it became."""
        return self._inner().absent()

    def finished(self) -> ColumnRecipe:
        """As the kind of column that it became."""
        return self._inner().finished()

    def features(self, recipe: ColumnRecipe) -> Matrix:
        """As the kind of column that it became."""
        return self._inner().features(recipe)


def column_like(recipe: ColumnRecipe, options: Options) -> Column:
    """A column that is read as the recipe says."""
    if isinstance(recipe, CategoryColumn):
        return Categories(recipe.name, options.missing, recipe.categories)
    if isinstance(recipe, RawColumn):
        return RawCells(recipe.name, options.missing, options.decimal, words=recipe.words, known=True)
    # Without a fill of training, an empty cell cannot be filled now.
    strict = Missing.REFUSE if options.missing is Missing.FILL else options.missing
    missing = Missing.FILL if recipe.fill is not None else strict
    return Numbers(recipe.name, missing, options.decimal, known=True)
