"""How often answers are right, against how probable they were said to be."""

from dataclasses import dataclass
from typing import Any

from drupe.analysis.outcomes import Calibration
from drupe.foundation.canvas import COLORS, FAINT, canvas


@dataclass(frozen=True, eq=False)
class CalibrationPicture:
    """A point with its interval for each group of answers; on the diagonal, the model knows what it knows.

    Parameters
    ----------
    calibration
        The groups.
    """

    calibration: Calibration

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        found = self.calibration
        floor = min(0.5, float(found.said.min()), float(found.low.min()))
        ax.plot([floor, 1.0], [floor, 1.0], color=FAINT, linewidth=0.9, linestyle=":")
        ax.vlines(found.said, found.low, found.high, color=COLORS[0], linewidth=1.6, alpha=0.6)
        ax.plot(found.said, found.held, color=COLORS[0], marker="o", markersize=5, linewidth=1.2)
        ax.set(xlabel="probability that the model gives its answer", ylabel="share of right answers")
        ax.set_xlim(floor - 0.01, 1.01)
        ax.set_ylim(floor - 0.01, 1.02)
        return self
