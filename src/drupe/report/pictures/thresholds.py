"""Error against coverage, with places at which a threshold can be read off."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.analysis.abstention import Abstention, Threshold
from drupe.displays.coverage_risk_display import CoverageRiskDisplay
from drupe.foundation.canvas import COLORS, INK, canvas

APART = 0.15
"""Share of answers by which two labels have to lie apart."""

LOW = 0.2
"""Share of the height below which a label would touch the axis, and stands above its dot."""


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
        top = max(float(curve.risk[curve.coverage >= 0.1].max(initial=0.0)), 1.5 / curve.n)
        marked = [one for one in self.abstention.thresholds if np.isfinite(one.value)]
        for one in self.abstention.thresholds:
            ax.plot(one.coverage, one.wrong / one.answered, marker="o", color=COLORS[1], markersize=6)
        for one in _spaced(marked):
            spot = (one.coverage, one.wrong / one.answered)
            place = {"xytext": (0, 7), "ha": "center"} if spot[1] < LOW * top else {"xytext": (5, -12)}
            ax.annotate(f"{one.value:.3g}", spot, textcoords="offset points", fontsize=9, color=INK, **place)
        ax.set(xlabel="share of examples that are answered", ylabel="share of wrong answers")
        ax.set_ylim(0.0, 1.25 * top)
        return self


def _spaced(marked: list[Threshold]) -> list[Threshold]:
    """Those whose labels do not run into each other."""
    kept: list[Threshold] = []
    for one in marked:
        if not kept or kept[-1].coverage - one.coverage >= APART:
            kept.append(one)
    return kept
