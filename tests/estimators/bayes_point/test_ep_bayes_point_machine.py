"""The Bayes point machine without samples: what sampling gives, with evidence and variances besides."""

from contextlib import contextmanager

import numpy as np
import pytest
from plain_samplers import PlainRejection
from scipy.special import ndtr
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from drupe import BayesPointMachine, EPBayesPointMachine
from drupe.estimators import base
from drupe.kernels import Gaussian, Linear
from drupe.solvers.separation import NotSeparableError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 3))
W = np.array([1.0, -0.5, 0.3])
Y = (X @ W > 0).astype(int)
WIDTHS = (0.02, 0.7, 30.0)


def direction(expansion):
    w = expansion.coefficients[:, 0] @ expansion.centers.array
    return w / np.linalg.norm(w)


@pytest.mark.spec("G.A-36", "G.A-33")
def test_agrees_with_samples():
    gaussian = EPBayesPointMachine("linear").fit(X, Y)
    sampled = BayesPointMachine("linear", sampler=PlainRejection(), n_samples=5000, random_state=0).fit(X, Y)
    assert direction(gaussian.predictor_.mean) @ direction(sampled.predictor_) > 0.999
    new = RNG.normal(size=(500, 3))
    assert np.abs(gaussian.predict_proba(new) - sampled.predict_proba(new)).mean() < 0.02


def test_probability_is_that_of_the_gaussian():
    machine = EPBayesPointMachine(Gaussian(1.0)).fit(X, Y)
    new = RNG.normal(size=(5, 3))
    belief = machine.solution_.problems[0]
    across = Gaussian(1.0)(new, X)
    variance = 1.0 - np.square(across @ belief.reduction.T).sum(axis=1)
    np.testing.assert_allclose(machine.predict_proba(new)[:, 1], ndtr(across @ belief.coefficients / np.sqrt(variance)))
    # Far away nothing is known.
    np.testing.assert_allclose(machine.predict_proba([[50.0, 50.0, 50.0]]), 0.5, atol=1e-6)


def test_evidence_finds_the_width():
    y = (np.sin(2 * X[:, 0]) > 0).astype(int)
    evidence = {w: EPBayesPointMachine(Gaussian(w), noise=0.01).fit(X[:, :1], y).log_evidence_ for w in WIDTHS}
    assert max(evidence, key=evidence.get) == 0.7


def test_offset_is_a_constant_feature():
    extended = EPBayesPointMachine("linear").fit(np.column_stack([X, np.ones(30)]), Y)
    offset = EPBayesPointMachine("linear", fit_intercept=True).fit(X, Y)
    new = RNG.normal(size=(10, 3))
    with_one = np.column_stack([new, np.ones(10)])
    np.testing.assert_allclose(offset.decision_function(new), extended.decision_function(with_one), atol=1e-5)
    np.testing.assert_allclose(offset.predict_proba(new), extended.predict_proba(with_one), atol=1e-5)


def test_several_classes():
    iris, species = load_iris(return_X_y=True)
    machine = EPBayesPointMachine(Gaussian(1.0)).fit(iris, species)
    assert machine.score(iris, species) > 0.97
    probabilities = machine.predict_proba(iris)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    np.testing.assert_array_equal(probabilities.argmax(axis=1), machine.predict(iris))
    assert machine.log_evidence_ == pytest.approx(sum(one.log_evidence for one in machine.solution_.problems))


def test_single_precision_is_no_obstacle():
    double, single = (EPBayesPointMachine(Linear()).fit(X.astype(dtype), Y) for dtype in (np.float64, np.float32))
    np.testing.assert_allclose(single.decision_function(X), double.decision_function(X), atol=1e-4)


def test_contradictions_need_noise():
    y = Y.copy()
    y[:3] = 1 - y[:3]
    with pytest.raises(NotSeparableError, match=r"noise=0\.05, or 'auto'"):
        EPBayesPointMachine("linear").fit(X, y)
    assert EPBayesPointMachine("linear", noise=0.1).fit(X, y).score(X, Y) > 0.9


def test_too_few_rounds_are_told():
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit; the last round still moved"):
        EPBayesPointMachine("linear", max_iter=2).fit(X, Y)


def test_progress_is_shown(monkeypatch):
    shown = []

    @contextmanager
    def bar(title, wanted):
        shown.append((title, wanted))
        yield shown.append

    monkeypatch.setattr(base, "progress_bar", bar)
    EPBayesPointMachine("linear", verbose=True).fit(X, Y)
    assert shown[0] == ("EPBayesPointMachine", True)
    assert max(shown[1:]) > 0.9
