"""Covers and packings: greedy ones enclose exact ones, and both lie below the limits that theory gives."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.bounds.complexity.cover_limits import (
    fat_cover_bits,
    log_ball_packing,
    log_kernel_ball_cover,
    log_subgraph_packing,
    truncated_cover_bits,
)
from drupe.bounds.complexity.fat_shattering import (
    fat_dimension,
    fat_linear,
    shattered_with_margin,
    unbalanced_everywhere,
)
from drupe.foundation.errors import InputError
from drupe.textbook.capacity.covers import (
    covering_number,
    greedy_cover,
    greedy_packing,
    largest_distances,
    mean_square_distances,
    packing_number,
)
from drupe.textbook.capacity.entropy_numbers import dyadic_entropy_number, entropy_number, inner_entropy_number

values = st.integers(2, 7).flatmap(
    lambda k: st.lists(st.lists(st.integers(-8, 8), min_size=3, max_size=3), min_size=k, max_size=k).map(
        lambda rows: np.array(rows) / 4.0
    )
)


@pytest.mark.spec("H.M08", "H.T16", "C.C08", "G.Q-10", "S.C01", "S.C02")
@settings(max_examples=50)
@given(values, st.sampled_from([0.1, 0.5, 1.0, 2.0]))
def test_packings_and_covers_enclose_each_other(functions: np.ndarray, radius: float) -> None:
    for distances in (largest_distances(functions), mean_square_distances(functions)):
        exact = covering_number(distances, radius)
        assert packing_number(distances, 2.0 * radius) <= exact <= packing_number(distances, radius)
        cover, packing = greedy_cover(distances, radius), greedy_packing(distances, radius)
        assert (distances[cover].min(axis=0) <= radius).all()
        assert (distances[packing].min(axis=0) <= radius).all()
        apart = distances[np.ix_(packing, packing)] + 1e9 * np.eye(len(packing))
        assert (apart > radius).all()
        assert exact <= min(len(cover), len(packing))
        assert len(packing) <= packing_number(distances, radius)


@pytest.mark.spec("H.M08", "H.T16")
@settings(max_examples=25)
@given(values)
def test_entropy_numbers_turn_covers_around(functions: np.ndarray) -> None:
    distances = largest_distances(functions)
    for size in range(1, len(functions)):
        outer, inner = entropy_number(distances, size), inner_entropy_number(distances, size)
        assert covering_number(distances, outer) <= size
        assert inner <= outer <= 2.0 * inner
    assert dyadic_entropy_number(distances, 10) == 0.0
    assert dyadic_entropy_number(distances, 0) == entropy_number(distances, 1)


@pytest.mark.spec("H.M08", "H.T16", "G.Q-10")
@pytest.mark.parametrize("n", [1, 2, 5, 8, 11])
def test_constants_at_equal_steps_by_counting(n: int) -> None:
    """Of 0, 1, ..., n − 1 one member serves 2r + 1 within r, and every (r + 1)-th is farther than r from the others."""
    distances = largest_distances(np.arange(float(n))[:, None] * np.ones(3))
    for radius in range(4):
        assert covering_number(distances, radius + 0.5) == math.ceil(n / (2 * radius + 1))
        assert covering_number(distances, float(radius)) == math.ceil(n / (2 * radius + 1))
        assert packing_number(distances, float(radius)) == math.ceil(n / (radius + 1))
        assert len(greedy_cover(distances, float(radius))) >= math.ceil(n / (2 * radius + 1))
    for size in range(1, n + 1):
        assert entropy_number(distances, size) == math.ceil((n / size - 1.0) / 2.0)


def test_distances_by_hand() -> None:
    functions = np.array([[0.0, 0.0], [3.0, 1.0]])
    assert largest_distances(functions)[0, 1] == 3.0
    assert mean_square_distances(functions)[0, 1] == pytest.approx(math.sqrt(5.0))


def test_too_many_functions_for_all_subsets_are_refused() -> None:
    with pytest.raises(InputError, match="greedy_cover"):
        covering_number(np.zeros((17, 17)), 1.0)


@pytest.mark.spec("S.C03", "S.C04")
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_packings_of_a_ball_stay_below_their_limit(dimension: int) -> None:
    rng = np.random.default_rng(dimension)
    points = rng.normal(size=(600, dimension))
    points *= rng.random((600, 1)) ** (1.0 / dimension) / np.linalg.norm(points, axis=1, keepdims=True)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    for separation in (0.2, 0.5, 1.0):
        found = math.log(len(greedy_packing(distances, separation)))
        assert found <= log_ball_packing(dimension, 1.0, separation) <= dimension * math.log(3.0 / separation) + 1e-12


@pytest.mark.spec("S.C04")
def test_covers_of_a_kernel_ball_in_the_largest_distance() -> None:
    rng = np.random.default_rng(0)
    features = np.array([[1.0, 0.3], [0.2, 0.9], [0.5, 0.5], [-0.7, 0.6]])
    largest = float(np.linalg.norm(features, axis=1).max())
    angles, radii = rng.uniform(0, 2 * np.pi, 400), 2.0 * np.sqrt(rng.random(400))
    functions = (radii * np.array([np.cos(angles), np.sin(angles)])).T @ features.T
    for radius in (0.3, 0.8):
        packed = len(greedy_packing(largest_distances(functions), radius))
        assert math.log(packed) <= log_kernel_ball_cover(2, 2.0, largest, radius / 2.0)
    assert log_kernel_ball_cover(2, 2.0, 3.0, 0.5) == log_ball_packing(2, 6.0, 0.5)


@pytest.mark.spec("S.C11")
def test_thresholds_pack_no_more_than_their_subgraph_dimension_allows() -> None:
    points = np.linspace(0.0, 1.0, 400)
    functions = (points[None, :] >= np.linspace(0.0, 1.0, 200)[:, None]).astype(float)
    distances = np.abs(functions[:, None] - functions[None]).mean(axis=2)
    for separation in (0.02, 0.1, 0.3):
        assert math.log(len(greedy_packing(distances, separation))) <= log_subgraph_packing(1, separation)


@pytest.mark.spec("H.T18", "C.C10", "G.Q-11")
def test_fat_shattering_of_finite_classes() -> None:
    grid = np.array(np.meshgrid(*[[0.0, 0.4, 1.0]] * 3)).reshape(3, -1).T
    assert fat_dimension(grid, 0.5) == 3
    assert fat_dimension(grid, 0.51) == 0
    assert shattered_with_margin(grid, 0.3, np.array([0.7, 0.7, 0.7]))
    assert not shattered_with_margin(grid, 0.31, np.array([0.7, 0.7, 0.7]))
    # As the margin vanishes it is the VC dimension of signs at suitable levels.
    assert fat_dimension(grid[:5], 1e-9) == 2


@pytest.mark.spec("H.T21", "C.C13", "G.B-14", "C.C10", "G.Q-11")
def test_orthogonal_vectors_attain_the_limit_of_linear_functions() -> None:
    for size in (1, 2, 4):
        margin = 1.0 / math.sqrt(size)
        assert fat_linear(1.0, margin) == pytest.approx(size)
        signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * size)).reshape(size, -1).T
        functions = signs / math.sqrt(size)
        assert np.linalg.norm(functions, axis=1) == pytest.approx(1.0)
        assert shattered_with_margin(functions, margin * (1 - 1e-12), np.zeros(size))
        assert unbalanced_everywhere(np.eye(size), margin)
    assert fat_linear(2.0, 0.5, norm=3.0) == 144.0


@pytest.mark.spec("H.T21", "C.C10")
@given(st.integers(0, 1000))
def test_some_signs_are_always_nearly_balanced(seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(6, 3))
    radius = float(np.linalg.norm(x, axis=1).max())
    assert not unbalanced_everywhere(x, 1.0001 * radius / math.sqrt(6))


@pytest.mark.spec("H.T19", "C.C11", "G.B-12")
def test_covers_of_a_finite_class_lie_below_the_limit_by_fat_dimension() -> None:
    rng = np.random.default_rng(1)
    functions = rng.integers(0, 5, size=(12, 4)) / 4.0
    for radius in (0.2, 0.5):
        bits = fat_cover_bits(fat_dimension(functions, radius / 4.0), 4, radius, 1.0)
        assert math.log2(covering_number(largest_distances(functions), radius)) <= bits
    assert fat_cover_bits(10, 5, 0.1, 1.0) == math.inf
    assert fat_cover_bits(0.0, 5, 0.1, 1.0) == 1.0
    d, n, limit = 3.0, 50, 0.4
    written = 1 + d * math.log2(4 * math.e * n * limit / (d * 0.1)) * math.log2(16 * n * limit**2 / 0.01)
    assert truncated_cover_bits(d, n, 0.1, limit) == pytest.approx(written)
