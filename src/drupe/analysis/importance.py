"""How much each column matters to a model: what is lost when its cells are exchanged among the rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import is_classifier

from drupe.analysis.cells import cells_of
from drupe.analysis.exchange import Exchange, planned, strongest
from drupe.analysis.importance_interval import mean_cost
from drupe.analysis.measure import Accuracy, MeanError, Measure
from drupe.certification.notebook_table import notebook_table
from drupe.displays.importance_display import ImportanceDisplay
from drupe.estimators.base import one_column
from drupe.estimators.preparation.table_encoder import encoder_of
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Progress


@dataclass(frozen=True)
class ColumnImportance:
    """One column.

    Parameters
    ----------
    name
        What it is called.
    drop
        How much the accuracy falls, or the mean error rises.
    low, high
        Where that may lie: limits at 95 %.
    """

    name: str
    drop: float
    low: float
    high: float


@dataclass(frozen=True, eq=False, repr=False)
class Importance:
    """What a model loses without each column, on average over rows and exchanges.

    It speaks of this model on such rows, not of the world: a column that another one can stand in for seems to matter
    little, and columns that carry the same share what both together are worth.

    Parameters
    ----------
    names
        Of the columns.
    drop
        How much the accuracy falls, or the mean error rises, when a row gets the cell of another one.
    low, high
        Where these may lie on more such rows: limits at 95 %, for each column by itself.
    measure
        What is lost.
    rows, repeats
        How many rows were asked about, and with how many other cells each.
    columns
        How many columns the model sees; more than names, if only those were measured that move the outputs most.
    fresh
        Whether the rows took no part in the fit.

    Examples
    --------
    >>> from drupe import SVC
    >>> X = np.array([[-2.0, 5.0], [-1.0, 5.0], [1.0, 5.0], [2.0, 5.0]] * 10)
    >>> found = importance_of(SVC(kernel="linear").fit(X, X[:, 0] > 0), X, X[:, 0] > 0)
    >>> [one.name for one in found.ranked], found.top(1)[0].drop > 0.3, found.drop[1].item()
    (['column 1', 'column 2'], True, 0.0)
    >>> print(Importance(("a", "b"), [0.0, 0.25], [0.0, 0.125], [0.0, 0.5], Accuracy(), rows=40, repeats=10, columns=2))
    Without each column, on 40 held-out rows:
    column  accuracy falls by  95 % interval
    b       25.0 points        12.5 to 50.0
    a       0.0 points         0.0 to 0.0
    """

    names: tuple[str, ...]
    drop: Vector
    low: Vector
    high: Vector
    measure: Measure
    rows: int
    repeats: int
    columns: int
    fresh: bool = True

    @property
    def ranked(self) -> tuple[ColumnImportance, ...]:
        """The columns, the most important first."""
        order = np.argsort(-np.asarray(self.drop), kind="stable")
        return tuple(
            ColumnImportance(self.names[j], float(self.drop[j]), float(self.low[j]), float(self.high[j])) for j in order
        )

    def top(self, k: int) -> tuple[ColumnImportance, ...]:
        """The k most important columns."""
        return self.ranked[:k]

    def display(self, most: int = 20) -> ImportanceDisplay:
        """The picture of the most important columns, not yet drawn."""
        shown = self.top(most)
        return ImportanceDisplay(
            tuple(one.name for one in shown),
            tuple(one.drop for one in shown),
            tuple((one.low, one.high) for one in shown),
            measure=self.measure.words,
            shares=self.measure.of_classes,
        )

    def plot(self, ax: Any = None, *, most: int = 20) -> ImportanceDisplay:
        """Draw the most important columns on these axes, or on new ones."""
        return self.display(most).plot(ax)

    def __repr__(self) -> str:
        rows = [self._headings(), *map(self._cells, self.ranked)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([self._caption(), *lines, *self._notes()])

    def _repr_html_(self) -> str:
        pale = [not one.low > 0.0 for one in self.ranked]
        rows = list(map(self._cells, self.ranked))
        return notebook_table(self._caption(), self._headings(), rows, pale, self._notes())

    def _caption(self) -> str:
        return f"Without each column, on {self.rows} {'held-out' if self.fresh else 'training'} rows:"

    def _headings(self) -> tuple[str, str, str]:
        return "column", f"{self.measure.words} {'falls' if self.measure.of_classes else 'rises'} by", "95 % interval"

    def _cells(self, one: ColumnImportance) -> tuple[str, str, str]:
        drop, low, high = map(self.amount, (one.drop, one.low, one.high))
        return one.name, drop + " points" * self.measure.of_classes, f"{low} to {high}"

    def _notes(self) -> list[str]:
        others = self.columns - len(self.names)
        return [f"{others} more columns move the outputs less"] if others else []

    def amount(self, drop: float) -> str:
        """A loss in words: percentage points of an accuracy, units of a quantity.

        >>> Importance((), [], [], [], Accuracy(), rows=0, repeats=0, columns=0).amount(0.125)
        '12.5'
        """
        said = f"{100.0 * drop:.1f}" if self.measure.of_classes else f"{drop:.3g}"
        return said.replace("-", "−")


def importance_of(
    model: Any,
    X: Any,
    y: Any,
    *,
    measure: Measure | None = None,
    names: tuple[str, ...] | None = None,
    fresh: bool = True,
    seed: int = 0,
    progress: Progress | None = None,
) -> Importance | None:
    """Exchange the cells of each column among rows with known targets, and count what the model loses.

    A row gets the cells of several other rows in turn. The interval counts every row twice, for what it loses and for
    what its cells do to others, and so holds for more rows of the same kind; it is a little wide, seldom narrow. Of
    many rows, and for slow models, a part is asked about; of many columns those that move the outputs of the model
    most are measured, and of very many none.

    Parameters
    ----------
    model
        A fitted classifier or regressor.
    X, y
        Rows with their targets, best such that took no part in the fit.
    measure
        What the model is judged by; None for accuracy, or the mean error of a quantity.
    names
        Of the columns, where the data have none.
    fresh
        Whether the rows took no part in the fit.
    seed
        Of the choice of rows and of the exchanges.
    progress
        Told which share is done.

    Returns
    -------
    Importance or None
        None for examples without columns, a single one, or more columns than can be measured.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from drupe import SVC
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> found = importance_of(SVC(gamma=0.5).fit(X[::2], y[::2]), X[1::2], y[1::2])
    >>> [one.name for one in found.top(2)], found.measure.words
    (['petal length (cm)', 'petal width (cm)'], 'accuracy')

    References
    ----------
    [Breiman01]_, section 10; as an average over pairs of rows [Fisher19]_, section 3.
    """
    chosen = _measure(model, measure)
    cells = cells_of(np.asarray(X) if isinstance(X, list) and X and not isinstance(X[0], str) else X, names)
    if cells is not None and (encoder := encoder_of(model)) is not None:
        cells = cells.only({one.name for one in encoder.encodings_})  # the model never sees the others
    n = X.shape[0] if hasattr(X, "shape") else len(X)
    truth = one_column(y, n)
    plan = None if cells is None else planned(model, cells, n)
    if cells is None or plan is None:
        return None
    order = np.random.default_rng(seed).permutation(n)[: plan.rows]
    columns = strongest(model, cells, order, plan)
    exchange = Exchange.of(model, cells, order, truth[order], chosen)
    groups, found = chosen.groups(truth[order]), []
    for done, j in enumerate(columns):
        found.append(mean_cost(exchange.costs(int(j), plan.repeats), groups, bounded=chosen.of_classes))
        if progress is not None:
            progress((done + 1) / len(columns))
    drop, low, high = np.array(found).T
    kept = tuple(cells.names[j] for j in columns)
    return Importance(kept, drop, low, high, chosen, plan.rows, plan.repeats, len(cells.names), fresh)


def _measure(model: Any, given: Measure | None) -> Measure:
    """The measure that was asked for, if the model can be judged by it."""
    usual = Accuracy() if is_classifier(model) else MeanError()
    if given is not None and given.task is not usual.task:
        raise ParameterError(f"{type(model).__name__} cannot be judged by {given.words}; pass {usual!r}.")
    return usual if given is None else given
