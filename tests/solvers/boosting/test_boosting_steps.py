"""Steps along a rule against minima found by search, and closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from drupe.foundation.errors import ParameterError
from drupe.solvers.boosting.steps import LONGEST, AdaBoostStep, ArcStep, SoftStep, best_length


def searched(direction: np.ndarray, weights: np.ndarray) -> float:
    return float(minimize_scalar(lambda a: weights @ np.exp(-a * direction), bounds=(0.0, 30.0), method="bounded").x)


@given(n=st.integers(3, 40), graded=st.booleans(), seed=st.integers(0, 10**6))
def test_best_length_is_the_minimum(n: int, graded: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    direction = rng.uniform(-1.0, 1.0, n) if graded else rng.choice([-1.0, 1.0], n)
    direction[:2] = 0.9 if graded else 1.0, -0.9 if graded else -1.0
    weights = rng.random(n) + 0.1
    found = best_length(direction, weights)
    if weights @ direction <= 0.0:
        assert found == 0.0
        return
    slope = float(weights @ (direction * np.exp(-found * direction)))
    assert abs(slope) <= 1e-10 * float(weights @ np.exp(-found * direction))
    assert found == pytest.approx(searched(direction, weights), abs=1e-4)


def test_length_without_a_minimum_is_the_longest() -> None:
    assert best_length(np.array([1.0, 1.0]), np.ones(2)) == LONGEST
    assert best_length(np.array([0.5, 0.1]), np.ones(2)) == LONGEST
    assert best_length(np.array([-1.0, -1.0]), np.ones(2)) == 0.0


def test_arc_step_is_a_difference_of_areas() -> None:
    signed, weights = np.array([1.0, 1.0, 1.0, -1.0]), np.full(4, 0.25)  # edge ½
    assert ArcStep().length(signed, signed, weights, None) == pytest.approx(math.atanh(0.5))
    assert ArcStep().length(signed, signed, weights, 0.2) == pytest.approx(math.atanh(0.5) - math.atanh(0.2))
    assert ArcStep().length(signed, signed, weights, 0.5) == pytest.approx(0.0)
    assert ArcStep().length(signed, signed, weights, 0.7) < 0.0  # no vote has a larger margin
    assert ArcStep().length(signed, signed, weights, -1.0) == pytest.approx(math.atanh(0.5))


def test_soft_step_is_the_minimum_of_the_soft_loss() -> None:
    rng = np.random.default_rng(0)
    signed, weights = np.where(rng.random(50) < 0.7, 1.0, -1.0), rng.dirichlet(np.ones(50))
    step = SoftStep(0.1)
    direction = step.direction(signed, 50 * weights)
    np.testing.assert_allclose(direction, signed + 0.1 * 50 * weights)
    assert step.length(signed, direction, weights, None) == pytest.approx(searched(direction, weights), abs=1e-4)


def test_soft_step_without_a_minimum_is_ada_boost_s() -> None:
    signed, weights = np.array([1.0, 1.0, 1.0, -1.0]), np.full(4, 0.25)
    step = SoftStep(1.0)  # every soft margin grows or stays
    found = step.length(signed, step.direction(signed, 4 * weights), weights, None)
    assert found == AdaBoostStep().length(signed, signed, weights, None) == pytest.approx(0.5 * math.log(3.0))


def test_ranges() -> None:
    with pytest.raises(ParameterError, match=r"AdaBoostStep\.rate"):
        AdaBoostStep(0.0)
    with pytest.raises(ParameterError, match=r"SoftStep\.softness"):
        SoftStep(-0.1)
