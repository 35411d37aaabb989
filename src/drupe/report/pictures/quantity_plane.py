"""Predictions as shades of the plane, errors as dots upon it."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from drupe.displays.quantity_plane import QuantityPlane
from drupe.foundation.canvas import COLORS, canvas, frame

BANDS = 6
"""Shades from the smallest prediction to the largest."""

LARGEST = 90.0
"""Area of the dot of the largest error, in points."""


@dataclass(frozen=True, eq=False)
class QuantityPlanePicture:
    """The darker, the larger the prediction; the larger a dot, the larger the error.

    Parameters
    ----------
    plane
        What to draw.
    """

    plane: QuantityPlane = field(repr=False)

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.6, 4.6))
        found = self.plane
        levels = np.unique(np.percentile(found.predictions, np.linspace(0, 100, BANDS + 1)))
        for shade, (low, high) in enumerate(pairwise(levels)):
            style = {"colors": [COLORS[0]], "alpha": 0.05 + 0.08 * shade}
            ax.contourf(found.across, found.up, found.predictions, levels=[low, high], **style)
        off = np.abs(found.residuals)
        sizes = 5.0 + (LARGEST - 5.0) * off / (off.max() or 1.0)
        for above, color, label in ((False, COLORS[1], "predicted too low"), (True, COLORS[3], "predicted too high")):
            some = (found.residuals > 0.0) == above
            ax.scatter(*found.points[some].T, s=sizes[some], color=color, alpha=0.75, linewidth=0, label=label)
        frame(ax, found.axes, found.across, found.up)
        ax.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, markerscale=0.8)
        return self
