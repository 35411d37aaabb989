"""The picture of importance shows the numbers that it is given."""

import matplotlib.pyplot as plt
import pytest

from drupe.displays import ImportanceDisplay
from drupe.foundation.canvas import COLORS, FAINT


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


def test_points_intervals_and_colors():
    drops, intervals = (0.2, 0.01), ((0.1, 0.3), (-0.01, 0.03))
    ax = ImportanceDisplay(("age", "height"), drops, intervals, measure="accuracy").plot().ax_
    points = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in points] == pytest.approx([20.0, 1.0])
    assert [line.get_color() for line in points] == [COLORS[0], FAINT]
    assert ax.collections[0].get_segments()[0][:, 0] == pytest.approx([10.0, 30.0])
    assert ax.get_xlabel() == "fall of accuracy, points"
    assert ax.yaxis_inverted()


def test_a_quantity_keeps_its_units_and_names_are_no_formulas():
    name = "$income_2$ " + "x" * 60
    display = ImportanceDisplay((name,), (3.0,), ((1.0, 5.0),), measure="mean error", shares=False).plot()
    display.figure_.canvas.draw()
    (label,) = display.ax_.get_yticklabels()
    assert label.get_text().startswith(r"\$income_2\$")
    assert len(label.get_text()) < 35
    assert display.ax_.collections[0].get_segments()[0][:, 0] == pytest.approx([1.0, 5.0])
    assert display.ax_.get_xlabel() == "rise of mean error"


def test_draws_where_it_is_told():
    _, ax = plt.subplots()
    assert ImportanceDisplay(("a",), (0.1,), ((0.0, 0.2),), measure="accuracy").plot(ax).ax_ is ax
