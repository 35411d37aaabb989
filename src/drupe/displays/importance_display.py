"""What a model loses without each column, the most important on top."""

from typing import Any, Self

from drupe.foundation.canvas import COLORS, FAINT, canvas

LONGEST = 28
"""Letters of a column's name that are shown."""


class ImportanceDisplay:
    """A point and its interval for each column; a column whose interval holds 0 is pale.

    Parameters
    ----------
    names
        Of the columns, the most important first.
    drops
        How much each loses.
    intervals
        Where that may lie.
    measure
        What is lost, in words.
    shares
        Whether losses are shares, shown in percentage points, and no quantity in the user's own units.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> display = ImportanceDisplay(("age", "height"), (0.2, 0.01), ((0.1, 0.3), (-0.01, 0.03)), measure="accuracy")
    >>> [label.get_text() for label in display.plot().ax_.get_yticklabels()]
    ['age', 'height']
    """

    def __init__(
        self,
        names: tuple[str, ...],
        drops: tuple[float, ...],
        intervals: tuple[tuple[float, float], ...],
        *,
        measure: str,
        shares: bool = True,
    ):
        self.names, self.drops, self.intervals = names, drops, intervals
        self.measure, self.shares = measure, shares

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 0.9 + 0.3 * len(self.names)))
        unit = 100.0 if self.shares else 1.0
        for place, (drop, (low, high)) in enumerate(zip(self.drops, self.intervals, strict=True)):
            color = COLORS[0] if low > 0.0 else FAINT
            ax.hlines(place, unit * low, unit * high, color=color, linewidth=3.5, alpha=0.45)
            ax.plot(unit * drop, place, marker="o", color=color, markersize=6)
        ax.axvline(0.0, color=FAINT, linewidth=0.8, linestyle=":")
        ax.set_yticks(range(len(self.names)), [_short(name) for name in self.names])
        ax.invert_yaxis()
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.set_xlabel(f"fall of {self.measure}, points" if self.shares else f"rise of {self.measure}")
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _short(name: str) -> str:
    """A name that leaves room for the picture, and is no formula to matplotlib."""
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return shown.replace("$", r"\$")
