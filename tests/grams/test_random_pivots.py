"""Random pivots: drawn as the formula says, never dependent, and better landmarks than uniform ones."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.grams import LazyGram, nystroem
from drupe.grams.random_pivots import random_pivots
from drupe.inputs import Sequences, Vectors
from drupe.kernels import Gaussian, Linear, Polynomial, Sigmoid, Subsequences


def test_the_first_pivot_is_drawn_in_proportion_to_the_diagonal() -> None:
    x = Vectors.of([[1.0], [2.0], [3.0]])  # squared lengths 1, 4, 9
    rng = np.random.default_rng(0)
    counts = np.bincount([random_pivots(Linear(), x, 1, rng)[0] for _ in range(2000)], minlength=3)
    assert chisquare(counts, 2000 * np.array([1, 4, 9]) / 14).pvalue > 1e-3


def test_blocks_are_drawn_like_one_at_a_time() -> None:
    """All three pivots in order: the probability of each order, by elimination with fractions of lengths."""
    points = np.array([[1.0, 0.2], [0.9, 0.5], [-0.3, 1.0], [0.1, -0.7]])
    k = Polynomial(2, 1.0)(points, points)

    def probability(order: tuple[int, ...]) -> float:
        rest, chance = k.copy(), 1.0
        for pivot in order:
            left = np.diag(rest).clip(0.0)
            chance *= left[pivot] / left.sum()
            rest = rest - np.outer(rest[:, pivot], rest[pivot]) / rest[pivot, pivot]
        return chance

    orders = list(permutations(range(4), 3))
    rng, trials = np.random.default_rng(1), 4000
    drawn = [tuple(random_pivots(Polynomial(2, 1.0), Vectors.of(points), 3, rng).tolist()) for _ in range(trials)]
    expected = np.array([probability(order) for order in orders])
    assert np.isclose(expected.sum(), 1.0)
    counts = np.array([drawn.count(order) for order in orders])
    assert chisquare(counts, trials * expected).pvalue > 1e-3


@pytest.mark.parametrize("rank", [1, 3, 7])
def test_as_many_as_the_rank(rank: int) -> None:
    """Candidates in a subspace: so many pivots, and the approximation from them is exact."""
    rng = np.random.default_rng(rank)
    x = Vectors.of(rng.standard_normal((200, rank)) @ rng.standard_normal((rank, 12)))
    chosen = random_pivots(Linear(), x, 50, 0)
    assert len(chosen) == rank
    gram = LazyGram(Linear(), x)
    np.testing.assert_allclose(nystroem(gram, chosen).gram.dense(), gram.dense(), atol=1e-8)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_duplicates_are_never_chosen_twice(dtype: type) -> None:
    distinct = np.random.default_rng(3).standard_normal((30, 2)).astype(dtype)
    x = Vectors.of(np.repeat(distinct, 10, axis=0))
    chosen = random_pivots(Gaussian(0.1), x, 300, 0)
    assert len(set((chosen // 10).tolist())) == len(chosen) == 30


def test_what_has_no_length_is_never_chosen() -> None:
    x = Vectors.of([[0.0], [5.0], [0.0]])
    assert random_pivots(Linear(), x, 3, 0).tolist() == [1]


def test_lengths_of_different_sizes_all_count() -> None:
    """A candidate is dependent by its own length, not by that of the longest."""
    x = Vectors.of([[1e6, 0.0], [0.0, 1e-6]])
    assert sorted(random_pivots(Linear(), x, 2, 0).tolist()) == [0, 1]


def test_it_is_better_than_uniform_on_average() -> None:
    """trace(K − K̂) on clusters of very different sizes, mean over draws."""
    rng = np.random.default_rng(5)
    sizes = [500, 50, 20, 10, 5, 5, 5, 5]
    x = Vectors.of(np.concatenate([rng.normal(8.0 * i, 0.5, (size, 2)) for i, size in enumerate(sizes)]))
    gram = LazyGram(Gaussian(1.0), x)

    def error(landmarks: np.ndarray) -> float:
        return float(len(x) - nystroem(gram, landmarks).gram.diagonal().sum())

    ours = [error(random_pivots(Gaussian(1.0), x, 20, seed)) for seed in range(20)]
    uniform = [error(np.random.default_rng(seed).choice(len(x), 20, replace=False)) for seed in range(20)]
    assert np.mean(ours) < 0.7 * np.mean(uniform)


def test_strings() -> None:
    words = Sequences.of(["abab", "abba", "abab", "cdcd", "abab"])
    chosen = random_pivots(Subsequences(2, 0.5).normalized(), words, 5, 0)
    assert sorted(words[int(i)] for i in chosen) == ["abab", "abba", "cdcd"]


def test_seeds_and_threads() -> None:
    x = Vectors.of(np.random.default_rng(6).standard_normal((500, 4)))
    first = random_pivots(Gaussian(1.0), x, 120, 7, n_jobs=1)
    np.testing.assert_array_equal(random_pivots(Gaussian(1.0), x, 120, np.random.default_rng(7), n_jobs=2), first)
    assert random_pivots(Gaussian(1.0), x, 120, 8).tolist() != first.tolist()
    assert len(first) == len(set(first.tolist())) == 120


def test_progress() -> None:
    heard: list[float] = []
    random_pivots(Gaussian(1.0), Vectors.of(np.arange(300.0)[:, None]), 150, 0, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_a_kernel_that_is_not_positive_comes_to_an_end() -> None:
    x = Vectors.of(np.random.default_rng(9).standard_normal((100, 3)))
    chosen = random_pivots(Sigmoid(1.0, -1.0), x, 80, 0)
    assert len(chosen) == len(set(chosen.tolist())) > 0


def test_what_cannot_be() -> None:
    x = Vectors.of(np.ones((1000, 1)))
    with pytest.raises(BudgetError, match="fewer landmarks"):
        random_pivots(Linear(), x, 500, budget=1000)
    with pytest.raises(ParameterError, match="count"):
        random_pivots(Linear(), x, 0)
    with pytest.raises(InputError, match="longer than zero"):
        random_pivots(Linear(), Vectors.of(np.zeros((3, 1))), 2)
    with pytest.raises(InputError, match="infinite"):
        random_pivots(Linear(), Vectors.of(np.array([[1e200], [1.0]])), 2)
