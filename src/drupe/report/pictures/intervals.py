"""Machines side by side, each with the interval in which its accuracy or error may lie."""

from dataclasses import dataclass
from typing import Any

from drupe.analysis.task import Task
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas
from drupe.report.numbers import percent, quantity

WIDEST = {Task.CLASSES: 0.2, Task.QUANTITY: 0.5}
"""Accuracies that lie further below the best, or errors above it in units of the smallest, are only pointed to."""

MOST_CUT = 0.3
"""Share of the machines that may be left out so."""


@dataclass(frozen=True, eq=False)
class IntervalPicture:
    """A point and a line for each machine, best on top.

    Parameters
    ----------
    names
        Of the machines.
    values
        Their accuracies or mean errors, best first.
    intervals
        Where these may lie.
    task
        Which of both.
    """

    names: tuple[str, ...]
    values: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    task: Task = Task.CLASSES

    @property
    def cut(self) -> bool:
        """Whether some machines lie outside the picture."""
        return any(self._beyond(value) for value in self.values)

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 0.8 + 0.32 * len(self.names)))
        for place, (value, (low, high)) in enumerate(zip(self.values, self.intervals, strict=True)):
            color = COLORS[0] if place == 0 else FAINT
            if self._beyond(value):
                self._point_to(ax, place, value)
                continue
            inside = (max(low, self._edge), high) if self.task is Task.CLASSES else (low, min(high, self._edge))
            ax.hlines(place, *inside, color=color, linewidth=3.5, alpha=0.45)
            ax.plot(value, place, marker="o", color=color, markersize=6)
        ax.axvline(self.values[0], color=COLORS[0], linewidth=0.8, linestyle=":")
        ax.set_yticks(range(len(self.names)), self.names)
        ax.invert_yaxis()
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        measure = "accuracy" if self.task is Task.CLASSES else "mean error"
        ax.set_xlabel(f"{measure}, with 95 % interval")
        return self

    @property
    def _edge(self) -> float:
        """Where the picture ends: a little beyond the best, unless too many would be left out."""
        if self.task is Task.CLASSES:
            far, near = min(low for low, _ in self.intervals), self.values[0] - WIDEST[self.task]
            left_out = sum(value < near for value in self.values)
            return far if left_out > MOST_CUT * len(self.values) else max(far, near)
        far, near = max(high for _, high in self.intervals), self.values[0] * (1.0 + WIDEST[self.task])
        left_out = sum(value > near for value in self.values)
        return far if left_out > MOST_CUT * len(self.values) else min(far, near)

    def _beyond(self, value: float) -> bool:
        return value < self._edge if self.task is Task.CLASSES else value > self._edge

    def _point_to(self, ax: Any, place: int, value: float) -> None:
        left = self.task is Task.CLASSES
        ax.plot(self._edge, place, marker="<" if left else ">", color=FAINT, markersize=6, clip_on=False)
        text = percent(value) if left else quantity(value)
        style = {"ha": "left" if left else "right", "va": "center", "fontsize": 9, "color": INK}
        ax.annotate(text, (self._edge, place), xytext=(9 if left else -9, 0), textcoords="offset points", **style)
