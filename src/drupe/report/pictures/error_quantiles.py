"""The share of examples whose prediction is off by at most so much."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.analysis.forecasts import Forecasts
from drupe.analysis.tolerances import Tolerance
from drupe.foundation.canvas import COLORS, INK, canvas
from drupe.report.numbers import quantity_at_most


@dataclass(frozen=True, eq=False)
class ErrorQuantilePicture:
    """A curve that rises from no example to all, and dots where a share is certified.

    Parameters
    ----------
    forecasts
        Predictions and truth.
    tolerances
        Certified widths, if there are any.
    """

    forecasts: Forecasts = field(repr=False)
    tolerances: tuple[Tolerance, ...] = ()

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        off = np.sort(self.forecasts.off)
        shares = np.arange(len(off) + 1) / len(off)
        ax.step(np.concatenate([[0.0], off]), shares, where="post", color=COLORS[0], linewidth=1.8)
        for one in self.tolerances:
            ax.plot(one.width, one.share, marker="o", color=COLORS[1], markersize=6, linestyle="none")
            text = f"± {quantity_at_most(one.width)}"
            ax.annotate(text, (one.width, one.share), xytext=(7, -9), textcoords="offset points", fontsize=9, color=INK)
        ax.set(xlabel="off by at most", ylabel="share of rows")
        ax.set_xlim(0.0, 1.12 * float(off[-1]) or 1.0)
        ax.set_ylim(0.0, 1.03)
        return self
