"""The surface of a search is drawn as it was found, with the best in a circle."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import load_iris

from drupe import SVCPathCV
from drupe.displays import PathDisplay
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Linear


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


def test_colors_are_scores_and_the_circle_is_the_best() -> None:
    search = SVCPathCV(Cs=[0.1, 10.0], gammas=[0.01, 0.1, 1.0]).fit(*load_iris(return_X_y=True))
    display = PathDisplay.from_estimator(search)
    np.testing.assert_array_equal(display.ax_.images[0].get_array(), search.path_.surface())
    ((column, row),) = display.ax_.lines[0].get_xydata()
    assert search.best_params_ == {"C": [0.1, 10.0][int(row)], "gamma": [0.01, 0.1, 1.0][int(column)]}
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == ["0.01", "0.1", "1"]
    assert display.ax_.get_ylabel() == "C"


def test_kernels_are_named_and_axes_may_be_given() -> None:
    search = SVCPathCV(Cs=[1.0], kernels=[Linear(), Gaussian(2.0)]).fit(*load_iris(return_X_y=True))
    _, ax = plt.subplots()
    display = PathDisplay.from_estimator(search, ax=ax)
    assert display.ax_ is ax
    assert [label.get_text() for label in ax.get_xticklabels()] == ["Linear()", "Gaussian(width=2.0)"]


def test_a_path_over_one_parameter_is_no_surface() -> None:
    with pytest.raises(InputError, match="two parameters"):
        PathDisplay.from_estimator(SVCPathCV(Cs=[0.1, 1.0]).fit(*load_iris(return_X_y=True)))
    with pytest.raises(InputError, match="two parameters"):
        PathDisplay(("C", "gamma"), ((1.0,), (1.0, 2.0)), np.ones((2, 2)))
