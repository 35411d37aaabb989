"""The weighted-degree kernel: the double sum over lengths and places, also for strings of different length."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from kernels.strings.plain_words import ODD_LETTERS, texts, tokens, weighted_degree

from drupe.inputs import Sequences
from drupe.kernels import WeightedDegree


def brute_force(left, right, length: int) -> np.ndarray:
    return np.array([[weighted_degree(x, z, length) for z in right] for x in left])


@given(texts("ab"), texts("abc"), st.integers(1, 5))
def test_values_are_those_of_the_double_sum(left: list[str], right: list[str], length: int) -> None:
    kernel = WeightedDegree(length)
    np.testing.assert_allclose(kernel(left, right), brute_force(left, right, length), rtol=1e-12, atol=1e-12)
    diagonal = brute_force(left, left, length).diagonal()
    np.testing.assert_allclose(kernel.diagonal(Sequences.of(left)), diagonal, rtol=1e-12, atol=1e-12)


@given(texts(ODD_LETTERS), tokens())
def test_any_letters_and_tokens(strings: list[str], lists: list[list[str]]) -> None:
    np.testing.assert_allclose(WeightedDegree(3)(strings), brute_force(strings, strings, 3), rtol=1e-12, atol=1e-12)
    inputs = Sequences.of(lists)
    np.testing.assert_allclose(
        WeightedDegree(2).matrix(inputs, inputs), brute_force(lists, lists, 2), rtol=1e-12, atol=1e-12
    )


def test_a_string_shares_all_places_with_itself() -> None:
    # Σ β_d (L − d + 1) with β = ½, ⅓, ⅙ and L = 4.
    assert math.isclose(WeightedDegree(3)(["gatt"]).item(), 4 / 2 + 3 / 3 + 2 / 6)


def test_a_shift_by_one_place_is_seen() -> None:
    assert WeightedDegree(2)(["acgt"], ["tacg"]).item() == 0.0


def test_the_rest_of_a_longer_string_counts_for_nothing() -> None:
    K = WeightedDegree(3)(["gattaca", "gat", "gattacagattaca"], ["gattaca"])
    assert math.isclose(K[0, 0], K[2, 0])
    assert math.isclose(K[1, 0], WeightedDegree(3)(["gat"]).item())


def test_long_words_at_many_places() -> None:
    rng = np.random.default_rng(0)
    base = "".join(rng.choice(list("ACDEFGHIKLMNPQRSTVWY"), 60))
    strings = [base, base[:20] + "A" + base[21:], base[1:], base[:33]]
    np.testing.assert_allclose(WeightedDegree(40)(strings), brute_force(strings, strings, 40), rtol=1e-12)
