"""Accuracy or error against C, one line for each kernel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from drupe.foundation.canvas import COLORS, FAINT, canvas

STYLES = ("-", "--", "-.", ":", (0, (7, 2, 1, 2, 1, 2)), (0, (10, 3)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""Lines are told apart by color, by dashes and by what marks their points."""

APART = 0.06
"""Share of the height by which two names lie apart."""


@dataclass(frozen=True, eq=False)
class PricePicture:
    """What cross-validation saw while the price of slack rose.

    Parameters
    ----------
    Cs
        The prices.
    curves
        For each kernel the values.
    measure
        What the values are.
    """

    Cs: tuple[float, ...]
    curves: tuple[tuple[str, tuple[float, ...]], ...]
    measure: str = "accuracy"

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        for number, (_, means) in enumerate(self.curves):
            style, marker = STYLES[number % len(STYLES)], MARKERS[number % len(MARKERS)]
            # What is drawn later is thinner, so that of lines that run upon each other both are seen.
            width, size = max(3.2 - 0.4 * number, 1.2), max(9.0 - 0.8 * number, 4.5)
            look = {"color": COLORS[number % len(COLORS)], "linestyle": style, "linewidth": width}
            ax.plot(self.Cs, means, marker=marker, markersize=size, markerfacecolor="none", **look)
        ax.set_xscale("log")
        ax.set_xticks(self.Cs, [f"{C:g}" for C in self.Cs])
        ax.minorticks_off()
        ax.set(xlabel="C, the price of slack", ylabel=f"{self.measure} in cross-validation")
        ax.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.6)
        self._name_ends(ax)
        return self

    def _name_ends(self, ax: Any) -> None:
        """The names at the right ends of the lines, moved apart where ends are close."""
        low, high = ax.get_ylim()
        ends = [(means[-1] - low) / (high - low) for _, means in self.curves]
        for number, place in enumerate(spread(ends, APART)):
            color = COLORS[number % len(COLORS)]
            line = {"arrowstyle": "-", "color": color, "linewidth": 0.8, "shrinkA": 0.0, "shrinkB": 5.0}
            ax.annotate(
                self.curves[number][0],
                (self.Cs[-1], self.curves[number][1][-1]),
                xytext=(1.05, place),
                textcoords="axes fraction",
                color=color,
                fontsize=9,
                va="center",
                arrowprops=line,
            )


def spread(places: Sequence[float], apart: float) -> list[float]:
    """Places in the same order, moved as little as it takes to lie so far apart, and back into [0, 1] if there is room.

    >>> [round(place, 3) for place in spread([0.5, 0.52, 0.9], 0.1)]
    [0.46, 0.56, 0.9]
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    groups: list[
        list[float]
    ] = []  # the lowest place and the number of neighbors that touch, as sum of wishes and count
    for rank, i in enumerate(order):
        groups.append([places[i] - rank * apart, 1.0])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            wishes, members = groups.pop()
            groups[-1][0] += wishes
            groups[-1][1] += members
    bottoms = [wishes / members for wishes, members in groups for _ in range(int(members))]
    found = [bottom + rank * apart for rank, bottom in enumerate(bottoms)]
    shift = min(0.0, 1.0 - found[-1])
    shift = max(shift, -found[0]) if found[0] + shift < 0.0 else shift
    placed = dict(zip(order, found, strict=True))
    return [placed[i] + shift for i in range(len(places))]
