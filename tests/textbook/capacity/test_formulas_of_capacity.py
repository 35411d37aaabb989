"""Limits of capacity and of stability, written out a second time at points where every constant counts."""

import math

import numpy as np
import pytest

from drupe.bounds.complexity.cover_limits import fat_cover_bits, log_kernel_ball_cover, log_subgraph_packing
from drupe.bounds.complexity.rademacher import (
    average_deviation,
    ball_average_limits,
    contracted,
    finite_average_limit,
    finite_supremum,
    rademacher_average,
)
from drupe.bounds.complexity.stability import (
    largest_loss,
    margin_loss_deletion,
    replaced_stability,
    tikhonov_deletion,
    tikhonov_replacement,
)
from drupe.textbook.capacity.chaining import chaining_deviation, finite_log_packing
from drupe.textbook.capacity.entropy_numbers import dyadic_entropy_number
from drupe.textbook.capacity.mistake_limits import first_pass, margin_perceptron, novikoff
from drupe.textbook.capacity.symmetrization import simulate_suprema


def test_chaining() -> None:
    """With ln P = 4 at all scales the integral to 1.5 is 3."""
    exact = 2**4.5 / 20 * 3.0 + 2**3.5 * 1.5 * math.sqrt(math.log(10) / 400)
    assert chaining_deviation(lambda radius: 4.0, 1.5, n=400, delta=0.1) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("spacing", "size"), [(0.26, 3), (0.24, 2)])
def test_packing_is_counted_at_half_the_radius(spacing: float, size: int) -> None:
    """Zero and two constants, so far apart: at radius 1/2 all count that lie farther than 1/4 from one another."""
    values = spacing * np.array([[1.0], [2.0]])
    assert finite_log_packing(values)(0.5) == pytest.approx(math.log(size))


def test_covers() -> None:
    assert log_subgraph_packing(3, 0.5) == pytest.approx(3 * math.log(16 * math.e * math.log(14)))
    assert log_subgraph_packing(3, 1.96) > 3.0
    assert log_subgraph_packing(3, 2.04) == 0.0
    assert log_kernel_ball_cover(3, norm=2.0, largest=1.5, radius=0.5) == pytest.approx(3 * math.log(6.5 / 0.5))
    assert fat_cover_bits(3, 40, 0.5, 2.0) == pytest.approx(
        1 + 3 * math.log2(2 * math.e * 40 * 2 / 1.5) * math.log2(4 * 40 * 16)
    )
    # One ball as large as the range holds all.
    assert fat_cover_bits(3, 40, 2.1, 2.0) == 0.0


def test_bits_of_entropy_numbers() -> None:
    """Nine points in a row need nine balls of radius zero, and radius one if there are 2³ balls."""
    distances = np.abs(np.subtract.outer(np.arange(9.0), np.arange(9.0)))
    assert dyadic_entropy_number(distances, 3) == 1.0
    assert dyadic_entropy_number(distances, 4) == 0.0


def test_mistakes() -> None:
    assert novikoff(1.5, 0.5) == 9.0
    assert margin_perceptron(1.5, 0.5, demanded=0.75) == 15.0
    assert first_pass(1.5, 0.5, shortfall=1.0) == 100.0


def test_random_signs() -> None:
    average = rademacher_average(finite_supremum(np.array([[3.0, 0.0]])), 2, largest=3.0, draws=50, random_state=0)
    assert average.span == 6.0
    assert average.upper(0.1) == pytest.approx(average.value + 6.0 * math.sqrt(math.log(10) / 100), rel=1e-9)
    low, high = ball_average_limits(np.diag([1.0, 3.0]), radius=1.5)
    assert (low, high) == pytest.approx((1.5 / 2 * math.sqrt(2), 1.5))
    assert finite_average_limit(8, 50, largest=1.5) == pytest.approx(1.5 * math.sqrt(2 * math.log(8) / 50))
    assert contracted(0.25, lipschitz=1.5) == 0.75
    assert average_deviation(0.1, 50, largest=1.5) == pytest.approx(1.5 * math.sqrt(2 * math.log(10) / 50), rel=1e-9)


def test_symmetrized_losses_have_signs_of_size_one() -> None:
    drawn = simulate_suprema(np.array([1.0]), n=1, draws=40, random_state=0).from_signs
    assert sorted(set(drawn.tolist())) == [-1.0, 1.0]


def test_stability() -> None:
    assert tikhonov_deletion(2.0, 1.5, ridge=0.25, n=40) == pytest.approx(9 / 20)
    assert tikhonov_replacement(2.0, 1.5, ridge=0.25, n=40) == pytest.approx(9 / 10)
    assert margin_loss_deletion(1.5, ridge=0.25, n=40, margin=0.5) == pytest.approx(2.25 / 10)
    assert largest_loss(4.0, 2.0, 1.5, ridge=0.25) == pytest.approx(4 + 3 * 4)


def test_shares_of_observed_changes() -> None:
    """Of eleven changes 0, 0.1, ..., 1 the one exceeded by a tenth of them is 0.9."""
    changes = [np.array([step / 10.0]) for step in range(11)]
    observed = replaced_stability(np.array([0.0]), changes)
    assert observed.error(0.1) == pytest.approx(0.9)
    assert observed.cross_validation(0.2) == pytest.approx(0.8)
    assert (observed.uniform, observed.average) == (1.0, 1.0)
