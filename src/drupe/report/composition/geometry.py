"""How the rule lies among the examples: margins and regions."""

import numpy as np

from drupe.analysis.plane import Plane
from drupe.displays.decision_region_display import MOST_CLASSES, DecisionRegionDisplay
from drupe.displays.decision_regions import DecisionRegions
from drupe.displays.margin_display import MarginDisplay
from drupe.displays.quantity_plane import QuantityPlane
from drupe.foundation.arrays import Vector
from drupe.report.blocks import Block, Picture, Section
from drupe.report.numbers import percent
from drupe.report.pictures.quantity_plane import QuantityPlanePicture

COMPONENTS = (
    "The two directions in which the kernel sees the examples differ most; the background is the {} at the nearest "
    "example."
)


def geometry_section(margins: Vector | None, plane: Plane | None) -> Section | None:
    """The distribution of margins and the plane of answers; nothing if there are neither."""
    blocks: list[Block] = []
    if margins is not None and len(margins):
        blocks.append(_margins(margins))
    if plane is not None:
        blocks.append(_regions(plane) if isinstance(plane, DecisionRegions) else _quantities(plane))
    title = "Margins and regions" if margins is not None else "Where it is right and wrong"
    return Section(title, tuple(blocks)) if blocks else None


def _margins(margins: Vector) -> Picture:
    # Leads in probability stay below 1, outputs of machines with a margin do not.
    display = MarginDisplay(margins, canonical=bool(np.abs(margins).max() > 1.0 + 1e-9))
    low, middle, high = np.percentile(margins, [10, 50, 90])
    words = (
        f"{percent(display.share_below(0.0))} of the margins are negative, that is wrong; "
        f"10 % lie below {low:.2f}, half below {middle:.2f}, 90 % below {high:.2f}."
    )
    values = {"share_wrong": display.share_below(0.0), "tenth": low, "median": middle, "ninetieth": high}
    caption = "A margin says how far an example lies on its right side; the steeper and the further right, the better."
    return Picture("Distribution of margins", words, display, caption, (5.2, 4.3), values)


def _regions(regions: DecisionRegions) -> Picture:
    wrong = int(regions.wrong.sum())
    words = f"{len(regions.points)} examples over {regions.axes[0]} and {regions.axes[1]}; {wrong} answered wrongly."
    caption = "The background is the answer of the model." if regions.exact else COMPONENTS.format("answer")
    if len(regions.classes) > MOST_CLASSES:
        caption = "There are too many classes for as many colors." if regions.exact else COMPONENTS.split(";")[0] + "."
    title = "Decision regions" if regions.exact else "Decisions over the first two kernel components"
    return Picture(title, words, DecisionRegionDisplay(regions), caption, (5.2, 4.3), {"axes": regions.axes})


def _quantities(plane: QuantityPlane) -> Picture:
    low = int((plane.residuals < 0.0).sum())
    words = f"{len(plane.points)} examples over {plane.axes[0]} and {plane.axes[1]}; {low} were predicted too low."
    background = "The background is the prediction." if plane.exact else COMPONENTS.format("prediction")
    caption = f"{background} Darker is larger, and a larger dot is a larger error."
    title = "Predictions" if plane.exact else "Predictions over the first two kernel components"
    return Picture(title, words, QuantityPlanePicture(plane), caption, (5.2, 4.3), {"axes": plane.axes})
