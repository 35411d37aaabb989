"""Pictures fill their space, and nothing of them is cut, as matplotlib itself measures it."""

from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from drupe.report.blocks import Picture
from drupe.report.pictures.confusion import ConfusionPicture
from drupe.report.pictures.intervals import IntervalPicture
from drupe.report.pictures.prices import PricePicture
from drupe.report.rendering import svg as drawing
from drupe.report.rendering.svg import PAD, ROOM, STYLE, svg

CS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
LONG = ("VotedPerceptron, Gaussian 3.937", "SVC", "SVC, Polynomial 2")


def counts() -> Any:
    import numpy as np

    return np.array([[149, 21], [48, 82]])


DRAWINGS = {
    "prices": PricePicture(CS, tuple((f"Gaussian {width}", (0.5, 0.6, 0.7, 0.8, 0.8, 0.7)) for width in range(6))),
    "long names": IntervalPicture(LONG, (0.9, 0.85, 0.8), ((0.88, 0.92), (0.82, 0.88), (0.75, 0.85))),
    "squares": ConfusionPicture(counts(), ("no", "yes")),
}


def laid_out(shown: Any, size: tuple[float, float] = (5.2, 3.7)) -> Figure:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size)
        FigureCanvasSVG(figure)
        shown.plot(figure.add_axes(ROOM))
        drawing._lay_out(figure)
    return figure


@pytest.mark.parametrize("name", DRAWINGS)
def test_nothing_is_cut_and_no_room_is_wasted(name: str) -> None:
    figure = laid_out(DRAWINGS[name])
    (axes,) = figure.axes
    around, whole, most = axes.get_tightbbox(), figure.bbox, 5 * PAD * figure.dpi
    assert min(around.x0, around.y0, whole.width - around.x1, whole.height - around.y1) > -1.0
    below = max((legend.get_window_extent().y1 for legend in figure.legends), default=0.0)
    assert below <= around.y0  # a legend of the figure has its room
    if axes.get_aspect() == "auto":
        assert max(around.x0, around.y0 - below, whole.width - around.x1, whole.height - around.y1) < most


def test_prices_are_labelled_as_they_are() -> None:
    figure = laid_out(DRAWINGS["prices"])
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["0.01", "0.1", "1", "10", "100", "1000"]


def test_labels_without_end_leave_a_drawing() -> None:
    names = tuple(f"{place} {'x' * 120}" for place in range(3))
    figure = laid_out(IntervalPicture(names, (0.9, 0.85, 0.8), ((0.88, 0.92), (0.82, 0.88), (0.75, 0.85))))
    assert figure.axes[0].get_position().width >= 0.2 - 1e-9


def test_every_label_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.axes import Axes

    measured = []
    plain = Axes.get_tightbbox
    monkeypatch.setattr(Axes, "get_tightbbox", lambda *given, **more: measured.append(1) or plain(*given, **more))
    svg(Picture("Prices", "words", DRAWINGS["prices"]), "p0-0")
    assert len(measured) == 1


def test_letters_that_the_drawing_font_lacks_stay_letters_without_a_warning() -> None:
    names = ("温度 °C", "größe", "SVC")
    page = svg(Picture("Columns", "words", IntervalPicture(names, (0.9, 0.8, 0.7), ((0.8, 1.0),) * 3)), "p0-0")
    assert all(name in page for name in names)
