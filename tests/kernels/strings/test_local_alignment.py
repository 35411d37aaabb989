"""Local alignments: brute force over all of them, the Smith-Waterman limit, and when the kernel is positive."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.strings.brute_force import alignment_sum, alignments

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import INDEFINITE, POSITIVE, Identity, LocalAlignment, ScoreTable
from drupe.kernels.checks import check_kernel

WORDS = st.text(alphabet="abc", max_size=6)
TABLE = ScoreTable.of("abc", [[2.0, -0.5, 0.3], [-0.5, 1.0, 0.0], [0.3, 0.0, 1.5]])


@given(x=WORDS, z=WORDS, opening=st.sampled_from([0.0, 0.7, 2.0]), extension=st.sampled_from([0.0, 0.3]))
@settings(max_examples=40, deadline=None)
def test_all_alignments_are_added_up(x: str, z: str, opening: float, extension: float) -> None:
    def equality(a: str, b: str) -> float:
        return 1.5 if a == b else -0.25

    def table(a: str, b: str) -> float:
        return TABLE.rows["abc".index(a)]["abc".index(b)]

    for scores, score in ((Identity(1.5, -0.25), equality), (TABLE, table)):
        kernel = LocalAlignment(0.6, scores, opening, extension)
        expected = alignment_sum(x, z, score, 0.6, opening, extension)
        assert math.isclose(kernel([x], [z]).item(), expected, rel_tol=1e-13)


def test_a_large_beta_finds_the_best_alignment() -> None:
    x, z, beta = "gattaca", "gcatca", 60.0
    best = max(
        sum(1.0 if x[i] == z[j] else -1.0 for i, j in zip(left, right, strict=True))
        - sum(
            float(np.where(gaps > 0, 2.0 + 0.5 * (gaps - 1), 0.0).sum())
            for gaps in (np.diff(left) - 1, np.diff(right) - 1)
        )
        for left, right in alignments((len(x), len(z)))
    )
    assert abs(math.log(LocalAlignment(beta)([x], [z]).item()) / beta - best) < 0.05


def test_letters_without_scores_are_named() -> None:
    kernel = LocalAlignment(scores=TABLE)
    with pytest.raises(InputError, match="sequence 1 holds 'x' at position 2"):
        kernel(["abc", "abxb"])
    with pytest.raises(InputError, match="sequence 0 holds 'y' at position 0"):
        kernel(["y"], ["abc"])
    assert kernel([["a", "b"]], [["b"]]).item() > 1.0


def test_tables_must_be_square_and_symmetric() -> None:
    for alphabet, table in (("ab", [[1.0]]), ("aa", [[1.0, 0.0], [0.0, 1.0]]), ("ab", [[1.0, 2.0], [0.0, 1.0]])):
        with pytest.raises(ParameterError, match="a table of scores has a row and a column for each letter"):
            ScoreTable.of(alphabet, table)
    with pytest.raises(ParameterError, match=r"LocalAlignment\.scores must be Identity or a ScoreTable"):
        LocalAlignment(scores="blosum62")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="beyond float64"):
        LocalAlignment(beta=1000.0)


def test_values_beyond_all_numbers_are_refused() -> None:
    with pytest.raises(InputError, match=r"LocalAlignment is beyond float64 for .*; take a smaller beta"):
        LocalAlignment(5.0)(["a" * 400])


def test_positive_only_if_its_letters_are() -> None:
    assert LocalAlignment(scores=Identity(0.5, 0.5)).definiteness == POSITIVE
    assert LocalAlignment(scores=Identity(0.0, 1.0)).definiteness == INDEFINITE
    assert LocalAlignment(scores=TABLE).definiteness == POSITIVE
    odd = ScoreTable.of("ab", [[0.0, 2.0], [2.0, 0.0]])
    assert LocalAlignment(scores=odd).definiteness == INDEFINITE
    texts = ["".join(word) for length in (1, 2) for word in product("ab", repeat=length)]
    assert np.linalg.eigvalsh(LocalAlignment(scores=odd)(texts)).min() < -0.1
    words = Sequences.of(["abca", "bca", "cab", "aabbc", "c", ""])
    for kernel in (LocalAlignment(), LocalAlignment(scores=TABLE)):
        check_kernel(kernel, words).raise_if_failed()
