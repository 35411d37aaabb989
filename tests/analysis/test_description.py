"""Models in words: whatever a parameter may be has words."""

import numpy as np
import pytest

from drupe import (
    SVC,
    AdaBoostClassifier,
    ArcGV,
    EnclosingBall,
    GaussianProcessClassifier,
    GibbsClassifier,
    LPBoost,
    MovingWindow,
    NeighborsClassifier,
    ParzenClassifier,
    RBFNetworkClassifier,
    RegularizedAdaBoost,
    SmoothingSpline,
    StagewiseAdditive,
    TwoNormSVC,
)
from drupe.analysis.description import describe
from drupe.kernels import Gaussian


def test_a_price_that_the_data_decide_is_named():
    machine = TwoNormSVC(C="scale").fit([[0.0], [1.0], [2.0]], [0, 0, 1])
    assert ("C, the price of slack", "scale") in describe(machine).facts


@pytest.mark.parametrize("kind", [EnclosingBall, ParzenClassifier, MovingWindow, NeighborsClassifier, GibbsClassifier])
def test_the_kernel_is_found_wherever_the_fitted_function_keeps_it(kind):
    machine = kind(kernel=Gaussian(width=0.75)).fit([[0.0], [1.0], [2.0], [3.0], [5.0]], [0, 0, 0, 1, 1])
    assert describe(machine).kernel == "Gaussian(width=0.75)"


def test_every_class_of_a_gaussian_process_has_its_kernel():
    X = np.random.default_rng(0).normal(size=(30, 2))
    fixed = GaussianProcessClassifier(kernel=Gaussian(width=2.0), optimizer=None)
    two = fixed.fit(X, X[:, 0] > 0.0)
    assert describe(two).kernel == "Gaussian(width=2)"
    three = GaussianProcessClassifier(kernel=Gaussian(width=2.0)).fit(X, np.digitize(X[:, 0], [-0.5, 0.5]))
    said = describe(three)
    assert said.kernel == "; ".join(f"Gaussian(width={one.width:.4g})" for one in three.kernel_)
    assert said.kernel_formula.count("k(x, z) =") == 1
    # scikit-learn's default, 1.0 * RBF(1.0), stays as it is.
    assert describe(GaussianProcessClassifier().fit(X, X[:, 0] > 0.0)).kernel == "1 * Gaussian(width=1)"


def test_a_spline_has_its_kernel_and_knots():
    x = np.array([0.0, 1.0, 1.0, 2.0, 4.0])
    said = describe(SmoothingSpline().fit(x[:, None], np.sin(x)))
    assert said.kernel == "CubicSpline"
    assert dict(said.facts) == {"knots": "4 of 5 training examples (80%)"}
    assert said.rule.endswith("4 knots")


@pytest.mark.parametrize("kind", [AdaBoostClassifier, ArcGV, LPBoost, RegularizedAdaBoost, StagewiseAdditive])
def test_votes_have_no_kernel(kind):
    machine = kind().fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 1, 0])
    said = describe(machine)
    assert (said.kernel, said.kernel_formula) == ("–", "")
    assert dict(said.facts)["rules that vote"] == str(len(machine.predictor_.rules))


def test_centers_that_moved_have_no_common_kernel():
    X = np.random.default_rng(0).normal(size=(40, 2))
    still, moved = (RBFNetworkClassifier(centers=3, optimize_centers=moves, random_state=0) for moves in (False, True))
    assert describe(still.fit(X, X[:, 0] > 0.0)).kernel.startswith("Gaussian(width=")
    assert describe(moved.fit(X, X[:, 0] > 0.0)).kernel == "–"


def test_kernel_values_are_not_taken_for_inner_products():
    machine = SVC(kernel="precomputed").fit([[1.0, 0.0], [0.0, 1.0]], [0, 1])
    assert describe(machine).kernel == "Precomputed"
