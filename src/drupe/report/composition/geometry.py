"""How the rule lies among the examples: margins and regions."""

import numpy as np

from drupe.certification.displays.margin_display import MarginDisplay
from drupe.displays.decision_region_display import DecisionRegionDisplay
from drupe.displays.decision_regions import DecisionRegions
from drupe.foundation.arrays import Vector
from drupe.report.blocks import Block, Picture, Section
from drupe.report.numbers import percent


def geometry_section(margins: Vector | None, regions: DecisionRegions | None) -> Section | None:
    """The distribution of margins and the plane of decisions; nothing if there are neither."""
    blocks: list[Block] = []
    if margins is not None and len(margins):
        blocks.append(_margins(margins))
    if regions is not None:
        blocks.append(_regions(regions))
    return Section("Margins and regions", tuple(blocks)) if blocks else None


def _margins(margins: Vector) -> Picture:
    display = MarginDisplay(margins)
    low, middle, high = np.percentile(margins, [10, 50, 90])
    words = (
        f"{percent(display.share_below(0.0))} of the margins are negative, that is wrong; "
        f"10 % lie below {low:.2f}, half below {middle:.2f}, 90 % below {high:.2f}."
    )
    values = {"share_wrong": display.share_below(0.0), "tenth": low, "median": middle, "ninetieth": high}
    caption = "A margin says how far an example lies on its right side; the steeper and the further right, the better."
    return Picture("Distribution of margins", words, display, caption, values=values)


def _regions(regions: DecisionRegions) -> Picture:
    wrong = int(regions.wrong.sum())
    words = f"{len(regions.points)} examples over {regions.axes[0]} and {regions.axes[1]}; {wrong} answered wrongly."
    caption = (
        "The background is the answer of the model."
        if regions.exact
        else "The two directions in which the kernel sees the examples differ most; the background is the answer at the "
        "nearest example."
    )
    title = "Decision regions" if regions.exact else "Decisions over the first two kernel components"
    return Picture(title, words, DecisionRegionDisplay(regions), caption, (5.4, 4.4), {"axes": regions.axes})
