"""The best constants, by hand and by a search."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from drupe.losses import Huber, Logistic, Squared, SquaredHinge
from drupe.losses.output_rows import OneAgainstRest, Softmax
from drupe.solvers.passes.best_constant import class_offsets, number_offsets


def test_prior_odds_and_means():
    totals = np.array([30.0, 10.0])
    assert class_offsets(OneAgainstRest(Logistic()), totals, 1.0) == pytest.approx([np.log(1 / 3)])
    for loss in (Squared(0.5), SquaredHinge()):
        assert class_offsets(OneAgainstRest(loss), totals, 1.0) == pytest.approx([-0.5])
    three = class_offsets(Softmax(), np.array([1.0, 2.0, 5.0]), 1.0)
    assert np.exp(three) / np.exp(three).sum() == pytest.approx([0.125, 0.25, 0.625])
    rest = class_offsets(OneAgainstRest(Squared()), np.array([1.0, 2.0, 5.0]), 1.0)
    assert rest == pytest.approx([-0.75, -0.5, 0.25])


def test_a_class_without_rows_has_finite_odds():
    assert np.isfinite(class_offsets(OneAgainstRest(Logistic()), np.array([0.0, 100.0]), 1.0)).all()
    assert np.isfinite(class_offsets(Softmax(), np.array([0.0, 1e6, 3.0]), 1.0)).all()


def test_numbers_against_a_search():
    random = np.random.default_rng(0)
    y, weights = random.standard_cauchy(size=(200, 1)) * 3.0 + 7.0, random.random(200)
    for loss in (Huber(0.5), Squared(2.0)):
        found = minimize_scalar(lambda b, loss=loss: weights @ loss.value(np.full(200, b), y[:, 0])).x
        assert number_offsets(loss, y, weights) == pytest.approx([found], abs=1e-5)
    assert number_offsets(Huber(), np.full((5, 1), 4.2), np.ones(5)) == pytest.approx([4.2])
