"""Error against coverage: what was measured, and what is certified at the thresholds that one may choose from."""

from dataclasses import dataclass, field
from typing import Any

from drupe.analysis.abstention import Abstention
from drupe.displays.coverage_risk_display import CoverageRiskDisplay
from drupe.foundation.canvas import COLORS, INK, canvas


@dataclass(frozen=True, eq=False)
class ThresholdPicture:
    """The curve with a dot at each threshold, a dash at its certified error, and a ring that marks the chosen one.

    Parameters
    ----------
    abstention
        Curve and thresholds.
    certified
        The certified error at each threshold; None where there is none.
    """

    abstention: Abstention = field(repr=False)
    certified: tuple[float | None, ...] = ()

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        curve, found = self.abstention.curve, self.abstention.thresholds
        CoverageRiskDisplay(curve).plot(ax, color=COLORS[0], linewidth=1.6)
        spots = [(one.coverage, one.wrong / one.answered) for one in found]
        ax.plot(*zip(*spots, strict=True), marker="o", color=COLORS[0], markersize=6, linestyle="none", clip_on=False)
        limits = [(share, limit) for (share, _), limit in zip(spots, self.certified, strict=False) if limit is not None]
        if limits:
            style = {"color": COLORS[1], "markersize": 13, "markeredgewidth": 2.2, "linestyle": ":", "linewidth": 1.0}
            ax.plot(*zip(*limits, strict=True), marker="_", **style)
            _label(ax, "certified: at most", limits[-1], COLORS[1])
        _label(ax, "measured", spots[-1], COLORS[0])
        for i, (share, error) in enumerate(spots):
            ring = {"marker": "o", "markersize": 13, "markerfacecolor": "none", "markeredgecolor": INK}
            ax.plot(share, error, gid=f"chosen-{i}", markeredgewidth=2.0, linestyle="none", clip_on=False, **ring)
        ax.set(xlabel="share of rows that are answered", ylabel="share of wrong answers")
        tops = [
            float(curve.risk[curve.coverage >= 0.1].max(initial=0.0)),
            1.5 / curve.n,
            *(limit for _, limit in limits),
        ]
        ax.set_ylim(0.0, min(1.25 * max(tops), 1.03))
        return self


def _label(ax: Any, text: str, spot: tuple[float, float], color: str) -> None:
    """A name at the left end of a row of dots, so that nobody has to look it up in a legend."""
    style = {"ha": "right", "va": "bottom", "fontsize": 9, "color": color, "weight": "bold"}
    ax.annotate(text, spot, xytext=(-9, 4), textcoords="offset points", **style)
