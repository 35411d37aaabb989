"""Error against coverage, with places at which a threshold can be read off."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.analysis.abstention import Abstention
from drupe.certification.displays.canvas import COLORS, INK, canvas
from drupe.estimators.reject.coverage_risk_display import CoverageRiskDisplay


@dataclass(frozen=True, eq=False)
class ThresholdPicture:
    """The curve, and a mark with its threshold at each share of answers that the table lists.

    Parameters
    ----------
    abstention
        Curve and thresholds.
    """

    abstention: Abstention = field(repr=False)

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        curve = self.abstention.curve
        CoverageRiskDisplay(curve).plot(ax, color=COLORS[0], linewidth=1.8)
        marked = [one for one in self.abstention.thresholds if np.isfinite(one.value)]
        for one in self.abstention.thresholds:
            ax.plot(one.coverage, one.wrong / one.answered, marker="o", color=COLORS[1], markersize=6)
        for one in marked[:: max(1, len(marked) // 3)]:
            spot = (one.coverage, one.wrong / one.answered)
            ax.annotate(
                f"{one.value:.3g}", spot, xytext=(0, 9), textcoords="offset points", ha="center", fontsize=9, color=INK
            )
        top = max(float(curve.risk[curve.coverage >= 0.1].max(initial=0.0)), 1.5 / curve.n)
        ax.set(xlabel="share of examples that are answered", ylabel="share of wrong answers")
        ax.set_ylim(0.0, 1.25 * top)
        return self
