"""Regions, components and Gram pictures show what the model and the kernel say."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from sklearn.datasets import load_iris, make_moons
from sklearn.decomposition import KernelPCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import drupe
from drupe import SVC, DecisionRegionDisplay, GramDisplay, NearestMean
from drupe.displays import kernel_components as components_home
from drupe.displays.decision_regions import decision_regions
from drupe.displays.fitted_kernel import fitted_kernel
from drupe.estimators.last_step import last_step
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


FLAT = ["CertificateDisplay", "CoverageRiskDisplay", "DecisionRegionDisplay", "GramDisplay", "MarginDisplay"]


@pytest.mark.parametrize("name", FLAT)
def test_displays_stand_flat_and_in_one_place(name):
    from drupe import displays

    assert getattr(drupe, name) is getattr(displays, name)


def test_components_are_those_of_kernel_pca():
    X, _ = load_iris(return_X_y=True)
    mine = components_home.kernel_components(Gaussian(width=2.0), Vectors.of(X))
    theirs = KernelPCA(2, kernel="rbf", gamma=1 / 8).fit_transform(X)
    assert np.allclose(np.abs(mine), np.abs(theirs), atol=1e-6)


def test_regions_of_two_columns_are_the_predictions():
    X, y = make_moons(120, noise=0.2, random_state=0)
    model = make_pipeline(StandardScaler(), SVC(C=10.0)).fit(X, y)
    regions = decision_regions(model, X, y)
    i, j = 20, 77
    assert regions.answers[i, j] == model.predict([[regions.across[j], regions.up[i]]])[0]
    assert np.array_equal(regions.wrong, model.predict(X) != y)
    assert regions.exact


def test_regions_of_more_columns_lie_over_components():
    X, y = load_iris(return_X_y=True)
    regions = decision_regions(NearestMean().fit(X, y), X, y)
    assert not regions.exact
    assert regions.points.shape == (150, 2)
    assert DecisionRegionDisplay(regions).plot().ax_.get_xlabel() == "first kernel component"


def test_display_draws_on_given_axes():
    X, y = make_moons(60, random_state=0)
    _, ax = plt.subplots()
    assert DecisionRegionDisplay.from_estimator(SVC().fit(X, y), X, y, ax=ax).ax_ is ax
    assert isinstance(GramDisplay.from_estimator(SVC().fit(X, y), X, y).ax_, Axes)


def test_gram_is_drawn_in_order_of_the_classes():
    X = np.array([[0.0], [5.0], [0.1], [5.1]])
    matrix = GramDisplay.from_kernel(Gaussian(width=1.0), X, [0, 1, 0, 1]).matrix
    assert matrix[0, 1] > 0.9 > 0.1 > matrix[0, 2]
    with pytest.raises(InputError, match="square"):
        GramDisplay(np.ones((2, 3)))


def test_kernel_is_found_in_pipelines():
    X, y = load_iris(return_X_y=True)
    model = make_pipeline(StandardScaler(), SVC(gamma=0.5)).fit(X, y)
    assert isinstance(last_step(model), SVC)
    assert fitted_kernel(model) == Gaussian(width=1.0)
    assert fitted_kernel(object()) == Linear()
