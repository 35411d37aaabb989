"""Gap-weighted subsequences: worked numbers, brute force over all choices of places, and two ways that agree."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.strings.brute_force import inner, subsequence_features

from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.kernels import SubsequenceMixture, Subsequences
from drupe.kernels.checks import check_kernel
from drupe.kernels.compiled import CompiledKernel, prepared
from drupe.kernels.strings.pairwise import PairwisePrepared

SCIENCE, WISDOM = "science is organized knowledge", "wisdom is organized life"


@pytest.mark.spec("H.K15", "C.B22")
@pytest.mark.parametrize(
    ("x", "z", "length", "value"),
    [
        ("cat", "car", 1, 0.5),
        ("cat", "car", 2, 0.0625),
        ("cat", "car", 3, 0.0),
        ("cat", "cat", 1, 0.75),
        ("cat", "cat", 2, 0.140625),
        ("cat", "cat", 3, 0.015625),
        ("gattaca", "tacgaca", 1, 3.5),
        ("aa", "aaa", 2, 0.15625),
        ("gatta", "cata", 1, 1.5),
        ("gatta", "cata", 2, 0.1953125),
        ("gatta", "cata", 3, 0.015625),
    ],
)
def test_worked_values(x: str, z: str, length: int, value: float) -> None:
    assert Subsequences(length, decay=0.5)([x], [z]).item() == value


@pytest.mark.spec("H.K15", "C.B22")
def test_printed_values() -> None:
    longer = [Subsequences(length, 0.5)(["gattaca"], ["tacgaca"]).item() for length in (2, 3)]
    np.testing.assert_allclose(longer, [0.54638672, 0.07739258], atol=5e-9)
    assert math.isclose(Subsequences(3, 0.5)([SCIENCE], [WISDOM]).item(), 0.3451985251604528, rel_tol=1e-14)
    normalized = [Subsequences(length, 0.5).normalized()([SCIENCE], [WISDOM]).item() for length in range(1, 7)]
    np.testing.assert_allclose(normalized, [0.848679, 0.579814, 0.478455, 0.438871, 0.405745, 0.369156], atol=5e-7)


@pytest.mark.spec("C.B22")
def test_without_decay_subsequences_are_counted() -> None:
    assert Subsequences(3, 1.0)([SCIENCE], [WISDOM]).item() == 4299
    assert Subsequences(2, 1.0)(["aa"], ["aaa"]).item() == 3
    assert [Subsequences(length, 1.0)(["gatta"], ["cata"]).item() for length in (1, 2, 3)] == [6, 5, 2]
    # One letter repeated: all choices of places in one and in the other.
    assert Subsequences(4, 1.0)(["a" * 30], ["a" * 21]).item() == math.comb(30, 4) * math.comb(21, 4)


@pytest.mark.spec("C.B22")
@pytest.mark.parametrize("decay", [0.3, 0.5, 1.0])
def test_formulas_in_the_decay(decay: float) -> None:
    kernel = Subsequences(2, decay)
    assert math.isclose(kernel(["cat"], ["car"]).item(), decay**4, rel_tol=1e-15)
    assert math.isclose(kernel(["cat"], ["cat"]).item(), 2 * decay**4 + decay**6, rel_tol=1e-15)


TEXTS = st.lists(st.text(alphabet="abcé☃𝄞", max_size=9), min_size=1, max_size=5)
TOKENS = st.lists(st.lists(st.integers(-2, 3), max_size=8), min_size=1, max_size=4)


@pytest.mark.spec("H.K15", "C.B22", "C.B23")
@given(
    left=TEXTS,
    right=TEXTS,
    weights=st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=1, max_size=8).filter(any),
    decay=st.sampled_from([0.1, 0.5, 0.9, 1.0]),
)
@settings(max_examples=60, deadline=None)
def test_mixtures_are_sums_over_all_choices_of_places(
    left: list[str], right: list[str], weights: list[float], decay: float
) -> None:
    kernel = SubsequenceMixture(tuple(weights), decay)
    inputs, others = Sequences.of(left), Sequences.of(right)
    expected = np.zeros((len(left), len(right)))
    for length, weight in enumerate(weights, start=1):
        features = [subsequence_features(z, length, decay) for z in right]
        for i, x in enumerate(left):
            own = subsequence_features(x, length, decay)
            expected[i] += [weight * inner(own, z) for z in features]
    ready = PairwisePrepared(kernel, others)
    np.testing.assert_allclose(ready.block(inputs), expected, rtol=1e-13, atol=1e-300)
    np.testing.assert_allclose(prepared(kernel.features(), others).block(inputs), expected, rtol=1e-13, atol=1e-300)
    np.testing.assert_allclose(ready.rough_product(inputs, np.eye(len(right))), expected, rtol=1e-6, atol=1e-37)


@given(left=TOKENS, right=TOKENS)
@settings(max_examples=25, deadline=None)
def test_tokens_are_letters(left: list[list[int]], right: list[list[int]]) -> None:
    expected = [[inner(subsequence_features(x, 2, 0.5), subsequence_features(z, 2, 0.5)) for z in right] for x in left]
    values = Subsequences(2, 0.5).matrix(Sequences.of(left), Sequences.of(right))
    np.testing.assert_allclose(values, expected, rtol=1e-14)


def random_texts(count: int, longest: int, letters: str, seed: int = 0, shortest: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(letters), rng.integers(shortest, longest + 1))) for _ in range(count)]


@pytest.mark.spec("C.B23")
@pytest.mark.parametrize("levels", [1, 2, 3, 4, 5, 6, 7, 9])
def test_a_mixture_is_the_weighted_sum_of_its_parts(levels: int) -> None:
    inputs = Sequences.of(random_texts(23, 40, "acgt"))
    weights = np.linspace(0.2, 1.0, levels)
    parts = [PairwisePrepared(Subsequences(n, 0.6), inputs).gram() for n in range(1, levels + 1)]
    mixed = PairwisePrepared(Subsequences.mixture(weights, 0.6), inputs).gram()
    np.testing.assert_allclose(mixed, np.tensordot(weights, parts, 1), rtol=1e-13)


def test_recursion_and_features_agree_and_the_cheaper_is_taken() -> None:
    dna = Sequences.of(random_texts(30, 300, "acgt", shortest=200))
    proteins = Sequences.of(random_texts(30, 60, "ACDEFGHIKLMNPQRSTVWY"))
    kernel = Subsequences(4, 0.7)
    assert isinstance(kernel.prepare(dna), CompiledKernel)
    assert isinstance(kernel.prepare(proteins), PairwisePrepared)
    recursion = PairwisePrepared(kernel, dna)
    np.testing.assert_allclose(kernel.prepare(dna).gram(), recursion.gram(), rtol=1e-12)
    np.testing.assert_allclose(kernel.diagonal(dna), recursion.diagonal(), rtol=1e-12)
    np.testing.assert_allclose(kernel.matrix(proteins, dna), kernel.matrix(dna, proteins).T, rtol=1e-12)


def test_features_leave_out_letters_that_the_right_side_does_not_have() -> None:
    kernel = Subsequences(2, 0.5)
    right, left = Sequences.of(["ab", "ba"]), Sequences.of(["axb", "xx", "ab"])
    np.testing.assert_array_equal(
        prepared(kernel.features(), right).block(left), [[0.25 * 0.125, 0.0], [0.0, 0.0], [0.0625, 0.0]]
    )


@pytest.mark.parametrize("decay", [0.5, 0.9, 0.99, 1.0])
@pytest.mark.parametrize("length", [1, 3, 4, 6])
def test_single_precision_is_good_to_a_millionth(length: int, decay: float) -> None:
    inputs = Sequences.of(random_texts(17, 900, "acgt", shortest=500))
    ready = PairwisePrepared(Subsequences(length, decay), inputs)
    rough, exact = ready.rough_gram(), ready.gram()
    assert (rough.dtype == np.float32) == Subsequences(length, decay).fits_single(900, 900)
    np.testing.assert_allclose(rough, exact, rtol=1e-6)


def test_single_precision_is_left_where_it_would_overflow_or_vanish() -> None:
    assert Subsequences(4, 1.0).fits_single(1000, 1000)
    assert not Subsequences(9, 1.0).fits_single(1000, 1000)
    assert Subsequences(9, 0.5).fits_single(1000, 1000)
    assert not Subsequences(9, 0.01).fits_single(50, 50)
    counted = PairwisePrepared(Subsequences(9, 1.0), Sequences.of(["a" * 1000]))
    assert math.isclose(counted.rough_gram().item(), math.comb(1000, 9) ** 2, rel_tol=1e-13)


def test_normalized_values_do_not_exceed_one() -> None:
    texts = random_texts(60, 50, "abcdefgh", shortest=5)
    K = Subsequences(3, 0.8).normalized()(texts + texts[:5])
    assert K.max() <= 1.0 + 4e-16
    np.testing.assert_array_equal(K.diagonal(), np.ones(65))
    np.testing.assert_array_equal(K, K.T)


def test_edges() -> None:
    kernel = Subsequences(3, 0.5)
    assert kernel([""], ["abc"]).item() == 0.0
    assert kernel(["ab"], ["ab"]).item() == 0.0
    assert kernel(["abc"], ["xyz"]).item() == 0.0
    np.testing.assert_array_equal(kernel(["", "", ""]), np.zeros((3, 3)))
    np.testing.assert_array_equal(kernel.normalized()(["abcd", "ab"]), [[1.0, 0.0], [0.0, 0.0]])


def test_one_very_long_string_meets_short_ones() -> None:
    rng = np.random.default_rng(0)
    long = "".join(rng.choice(list("abcdefgh"), 100_000))
    kernel = Subsequences(3, 0.5)
    pair = PairwisePrepared(kernel, Sequences.of([long])).block(Sequences.of(["badge", "cab"]))
    back = PairwisePrepared(kernel, Sequences.of(["badge", "cab"])).block(Sequences.of([long]))
    by_features = prepared(kernel.features(), Sequences.of(["badge", "cab"])).block(Sequences.of([long]))
    np.testing.assert_allclose(pair.T, back, rtol=1e-11)
    np.testing.assert_allclose(by_features, back, rtol=1e-11)


@pytest.mark.parametrize("make", [lambda: Subsequences(0), lambda: Subsequences(2, 0.0), lambda: Subsequences(2, 1.5)])
def test_parameters_out_of_range(make) -> None:
    with pytest.raises(ParameterError, match=r"Subsequences\.(length|decay) must lie in"):
        make()


def test_weights_of_a_mixture() -> None:
    with pytest.raises(ParameterError, match="must not all be zero"):
        Subsequences.mixture([0.0, 0.0])
    with pytest.raises(ParameterError, match="must lie in"):
        Subsequences.mixture([1.0, -1.0])
    with pytest.raises(ParameterError):
        Subsequences.mixture([])
    assert Subsequences.mixture([0.0, 1.0, 0.0], 0.5)(["cat"], ["car"]).item() == 0.0625


def test_other_examples_are_refused() -> None:
    with pytest.raises(InputTypeError, match="compares sequences, but the examples are Vectors"):
        Subsequences(2)([[1.0, 2.0]])
    with pytest.raises(InputTypeError, match="Vectors"):
        Subsequences(2).prepare(Sequences.of(["ab"])).block(Vectors.of([[1.0]]))


@pytest.mark.parametrize(
    "kernel", [Subsequences(2, 0.5), Subsequences(3, 1.0), Subsequences.mixture([1.0, 0.5, 0.25], 0.7)]
)
@pytest.mark.parametrize("letters", ["ab", "abcdefghijklmnop"])
def test_checks_of_every_kernel(kernel, letters: str) -> None:
    check_kernel(kernel, random_texts(12, 14, letters, shortest=3)).raise_if_failed()
