"""Cells of hyperplanes: brute force, Cover's count, constant errors, and the minimizer of empirical risk."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.bounds.complexity.growth import hyperplane_patterns, patterns
from drupe.inputs import Vectors
from drupe.predictors.linear import LinearFunction
from drupe.textbook.capacity.cells import least_errors, linear_cells
from drupe.textbook.capacity.shattering import linear_patterns, linearly_shattered, separable
from drupe.textbook.capacity.vc_dimension import finite_dimension, growth_function, linear_dimension, shattered


def labels_of(cells):
    return sorted(tuple(cell.signs) for cell in cells)


@pytest.mark.spec("H.A05", "G.Q-09")
@pytest.mark.parametrize(
    ("n", "d", "offset"), [(6, 2, True), (7, 2, False), (6, 3, False), (5, 3, True), (4, 5, False)]
)
def test_general_position_gives_covers_count(n, d, offset):
    x = np.random.default_rng(n).normal(size=(n, d))
    assert linear_patterns(x, offset=offset) == hyperplane_patterns(n, d + offset)


@pytest.mark.spec("H.A05")
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 3), st.booleans(), st.integers(0, 1000))
def test_cells_are_those_that_linear_programs_allow(n, d, offset, seed):
    """Small whole numbers: copies, points in a line and points at the origin among them."""
    x = np.random.default_rng(seed).integers(-1, 2, size=(n, d)).astype(float)
    cells = linear_cells(x, offset=offset)
    everything = [signs for signs in product((-1.0, 1.0), repeat=n) if separable(x, np.array(signs), offset=offset)]
    assert labels_of(cells) == sorted(everything)
    rows = np.column_stack([x, np.ones(n)]) if offset else x
    for cell in cells:
        np.testing.assert_array_equal(np.sign(rows @ cell.w), cell.signs)


@pytest.mark.spec("H.A05")
def test_training_errors_are_constant_on_cells_and_cells_are_convex():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(7, 2)), rng.choice([-1.0, 1.0], 7)
    cells = {tuple(cell.signs): cell for cell in linear_cells(x, offset=False)}
    w = rng.normal(size=(4000, 2))
    answers = np.sign(w @ x.T)
    assert {tuple(row) for row in answers} == cells.keys()
    for row, direction in zip(answers[:300], w, strict=False):
        cell = cells[tuple(row)]
        assert cell.errors(y) == np.count_nonzero(row != y)
        between = rng.random() * direction + rng.random() * cell.w
        np.testing.assert_array_equal(np.sign(x @ between), cell.signs)


@pytest.mark.spec("H.A05")
def test_lengths_of_points_do_not_matter():
    """Through the origin a point decides by its direction alone, be it 10⁻⁹ or 10⁹ long."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(6, 3))
    stretched = x * 10.0 ** rng.uniform(-9.0, 9.0, size=(6, 1))
    cells = linear_cells(stretched, offset=False)
    assert labels_of(cells) == labels_of(linear_cells(x, offset=False))
    for cell in cells:
        np.testing.assert_array_equal(np.sign(x @ cell.w), cell.signs)


@pytest.mark.spec("H.P01")
@pytest.mark.parametrize("seed", range(5))
def test_fewest_errors_over_all_hyperplanes(seed):
    """In the plane every labeling is that of a line through two points, moved a little."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(9, 2)), rng.choice([-1.0, 1.0], 9)
    best = least_errors(linear_cells(x), y)
    fewest = 9
    for i, j in product(range(9), repeat=2):
        if i == j:
            continue
        normal = np.array([[0.0, -1.0], [1.0, 0.0]]) @ (x[i] - x[j])
        side = np.sign((x - x[j]) @ normal)
        for first, second in product((-1.0, 1.0), repeat=2):
            side[[i, j]] = first, second
            fewest = min(fewest, np.count_nonzero(side != y), np.count_nonzero(-side != y))
    assert best.errors(y) == fewest == np.count_nonzero(np.sign(x @ best.w[:2] + best.w[2]) != y)


@pytest.mark.spec("H.A05")
def test_decision_surface_in_a_feature_space():
    """Features (x₁, x₂², x₁x₂): f vanishes on x₂ = (−w₃x₁ ± √(x₁(w₃²x₁ − 4w₁w₂))) / (2w₂)."""
    w = np.array([1.5, -0.5, 2.0])
    first = np.linspace(0.1, 3.0, 20)
    root = np.sqrt(first * (w[2] ** 2 * first - 4.0 * w[0] * w[1]))
    f = LinearFunction(w[:, None], np.zeros(1), Vectors.of(np.zeros((1, 3))))
    for sign in (1.0, -1.0):
        second = (-w[2] * first + sign * root) / (2.0 * w[1])
        features = np.column_stack([first, second**2, first * second])
        np.testing.assert_allclose(f.decision(Vectors.of(features)), 0.0, atol=1e-11)
    x = np.random.default_rng(0).normal(size=(2, 3))
    gap = np.abs(np.subtract(*f.decision(Vectors.of(x))[:, 0]))
    assert gap <= np.linalg.norm(w) * np.linalg.norm(x[0] - x[1])


@pytest.mark.spec("G.Q-09")
@settings(deadline=None)
@given(st.integers(1, 12), st.integers(1, 5), st.integers(0, 10_000))
def test_growth_of_finite_classes(rules, n, seed):
    """The growth function over samples with repetition, by brute force; 2ⁿ exactly up to the dimension."""
    outputs = np.random.default_rng(seed).choice([-1, 1], size=(rules, n))
    dimension = finite_dimension(outputs)
    for size in range(1, n + 1):
        most = max(patterns(outputs[:, list(columns)]) for columns in product(range(n), repeat=size))
        assert growth_function(outputs, size) == most
        assert (most == 2**size) == (size <= dimension)
        assert any(shattered(outputs, columns) for columns in product(range(n), repeat=size)) == (size <= dimension)
    assert growth_function(outputs, n + 3) == patterns(outputs)


@pytest.mark.spec("G.Q-09")
@pytest.mark.parametrize("d", [1, 2, 3])
def test_hyperplanes_through_the_origin_have_dimension_d(d):
    assert linear_dimension(d, offset=False) == d
    assert linearly_shattered(np.eye(d), offset=False)
    assert linear_patterns(np.eye(d), offset=False) == 2**d
    for seed in range(3):
        x = np.random.default_rng(seed).normal(size=(d + 1, d))
        assert linear_patterns(x, offset=False) < 2 ** (d + 1)
    table = np.array([cell.signs for cell in linear_cells(np.random.default_rng(0).normal(size=(6, d)), offset=False)])
    assert finite_dimension(table) == d
