"""Decision regions as a picture: the answer in the background, the examples upon it, mistakes encircled."""

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.displays.decision_regions import DecisionRegions, decision_regions
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas, frame
from drupe.foundation.errors import InputTypeError
from drupe.inputs.names import names_in

MARKERS = "os^DvPX*"

MOST_CLASSES = 10
"""Classes up to which each has its color."""

LONGEST = 24
"""Letters of a class's name that the legend shows."""


class DecisionRegionDisplay:
    """The plane in the colors of the classes that are answered there.

    Parameters
    ----------
    regions
        What to draw.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe import SVC
    >>> X, y = [[0.0, 0.0], [1.0, 1.0]], ["no", "yes"]
    >>> DecisionRegionDisplay.from_estimator(SVC(kernel="linear").fit(X, y), X, y).ax_.get_xlabel()
    'column 1'
    """

    def __init__(self, regions: DecisionRegions):
        self.regions = regions

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, *, ax: Any = None) -> Self:
        """Draw for a fitted classifier: two columns as they are, more by their first two kernel components."""
        check_is_fitted(model)
        if not hasattr(model, "classes_"):
            raise InputTypeError(f"regions are those of classes, but {type(model).__name__} has none.")
        return cls(decision_regions(model, X, y, names_in(X))).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.6, 4.6))
        found = self.regions
        if 1 < len(found.classes) <= MOST_CLASSES:
            self._draw_regions(ax)
        self._draw_points(ax)
        frame(ax, found.axes, found.across, found.up)
        widest = max(len(text) for text in ax.get_legend_handles_labels()[1])
        columns = max(1, min(4, 44 // (widest + 4)))
        ax.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=columns)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _draw_regions(self, ax: Any) -> None:
        """The answers, in pale colors with lines between."""
        found, count = self.regions, len(self.regions.classes)
        levels, colors = np.arange(count + 1) - 0.5, [COLORS[code % len(COLORS)] for code in range(count)]
        ax.contourf(found.across, found.up, found.answers, levels=levels, colors=colors, alpha=0.16)
        ax.contour(found.across, found.up, found.answers, levels=levels[1:-1], colors=INK, linewidths=0.7)

    def _draw_points(self, ax: Any) -> None:
        """Draw the examples by class, or, of more classes than colors, by whether they are answered rightly."""
        found = self.regions
        if len(found.classes) > MOST_CLASSES:
            ax.scatter(
                *found.points[~found.wrong].T, s=10, color=FAINT, alpha=0.6, linewidth=0, label="answered rightly"
            )
        else:
            for code, label in enumerate(found.classes):
                members = found.points[found.truth == code]
                color, marker = COLORS[code % len(COLORS)], MARKERS[code % len(MARKERS)]
                style = {"marker": marker, "s": 16, "color": color, "linewidth": 0}
                ax.scatter(*members.T, alpha=0.8, label=_shortened(str(label)), **style)
        missed = found.points[found.wrong]
        if len(missed):
            ax.scatter(*missed.T, s=52, facecolor="none", edgecolor=INK, linewidth=0.9, label="answered wrongly")


def _shortened(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"
