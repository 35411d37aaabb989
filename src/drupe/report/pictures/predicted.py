"""Predictions against the truth."""

from dataclasses import dataclass, field
from typing import Any

from drupe.analysis.forecasts import Forecasts
from drupe.foundation.canvas import COLORS, FAINT, canvas


@dataclass(frozen=True, eq=False)
class PredictedPicture:
    """A dot for each example; on the diagonal the prediction is right.

    Parameters
    ----------
    forecasts
        Predictions and truth.
    """

    forecasts: Forecasts = field(repr=False)

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        truth, said = self.forecasts.truth, self.forecasts.said
        ends = [min(truth.min(), said.min()), max(truth.max(), said.max())]
        ax.plot(ends, ends, color=FAINT, linewidth=1.0, linestyle=":")
        ax.scatter(truth, said, s=dot_size(len(truth)), color=COLORS[0], alpha=0.6, linewidth=0)
        ax.set(xlabel="true value", ylabel="predicted value")
        return self


def dot_size(n: int) -> float:
    """Smaller where there are many."""
    return 20.0 if n <= 300 else 9.0 if n <= 2000 else 4.0
