"""Starts: perceptron and margin find the inside of version space, or what comes nearest to it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram
from drupe.solvers.samplers import Gibbs, GivenStart, MarginStart, PerceptronStart, Start
from drupe.solvers.samplers.span import Span
from drupe.solvers.samplers.starts import direction_inside


@given(seed=st.integers(0, 2**32), n=st.integers(1, 30))
def test_starts_agree_with_all_labels(seed: int, n: int) -> None:
    generator = np.random.default_rng(seed)
    x = generator.standard_normal((n, 3))
    signs = np.sign(x @ generator.standard_normal(3))
    gram = DenseGram(x @ x.T)
    span = Span.of(gram)
    for start in (MarginStart(), PerceptronStart(max_updates=1_000_000)):
        alpha = start.coefficients(gram, signs)
        assert (signs * (gram @ alpha) > 0).all()
        direction = direction_inside(start, gram, signs, span)
        assert np.linalg.norm(direction) == pytest.approx(1.0)
        assert (span.walls(signs) @ direction > 0).all()


def test_the_perceptron_counts_mistakes() -> None:
    """By hand: wrong about 0, then about 1, then about nobody."""
    gram = DenseGram([[1.0, 0.5], [0.5, 1.0]])
    assert PerceptronStart().coefficients(gram, np.array([1.0, -1.0])).tolist() == [1.0, -1.0]


def test_a_perceptron_that_does_not_end_leaves_its_best() -> None:
    x = np.array([[1.0], [2.0], [3.0], [-1.0]])
    signs = np.array([1.0, 1.0, 1.0, 1.0])
    alpha = PerceptronStart(max_updates=50).coefficients(DenseGram(x @ x.T), signs)
    assert (signs * (x @ (x.T @ alpha)) <= 0).sum() == 1


@pytest.mark.parametrize("start", [PerceptronStart(max_updates=1), GivenStart([-1.0, 0.0])])
def test_a_start_outside_is_refused_with_a_way_out(start: Start) -> None:
    gram, signs = DenseGram([[1.0, 0.99], [0.99, 1.0]]), np.array([1.0, -1.0])
    with pytest.raises(InputError, match=r"wrong about \d of 2 examples.*MarginStart.*noise"):
        Gibbs(start=start).sample(gram, signs, 1, np.random.default_rng(0))


@pytest.mark.parametrize("alpha", [[1.0], [np.nan, 1.0], [[1.0, 1.0]]])
def test_given_coefficients_must_fit(alpha: list) -> None:
    with pytest.raises(InputError, match="one finite coefficient for each of the 2 examples"):
        Gibbs(start=GivenStart(alpha)).sample(DenseGram(np.eye(2)), np.ones(2), 1, np.random.default_rng(0))


def test_given_coefficients_must_not_cancel() -> None:
    with pytest.raises(InputError, match="must not cancel"):
        Gibbs(start=GivenStart([0.0, 0.0])).sample(DenseGram(np.eye(2)), np.ones(2), 1, np.random.default_rng(0))


def test_limits_have_ranges() -> None:
    with pytest.raises(ParameterError, match="max_updates"):
        PerceptronStart(max_updates=0)
