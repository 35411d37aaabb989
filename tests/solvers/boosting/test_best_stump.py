"""Stumps against all columns, thresholds and signs tried one by one."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.solvers.boosting.best_stump import BestStump, GradedStump, GradedStumpSearch, StumpSearch


def all_stumps(x: np.ndarray) -> list[tuple[int, float]]:
    """Columns and thresholds in the middle between different numbers; the constant first."""
    cuts = [(0, np.inf)]
    for column in range(x.shape[1]):
        numbers = np.unique(x[:, column])
        cuts += [(column, 0.5 * (a + b)) for a, b in pairwise(numbers)]
    return cuts


def largest_edge(x: np.ndarray, pulls: np.ndarray) -> float:
    """Of all rules, by brute force."""
    sums = [pulls[x[:, column] <= threshold].sum() for column, threshold in all_stumps(x)]
    return max(abs(2.0 * left - pulls.sum()) for left in sums)


def search(x: np.ndarray, bins: int | None = None, n_jobs: int | None = 1) -> StumpSearch:
    return BestStump(bins).of_inputs(Vectors.of(x), n_jobs)


@given(
    n=st.integers(1, 40),
    d=st.integers(1, 6),
    levels=st.sampled_from([1, 2, 5, 1000]),
    ints=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_edge_is_the_largest_of_all(n: int, d: int, levels: int, ints: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(levels, size=(n, d)).astype(np.float64)
    pulls = rng.integers(-3, 4, size=n).astype(np.float64) if ints else rng.normal(size=n)
    found = search(x).best(pulls)
    assert float(pulls @ found.values) == pytest.approx(largest_edge(x, pulls), abs=1e-12)
    assert set(found.values) <= {-1.0, 1.0}
    column, threshold, left, right = found.rule
    np.testing.assert_array_equal(found.values, np.where(x[:, column] <= threshold, left, right))
    assert left == -right


@pytest.mark.parametrize("levels", [200, 256, 257, 5000])
def test_few_and_many_different_numbers_are_searched_alike(levels: int) -> None:
    """Up to 256 ranks of a column are held as bytes, more as an order: the rules must be the same."""
    rng = np.random.default_rng(levels)
    x = rng.integers(levels, size=(3000, 3)) / 7.0
    x[:levels] = np.arange(levels)[:3000, None] / 7.0  # all of them are there
    x[:, 2] = rng.normal(size=3000)  # and a column of the other kind beside
    for _ in range(3):
        pulls = rng.normal(size=3000) * np.where(x[:, 0] < x[:, 0].mean(), 1.0, 0.7)
        found = search(x).best(pulls)
        assert float(pulls @ found.values) == pytest.approx(largest_edge(x, pulls), rel=1e-12)


def test_of_equal_rules_the_constant_then_the_first_column_then_the_lowest_threshold() -> None:
    x = np.array([[0.0, 5.0], [1.0, 6.0], [2.0, 7.0], [3.0, 8.0]])
    # All of one sign: the constant, though a cut of either column would do as well as none.
    assert search(x).best(np.ones(4)).rule[1] == np.inf
    # Both columns cut alike: the first.
    assert search(x).best(np.array([1.0, 1.0, -1.0, -1.0])).rule == (0, 1.5, 1.0, -1.0)
    # (+ − + −) is cut equally well after the first and before the last example.
    assert search(x).best(np.array([1.0, -1.0, 1.0, -1.0])).rule[:2] == (0, 0.5)


def test_threshold_never_parts_equal_numbers() -> None:
    x = np.array([[1.0], [1.0], [2.0]])
    found = search(x).best(np.array([1.0, -0.9, -0.5]))
    assert found.values[0] == found.values[1]


def test_constant_columns_leave_the_constant_rule() -> None:
    found = search(np.full((3, 2), 7.0)).best(np.array([1.0, -3.0, 1.0]))
    assert found.rule[1] == np.inf
    assert found.values.tolist() == [-1.0, -1.0, -1.0]
    assert search(np.full((3, 2), 7.0)).places == 0


def test_numbers_next_to_each_other_are_told_apart() -> None:
    """The middle of two neighboring floats rounds to one of them, and must fall to the left."""
    low = 1.0
    x = np.array([[low], [np.nextafter(low, 2.0)]])
    assert search(x).best(np.array([1.0, -1.0])).values.tolist() == [1.0, -1.0]


def test_huge_numbers_have_a_threshold_between_them() -> None:
    x = np.array([[-1.7e308], [1.7e308]])
    found = search(x).best(np.array([1.0, -1.0]))
    assert found.values.tolist() == [1.0, -1.0]
    assert np.isfinite(found.rule[1])


@pytest.mark.parametrize("n_jobs", [1, 2, 5])
def test_threads_change_no_bit(n_jobs: int) -> None:
    rng = np.random.default_rng(0)
    x, pulls = rng.normal(size=(40000, 7)), rng.normal(size=40000)
    assert search(x, n_jobs=n_jobs).best(pulls).rule == search(x, n_jobs=1).best(pulls).rule


def test_bins_cut_between_groups_of_like_size() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(1000, 2))
    few = search(x, bins=4)
    assert few.places == 6  # three in each column
    pulls = np.where(x[:, 0] < np.quantile(x[:, 0], 0.5), 1.0, -1.0)
    assert float(pulls @ few.best(pulls).values) >= 0.99 * 1000
    # Columns of fewer different numbers lose nothing.
    whole = np.round(x)
    assert search(whole, bins=256).best(pulls).rule == search(whole).best(pulls).rule


def test_bins_are_what_a_byte_can_tell() -> None:
    for bins in (1, 257):
        with pytest.raises(ParameterError, match="between 2 and 256"):
            BestStump(bins)
        with pytest.raises(ParameterError, match="between 2 and 256"):
            GradedStump(bins)


def test_strings_are_refused() -> None:
    with pytest.raises(InputTypeError, match="stumps cut columns of numbers"):
        BestStump().of_inputs(Sequences.of(["ab", "b"]))


@given(n=st.integers(2, 25), classes=st.integers(2, 5), seed=st.integers(0, 10**6))
def test_classes_on_either_side_are_the_best_two(n: int, classes: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(6, size=(n, 3)).astype(np.float64)
    codes, weights = rng.integers(classes, size=n), rng.random(n)
    found = search(x).best_of_classes(weights, codes, classes)
    right = weights[found.values == codes].sum()
    best = 0.0
    for (column, threshold), (a, b) in product(all_stumps(x), product(range(classes), repeat=2)):
        said = np.where(x[:, column] <= threshold, a, b)
        best = max(best, weights[said == codes].sum())
    assert right == pytest.approx(best, rel=1e-12)


@given(n=st.integers(2, 30), seed=st.integers(0, 10**6))
def test_graded_values_are_the_best_of_their_cut_and_the_cut_the_best_of_all(n: int, seed: int) -> None:
    """Σ 2√(W₊W₋) over both sides is the least, and the values are ½ ln of the smoothed odds, scaled to reach 1."""
    rng = np.random.default_rng(seed)
    x, pulls = rng.integers(8, size=(n, 2)).astype(np.float64), rng.normal(size=n)
    learner = GradedStump(smoothing=0.25)
    found = GradedStumpSearch(learner, Vectors.of(x), 1).best(pulls)
    column, threshold, left, right = found.rule

    def sides(column: int, threshold: float) -> list[tuple[float, float]]:
        parts = (pulls[x[:, column] <= threshold], pulls[x[:, column] > threshold])
        return [(part[part > 0].sum(), -part[part < 0].sum()) for part in parts]

    def loss(column: int, threshold: float) -> float:
        return sum(2.0 * np.sqrt(a * b) for a, b in sides(column, threshold))

    assert loss(column, threshold) == pytest.approx(min(loss(*cut) for cut in all_stumps(x)), abs=1e-9)
    smoothing = 0.25 * np.abs(pulls).sum() / n
    values = [0.5 * np.log((a + smoothing) / (b + smoothing)) for a, b in sides(column, threshold)]
    if not np.isfinite(threshold):
        values[1] = values[0]  # nothing lies to the right of a constant
    scale = max(map(abs, values)) or 1.0
    assert (left, right) == pytest.approx(tuple(value / scale for value in values), abs=1e-9)
