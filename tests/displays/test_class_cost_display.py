"""The picture of class costs has a point for each ratio, at the shares of the curve."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import make_moons

import drupe
from drupe import SVC, ClassCostDisplay, class_cost_curve, displays


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


@pytest.mark.spec("C.G16")
def test_points_are_those_of_the_curve_and_each_place_is_named_once():
    X, y = make_moons(60, noise=0.4, random_state=0)
    ratios = [0.1, 1.0, 10.0, 1000.0, 2000.0]
    _, ax = plt.subplots()
    display = ClassCostDisplay.from_estimator(SVC(C=0.5), X, y, positive=1, ratios=ratios, cv=3, ax=ax, color="red")
    curve = class_cost_curve(SVC(C=0.5), X, y, positive=1, ratios=ratios, cv=3)
    assert display.ax_ is ax
    np.testing.assert_array_equal(display.line_.get_xydata(), np.column_stack([curve.specificity, curve.sensitivity]))
    places = {tuple(point) for point in display.line_.get_xydata().tolist()}
    assert len(ax.texts) == len(places) < len(ratios)
    assert ax.get_ylabel() == "Sensitivity: share of 30 found"
    assert ax.get_legend().get_texts()[0].get_text() == "SVC"
    assert drupe.ClassCostDisplay is displays.ClassCostDisplay
