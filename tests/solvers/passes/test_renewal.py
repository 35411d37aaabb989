"""Metrics made anew: in the end Newton's own, for losses whose curvature changes."""

import numpy as np
import pytest
from estimators.landmark.penalized_loss import gaussian
from scipy.special import expit, softmax

from drupe import LandmarkClassifier
from drupe.grams.cross import CrossGram
from drupe.inputs.vectors import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Logistic
from drupe.losses.output_rows import OneAgainstRest, Softmax
from drupe.solvers.passes.sketch import Sketch


def test_the_metric_at_a_function_is_the_hessian_there():
    random = np.random.default_rng(0)
    X, a = random.normal(size=(50, 2)), random.normal(size=(4, 1))
    y, weights = random.integers(0, 2, size=50), random.random(50)
    cross = CrossGram(Gaussian(1.0), Vectors.of(X[:4]))
    sketch = Sketch(cross, Vectors.of(X), y, weights, OneAgainstRest(Logistic()))
    metric = sketch.metric_at(a, np.array([0.3]), 0.1)
    K, among = gaussian(X, X[:4], 0.5), gaussian(X[:4], X[:4], 0.5)
    p = expit(K @ a[:, 0] + 0.3)
    H = (K * (weights * p * (1 - p))[:, None]).T @ K / weights.sum() + 0.1 * among
    R = np.triu(metric.factor)
    np.testing.assert_allclose(R.T @ R, H, rtol=1e-6, atol=1e-9)


def test_several_outputs_share_the_largest_curvature():
    random = np.random.default_rng(1)
    X, a = random.normal(size=(30, 2)), random.normal(size=(3, 4))
    cross = CrossGram(Gaussian(1.0), Vectors.of(X[:3]))
    sketch = Sketch(cross, Vectors.of(X), random.integers(0, 4, size=30), np.ones(30), Softmax())
    outputs = gaussian(X, X[:3], 0.5) @ a
    p = softmax(outputs, axis=1)
    np.testing.assert_allclose(sketch._curvatures(outputs), (p * (1 - p)).max(axis=1), rtol=1e-5)


@pytest.mark.parametrize("loss", ["logistic", "squared_hinge"])
def test_classes_that_are_nearly_apart_are_learned_to_the_end(loss):
    random = np.random.default_rng(0)
    X = random.normal(size=(800, 3))
    y = np.sin(2.0 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * random.normal(size=800) > 0.0
    machine = LandmarkClassifier("rbf", gamma=0.5, loss=loss, landmarks=200, strength=1e-8, random_state=0)
    machine.fit(X, y)
    assert machine.solution_.converged
    assert machine.solution_.passes < 50
