"""The substring kernel: worked values, all words by brute force, and its relations to its neighbors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.strings.plain_words import gram, substrings, texts, tokens

from drupe.foundation.errors import ParameterError
from drupe.inputs import Sequences
from drupe.kernels import BagOfWords, Spectrum, Substrings


@pytest.mark.spec("H.K14")
@pytest.mark.parametrize(
    ("x", "z", "values"),
    [
        ("cat", "car", [0.5, 0.5625, 0.5625]),
        ("cat", "cat", [0.75, 0.875, 0.890625]),
        ("gattaca", "tacgaca", [3.5, 3.8125, 3.84375]),
    ],
)
def test_worked_values(x: str, z: str, values: list[float]) -> None:
    assert [Substrings(longest, 0.5)([x], [z]).item() for longest in (1, 2, 3)] == values


@pytest.mark.spec("H.K14")
@given(texts("ab"), texts("abc"), st.integers(1, 5), st.floats(0.1, 3.0))
def test_values_are_those_of_counters(left: list[str], right: list[str], longest: int, decay: float) -> None:
    x, z = ([substrings(s, longest, decay) for s in side] for side in (left, right))
    K = gram(x, z)
    np.testing.assert_allclose(Substrings(longest, decay)(left, right), K, rtol=1e-12, atol=1e-12)
    diagonal = Substrings(longest, decay).diagonal(Sequences.of(left))
    np.testing.assert_allclose(diagonal, gram(x, x).diagonal(), rtol=1e-12)


def suffix_recursion(x: str, z: str, longest: int, decay: float) -> float:
    """Equations 2.26 and 2.27, with the suffix of z that they mean."""

    def prefixes(u: str, v: str, r: int) -> float:
        if r == 0 or not u or not v or u[0] != v[0]:
            return 0.0
        return 1.0 + decay**2 * prefixes(u[1:], v[1:], r - 1)

    pairs = ((x[i:], z[j:]) for i in range(len(x)) for j in range(len(z)))
    return sum(decay**2 * prefixes(u, v, longest) for u, v in pairs)


@pytest.mark.spec("H.K14")
@given(st.text("ab", max_size=8), st.text("ab", max_size=8), st.integers(1, 4))
def test_the_recursion_over_suffixes_gives_the_same(x: str, z: str, longest: int) -> None:
    np.testing.assert_allclose(
        Substrings(longest, 0.7)([x], [z]).item(), suffix_recursion(x, z, longest, 0.7), rtol=1e-12
    )


@given(tokens(), st.integers(1, 3))
def test_each_length_more_adds_its_spectrum(lists: list[list[str]], longest: int) -> None:
    inputs = Sequences.of(lists)
    sum_of_lengths = sum(0.6 ** (2 * n) * Spectrum(n).matrix(inputs, inputs) for n in range(1, longest + 1))
    np.testing.assert_allclose(Substrings(longest, 0.6).matrix(inputs, inputs), sum_of_lengths, rtol=1e-12)


@pytest.mark.spec("H.K13", "H.K14")
def test_it_is_a_bag_of_all_words_up_to_a_length() -> None:
    strings = ["gattaca", "tacgaca", "cat", "c"]
    words = [[x[i : i + n] for n in (1, 2, 3) for i in range(len(x) - n + 1)] for x in strings]
    bag = BagOfWords({u: 0.5 ** len(u) for row in words for u in row})
    inputs = Sequences.of(words)
    np.testing.assert_allclose(Substrings(3, 0.5)(strings), bag.matrix(inputs, inputs), rtol=1e-14)


def test_many_lengths_at_once() -> None:
    rng = np.random.default_rng(0)
    base = "".join(rng.choice(list("ab"), 30))
    strings = [base, base[5:], base[::-1], "ab", ""]
    for longest in (7, 8, 9, 30):
        x = [substrings(s, longest, 0.8) for s in strings]
        np.testing.assert_allclose(Substrings(longest, 0.8)(strings), gram(x, x), rtol=1e-12)


def test_words_longer_than_every_string_cost_nothing() -> None:
    assert Substrings(10**12, 0.5)(["abc"], ["ab"]).item() == 0.25 + 0.25 + 0.0625


def test_more_than_float64_holds_is_refused() -> None:
    with pytest.raises(ParameterError, match="beyond float64 for decay = 10"):
        Substrings(longest=200, decay=10.0)
