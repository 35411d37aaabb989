"""Machines side by side, each with the interval in which its accuracy may lie."""

from dataclasses import dataclass
from typing import Any

from drupe.certification.displays.canvas import COLORS, FAINT, canvas


@dataclass(frozen=True, eq=False)
class IntervalPicture:
    """A point and a line for each machine, best on top.

    Parameters
    ----------
    names
        Of the machines.
    values
        Their accuracies.
    intervals
        Where these may lie.
    """

    names: tuple[str, ...]
    values: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 0.8 + 0.32 * len(self.names)))
        for place, (value, (low, high)) in enumerate(zip(self.values, self.intervals, strict=True)):
            color = COLORS[0] if place == 0 else FAINT
            ax.hlines(place, low, high, color=color, linewidth=3.5, alpha=0.45)
            ax.plot(value, place, marker="o", color=color, markersize=6)
        ax.axvline(self.values[0], color=COLORS[0], linewidth=0.8, linestyle=":")
        ax.set_yticks(range(len(self.names)), self.names)
        ax.invert_yaxis()
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.set_xlabel("accuracy in cross-validation, with 95 % interval")
        return self
