"""Numbers by position: SplitMix64 as published, uniform, and independent of neighbors, of seeds and of how one asks."""

import numpy as np
import pytest
from scipy.stats import chi2, kstest, norm

from drupe.foundation.errors import ParameterError
from drupe.foundation.position_hash import held_out, seed_for, splitmix, uniforms

MANY = 200_000
CHANCE = 1e-6
"""Probability with which an honest generator would be accused, in each test; the seeds are fixed."""

MASK = 2**64 - 1


def by_hand(position: int, state: int) -> int:
    """One word, in whole numbers without end."""
    z = (state + (position + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def test_words_are_those_of_the_published_generator() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert splitmix(0, 4, 1234567).tolist() == published


@pytest.mark.parametrize("seed", [0, 1, 20001, MASK])
@pytest.mark.parametrize("first", [0, 5, 2**32 - 2, 2**63])
def test_uniforms_are_the_upper_53_bits_for_ever(seed: int, first: int) -> None:
    state = by_hand(0, seed)
    expected = [(by_hand(first + place, state) >> 11) / 2**53 for place in range(4)]
    assert uniforms(first, 4, seed).tolist() == expected


def test_numbers_as_every_version_must_give_them() -> None:
    # Worked out in whole numbers without end; what was held out by them once must stay held out.
    assert uniforms(0, 3, 0).tolist() == [0.6524484863740322, 0.7012121095215252, 0.3871241409757855]
    assert (uniforms(0, 20, 0) < 0.25).nonzero()[0].tolist() == [5, 11, 12, 19]


def test_any_part_is_a_part_of_the_whole() -> None:
    whole = uniforms(0, 1000, 3)
    parts = [uniforms(first, min(37, 1000 - first), 3) for first in range(0, 1000, 37)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)
    assert uniforms(5, 0, 3).shape == (0,)
    assert whole.dtype == np.float64
    assert whole.min() >= 0.0
    assert whole.max() < 1.0


@pytest.mark.parametrize("seed", range(5))
def test_they_are_uniform(seed: int) -> None:
    assert kstest(uniforms(0, MANY, seed), "uniform").pvalue > CHANCE


@pytest.mark.parametrize(("left", "right"), [((0, 1), (1, 1)), ((0, 1), (2, 1)), ((0, 0), (0, 1)), ((0, 5), (1, 6))])
def test_neighbors_and_seeds_are_independent(left: tuple[int, int], right: tuple[int, int]) -> None:
    cells = [np.floor(16 * uniforms(first, MANY, seed)).astype(int) for first, seed in (left, right)]
    counts = np.bincount(16 * cells[0] + cells[1], minlength=256)
    distance = ((counts - MANY / 256) ** 2 / (MANY / 256)).sum()
    assert chi2.sf(distance, 255) > CHANCE
    assert chi2.cdf(distance, 255) > CHANCE


def test_seeds_of_consecutive_numbers_are_uniform_at_one_place() -> None:
    assert kstest([uniforms(12, 1, seed).item() for seed in range(3000)], "uniform").pvalue > CHANCE


def test_held_out_rows_of_sorted_files_are_fair() -> None:
    held = uniforms(0, MANY, 0) < 0.1
    by_part = held.reshape(-1, 1000).sum(axis=1)
    assert abs((by_part - 100.0) @ (by_part - 100.0) / 90.0 - 200.0) < norm.isf(CHANCE) * np.sqrt(400.0)
    # Runs of held-out rows end after one row with probability 0.9.
    pairs = (held[1:] & held[:-1]).sum()
    assert abs(pairs - 0.01 * MANY) < norm.isf(CHANCE) * np.sqrt(0.01 * MANY * 1.2)


def test_small_shares_are_parts_of_large_ones() -> None:
    few, many = (held_out(100, MANY, share, seed=3) for share in (0.02, 0.1))
    assert not (few & ~many).any()
    assert abs(many.sum() - 0.1 * MANY) < norm.isf(CHANCE) * np.sqrt(0.09 * MANY)
    assert held_out(0, 9, 1.0, 0).all()
    assert not held_out(0, 9, 0.0, 0).any()
    with pytest.raises(ParameterError, match="share must lie in"):
        held_out(0, 9, 1.1, 0)


def test_two_uses_of_one_seed_are_independent() -> None:
    held = held_out(0, MANY, share=0.1, seed=0)
    folds = uniforms(0, MANY, seed_for("folds", 0))
    assert kstest(folds[held], "uniform").pvalue > CHANCE


@pytest.mark.parametrize(("first", "count", "seed"), [(-1, 1, 0), (0, -1, 0), (0, 1, -1), (0, 1, 2**64), (0, 1, True)])
def test_what_is_no_position_is_refused(first: int, count: int, seed: int) -> None:
    with pytest.raises(ParameterError, match="whole number in"):
        uniforms(first, count, seed)
