"""Errors against predictions."""

from dataclasses import dataclass, field
from typing import Any

from drupe.analysis.forecasts import Forecasts
from drupe.foundation.canvas import COLORS, FAINT, canvas
from drupe.report.pictures.predicted import dot_size


@dataclass(frozen=True, eq=False)
class ResidualPicture:
    """A dot for each example, above the line where the prediction is too high.

    Parameters
    ----------
    forecasts
        Predictions and truth.
    """

    forecasts: Forecasts = field(repr=False)

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        found = self.forecasts
        ax.axhline(0.0, color=FAINT, linewidth=1.0, linestyle=":")
        ax.scatter(found.said, found.residuals, s=dot_size(found.n), color=COLORS[1], alpha=0.6, linewidth=0)
        ax.set(xlabel="predicted value", ylabel="predicted − true")
        return self
