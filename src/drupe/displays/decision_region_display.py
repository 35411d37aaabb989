"""Decision regions as a picture: the answer in the background, the examples upon it, mistakes encircled."""

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.certification.displays.canvas import COLORS, INK, canvas
from drupe.displays.decision_regions import DecisionRegions, decision_regions
from drupe.foundation.errors import InputTypeError

MARKERS = "os^DvPX*"


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
        names = tuple(str(name) for name in X.columns) if hasattr(X, "columns") else None
        return cls(decision_regions(model, X, y, names)).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.6, 4.6))
        found, count = self.regions, len(self.regions.classes)
        colors = [COLORS[code % len(COLORS)] for code in range(count)]
        if count > 1:
            levels = np.arange(count + 1) - 0.5
            ax.contourf(found.across, found.up, found.answers, levels=levels, colors=colors, alpha=0.16)
            ax.contour(found.across, found.up, found.answers, levels=levels[1:-1], colors=INK, linewidths=0.7)
        for code, label in enumerate(found.classes):
            members = found.points[found.truth == code]
            style = {"marker": MARKERS[code % len(MARKERS)], "s": 16, "color": colors[code], "linewidth": 0}
            ax.scatter(*members.T, alpha=0.8, label=str(label), **style)
        missed = found.points[found.wrong]
        if len(missed):
            ax.scatter(*missed.T, s=52, facecolor="none", edgecolor=INK, linewidth=0.9, label="answered wrongly")
        ax.set(xlabel=found.axes[0], ylabel=found.axes[1])
        ax.set_xlim(found.across[0], found.across[-1])
        ax.set_ylim(found.up[0], found.up[-1])
        ax.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=min(count + 1, 4))
        self.ax_, self.figure_ = ax, ax.figure
        return self
