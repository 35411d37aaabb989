"""Pictures of recorded tables: lines over a column, or dots beside the names of rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from drupe.book.record import Printed
from drupe.foundation.canvas import COLORS, FAINT
from drupe.report.blocks import Picture

NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")


def numbers(cell: str) -> list[float]:
    """The numbers of a cell, in order.

    >>> numbers("10.5 ± 3.0"), numbers("29.7 %"), numbers("")
    ([10.5, 3.0], [29.7], [])
    """
    return [float(found.replace(",", "").replace("−", "-")) for found in NUMBER.findall(cell)]


def _value(cell: str) -> float:
    found = numbers(cell)
    return found[0] if found else float("nan")


def _spread(cell: str) -> float:
    found = numbers(cell)
    return found[1] if "±" in cell and len(found) > 1 else 0.0


@dataclass(frozen=True)
class Lines:
    """Columns of a table over another column, with error bars where a cell says ±.

    Parameters
    ----------
    over
        The column across.
    columns
        The columns up.
    unit
        What the columns up are.
    table
        Which table of the record.
    rising
        Whether the axis across is logarithmic.
    steep
        Whether the axis up is.
    """

    over: str
    columns: tuple[str, ...]
    unit: str
    table: int = 0
    rising: bool = False
    steep: bool = False

    def picture(self, tables: Sequence[Printed]) -> Picture:
        """The picture, with its numbers in words."""
        drawing = LinesOf(self, tables[self.table])
        words = f"{', '.join(self.columns)} over {self.over}; the numbers stand in the table."
        return Picture(f"{self.unit} over {self.over}", words, drawing, size=(6.4, 3.9))


@dataclass(frozen=True)
class LinesOf:
    """Such lines, of one table."""

    lines: Lines
    table: Printed

    def plot(self, ax: Any = None) -> Any:
        """Draw."""
        place = self.table.columns.index
        across = [_value(row[place(self.lines.over)]) for row in self.table.rows]
        for color, column in zip(COLORS, self.lines.columns, strict=False):
            cells = [row[place(column)] for row in self.table.rows]
            bars = [_spread(cell) for cell in cells]
            up = [_value(cell) for cell in cells]
            style = {"color": color, "marker": "o", "markersize": 3.5, "linewidth": 1.4, "label": column}
            ax.errorbar(across, up, yerr=bars if any(bars) else None, elinewidth=0.8, **style)
        ax.set(xlabel=self.lines.over, ylabel=self.lines.unit)
        if self.lines.rising:
            ax.set_xscale("log")
        if self.lines.steep:
            ax.set_yscale("log")
        ax.legend(frameon=False, fontsize=9)
        return ax


@dataclass(frozen=True)
class Dots:
    """Columns of a table as dots beside the names of its rows.

    Parameters
    ----------
    names
        The columns that name a row.
    columns
        Those with numbers.
    unit
        What the numbers are.
    table
        Which table of the record.
    """

    names: tuple[str, ...]
    columns: tuple[str, ...]
    unit: str
    table: int = 0

    def picture(self, tables: Sequence[Printed]) -> Picture:
        """The picture, with its numbers in words."""
        table = tables[self.table]
        words = f"{', '.join(self.columns)} for each row; the numbers stand in the table."
        return Picture(self.unit, words, DotsOf(self, table), size=(6.4, 1.0 + 0.27 * len(table.rows)))


@dataclass(frozen=True)
class DotsOf:
    """Such dots, of one table."""

    dots: Dots
    table: Printed

    def plot(self, ax: Any = None) -> Any:
        """Draw."""
        place = self.table.columns.index
        rows = [row for row in self.table.rows if any(numbers(row[place(c)]) for c in self.dots.columns)]
        heights = list(range(len(rows), 0, -1))
        for color, column in zip(COLORS, self.dots.columns, strict=False):
            cells = [row[place(column)] for row in rows]
            style = {"color": color, "label": column, "markersize": 5.0, "elinewidth": 0.9}
            ax.errorbar([_value(c) for c in cells], heights, xerr=[_spread(c) for c in cells], fmt="o", **style)
        labels = [", ".join(row[place(name)] for name in self.dots.names) for row in rows]
        ax.set_yticks(heights, labels)
        ax.set_ylim(0.3, len(rows) + 0.7)
        ax.grid(axis="y", color=FAINT, linewidth=0.3)
        ax.set(xlabel=self.dots.unit)
        if len(self.dots.columns) > 1:
            ax.legend(frameon=False, fontsize=9)
        return ax


Chart = Lines | Dots

CHARTS: dict[str, tuple[Chart, ...]] = {
    "bandwidth_by_bound": (
        Lines("ln width", ("error", "share below Γ*"), "percent"),
        Lines("ln width", ("bound", "printed bound"), "bound"),
    ),
    "chess_board": (
        Lines("width", ("support vectors",), "support vectors", rising=True),
        Lines("width", ("test error, %", "sure"), "percent", rising=True),
    ),
    "digits_usps": (Dots(("kernel",), ("test error, %",), "test error in percent"),),
    "eigenvalue_bias": (Lines("n", tuple(map(str, range(1, 11))), "sample eigenvalue : true one", rising=True),),
    "examples_for_a_margin": (
        Lines("squared ratio", ("without confidence", "with 95 %"), "examples needed", rising=True, steep=True),
    ),
    "feature_normalization": (Lines("degree", ("as it is", "normalized"), "test error in percent"),),
    "fisher_failure": (Lines("ε", ("Fisher, own threshold", "Fisher, best threshold"), "error", rising=True),),
    "fisher_features": (Dots(("data", "features"), ("error",), "error of a threshold in percent"),),
    "fisher_toy": (Dots(("machine", "kernel"), ("examples in the expansion",), "examples in the expansion"),),
    "label_noise": (Lines("θ or λ", ("BPM, Gibbs", "BPM, EP", "soft margin"), "error in percent", rising=True),),
    "left_out_errors": (Dots(("set",), ("0.001", "0.1", "10"), "leave-one-out error in percent"),),
    "oriented_toy": (Dots(("features",), ("by turns", "by shifts"), "how far features move, percent"),),
    "output_distributions": (Dots(("machine", "penalty"), ("test error", "printed"), "test error in percent"),),
    "polynomial_stability": (Lines("degree", ("moved", "at most", "error"), "distance", steep=True),),
    "sampler_errors": (Dots(("sampler",), ("5%", "25%", "50%", "75%", "95%"), "error in percent"),),
    "sparse_sinc": (Dots(("panel",), ("SKFD, centers", "SVR, centers"), "centers"),),
    "transduction_rejection": (
        Lines(
            "rejected",
            ("thyroid, votes", "thyroid, margins", "heart, votes", "heart, margins"),
            "error of the rest in percent",
        ),
    ),
    "version_space_errors": (
        Lines("p", ("5%", "50%", "95%", "SVM", "normalized SVM", "Bayes point"), "error in percent"),
    ),
    "version_space_margins": (Lines("margin from", ("5%", "50%", "95%"), "error in percent"),),
    "which_machine": (
        Dots(
            ("data",), ("SVM, C by folds", "KFD, left out", "Gaussian process", "Bayes point", "AdaBoost"), "error, %"
        ),
        Dots(("data",), ("SVM, C by folds", "KFD, left out", "Gaussian process"), "certified error, %", table=1),
    ),
}
"""The pictures of each experiment."""


def pictures(name: str, tables: Sequence[Printed]) -> tuple[Picture, ...]:
    """Those of one experiment."""
    return tuple(chart.picture(tables) for chart in CHARTS.get(name, ()))
