"""Rademacher averages, chaining and symmetrization: simulated, exact for small classes, and within their limits."""

import math
from itertools import product

import numpy as np
import pytest

from drupe.bounds.complexity.rademacher import (
    average_deviation,
    ball_average_limits,
    ball_supremum,
    contracted,
    finite_average_limit,
    finite_supremum,
    rademacher_average,
)
from drupe.textbook.capacity.chaining import chain, chaining_deviation, dudley_integral, finite_log_packing
from drupe.textbook.capacity.covers import mean_square_distances
from drupe.textbook.capacity.symmetrization import simulate_suprema


def all_signs(n: int) -> np.ndarray:
    return np.array(list(product((-1.0, 1.0), repeat=n)))


@pytest.fixture(scope="module")
def functions() -> np.ndarray:
    return np.random.default_rng(0).uniform(-1.0, 1.0, size=(6, 8))


@pytest.mark.spec("M.B14", "S.C12")
def test_simulated_average_encloses_the_exact_one(functions: np.ndarray) -> None:
    supremum = finite_supremum(functions)
    exact = supremum(all_signs(8)).mean()
    average = rademacher_average(supremum, 8, 1.0, draws=4000, random_state=1)
    assert abs(average.value - exact) <= average.upper(1e-6) - average.value
    assert exact <= average.upper(1e-6)
    assert exact <= finite_average_limit(6, 8, 1.0)


@pytest.mark.spec("S.C13", "M.B15")
def test_calculus_of_averages(functions: np.ndarray) -> None:
    signs = all_signs(8)
    exact = finite_supremum(functions)(signs).mean()
    weights = np.random.default_rng(1).dirichlet(np.ones(6), size=200)
    hull = np.vstack([functions, weights @ functions])
    assert finite_supremum(hull)(signs).mean() == pytest.approx(exact)
    assert finite_supremum(functions[:3])(signs).mean() <= exact
    assert finite_supremum(-3.0 * functions)(signs).mean() == pytest.approx(3.0 * exact)
    # |tanh| has slope 1 and tanh(0) = 0.
    assert finite_supremum(np.tanh(functions))(signs).mean() <= contracted(exact, 1.0)


@pytest.mark.spec("S.C13", "M.B16")
def test_average_of_a_kernel_ball() -> None:
    x = np.random.default_rng(0).normal(size=(50, 2))
    K = np.exp(-0.5 * np.square(x[:, None] - x[None]).sum(axis=2))
    lower, upper = ball_average_limits(K)
    assert upper == pytest.approx(math.sqrt(50) / 50) == pytest.approx(0.141421, abs=1e-6)
    average = rademacher_average(ball_supremum(K), 50, 1.0, draws=4000, random_state=0)
    assert lower <= average.value <= upper
    # A ball of linear functions: the supremum is (1/n) ‖Σ σᵢ xᵢ‖ times the radius.
    signs = all_signs(6)
    linear = ball_supremum(x[:6] @ x[:6].T, radius=0.5)(signs)
    assert linear == pytest.approx(0.5 / 6 * np.linalg.norm(signs @ x[:6], axis=1))
    assert linear.mean() <= 0.5 / 6 * math.sqrt(np.square(x[:6]).sum())


@pytest.mark.spec("M.B15")
def test_average_on_the_sample_is_near_the_expected_one() -> None:
    rng = np.random.default_rng(0)
    signs = all_signs(7)
    # Three thresholds on seven uniform points.
    averages = np.array(
        [
            finite_supremum(np.where(rng.random(7) >= np.array([[0.2], [0.5], [0.8]]), 1.0, -1.0))(signs).mean()
            for _ in range(500)
        ]
    )
    for delta in (0.1, 0.4):
        assert (averages.mean() - averages > average_deviation(delta, 7)).mean() <= delta
    assert 2.0 * average_deviation(0.05, 1000) == pytest.approx(math.sqrt(8.0 / 1000 * math.log(20.0)))


@pytest.mark.spec("S.C08", "S.C12")
def test_symmetrization_costs_a_factor_of_two() -> None:
    suprema = simulate_suprema(np.full(10, 0.5), n=20, draws=4000, random_state=0)
    error = 4.0 * suprema.from_truth.std() / math.sqrt(4000)
    assert suprema.from_truth.mean() <= 2.0 * suprema.from_signs.mean() + error
    for epsilon in (0.35, 0.45):
        assert 2.0 / epsilon**2 <= 20
        truth, ghost = (suprema.from_truth > epsilon).mean(), (suprema.from_ghost > epsilon / 2.0).mean()
        assert truth <= 2.0 * ghost + 0.02


@pytest.mark.spec("S.C09")
def test_chain_is_nested_separated_covering_and_telescopes(functions: np.ndarray) -> None:
    links = chain(functions, depth=7)
    distances = mean_square_distances(links.values)
    for level, net in enumerate(links.levels):
        apart = distances[np.ix_(net, net)] + 9.0 * np.eye(len(net))
        assert (apart > 2.0**-level).all() or len(net) == 1
        assert (distances[:, net].min(axis=1) <= 2.0**-level).all() or level == 0
        if level:
            assert set(links.levels[level - 1]) <= set(net)
            assert np.sqrt(np.square(links.links(level)).mean(axis=1)).max() <= 3.0 * 2.0**-level
    assert links.levels[0].tolist() == [0]
    total = sum(links.links(level) for level in range(1, 8))
    assert total == pytest.approx(links.values[links.nearest(7)])


@pytest.mark.spec("S.C10", "S.C14")
def test_chaining_bounds_all_sums_of_random_signs() -> None:
    rng = np.random.default_rng(0)
    functions = rng.uniform(-1.0, 1.0, size=(40, 25))
    log_packing = finite_log_packing(functions)
    lengths = np.sqrt(np.square(functions).mean(axis=1))
    limits = np.array([chaining_deviation(log_packing, float(length), 25, 0.05) for length in lengths])
    signs = rng.choice([-1.0, 1.0], size=(10_000, 25))
    sums = signs @ functions.T / 25
    assert (sums > limits).any(axis=1).mean() <= 0.05
    # On average: a constant times the entropy integral.
    mean = sums.max(axis=1).mean()
    assert mean <= 2**4.5 / 5.0 * dudley_integral(log_packing, float(lengths.max()))


@pytest.mark.spec("S.C14", "S.C10")
def test_dudley_integral_by_hand_and_rate_of_a_vc_class() -> None:
    assert dudley_integral(lambda r: 0.0, 1.0) == 0.0
    closed = math.sqrt(math.pi) / 2.0
    assert dudley_integral(lambda r: -math.log(r), 1.0) == pytest.approx(closed, rel=1e-6)
    # ln N = V ln(2/r): the integral grows with √V, and Rademacher averages fall with √n without a logarithm.
    one, four = (dudley_integral(lambda r, v=v: v * math.log(2.0 / r), 1.0) for v in (1.0, 4.0))
    assert four == pytest.approx(2.0 * one)
    for n in (20, 80):
        thresholds = np.where(np.arange(n) >= np.arange(n + 1)[:, None], 1.0, -1.0)
        average = rademacher_average(finite_supremum(thresholds), n, 1.0, draws=2000, random_state=0)
        assert average.value <= 2.0 / math.sqrt(n)
