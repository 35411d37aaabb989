"""Rules on sequences taken apart: shares of letters add up to outputs, and weights are those of the definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe import SVC, SVR
from drupe.inputs.sequences import Sequences
from drupe.kernels import Mismatch, PolynomialOf, Spectrum, Substrings, WeightedDegree
from drupe.predictors.added_outputs import added_outputs
from drupe.predictors.words_apart import words_apart

KERNELS = [
    Spectrum(length=2),
    Substrings(longest=3, decay=0.7).normalized(),
    Mismatch(length=3, mismatches=1, alphabet="ab"),
    WeightedDegree(length=3).normalized() + 0.5 * Spectrum(length=1),
]


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@given(texts=st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=4))
def test_shares_of_letters_add_up_to_outputs(kernel, texts: list[str]) -> None:
    known = ["aab", "bba", "abab", "bbbb", "caba", "abcc"]
    model = SVC(kernel=kernel, C=5.0, decision_function_shape="ovo").fit(known, [0, 1, 0, 1, 2, 2])
    function, sequences = added_outputs(model.predictor_), Sequences.of(texts)
    assert function is not None
    apart = words_apart(function, sequences)
    assert apart is not None
    found = np.array([apart.of(i).sum(axis=0) for i in range(len(texts))]) + apart.offset
    np.testing.assert_allclose(found, function.decision(sequences), atol=1e-9)
    np.testing.assert_allclose(apart.features @ apart.weights + apart.offset, found, atol=1e-9)


def test_a_quantity_that_counts_letters_has_their_weights() -> None:
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list("abc"), 12)) for _ in range(60)]
    counts = [2.0 * text.count("a") - text.count("b") for text in texts]
    model = SVR(kernel=Spectrum(length=1), C=100.0, epsilon=1e-3, tol=1e-6).fit(texts, counts)
    function = added_outputs(model.predictor_)
    assert function is not None
    apart = words_apart(function, Sequences.of(["cab"]))
    assert apart is not None
    # All strings have twelve letters, so that weights are known up to a number for every letter.
    c, a, b = apart.of(0)[:, 0]
    np.testing.assert_allclose([a - c, b - c], [2.0, -1.0], atol=1e-2)


def test_a_rule_that_multiplies_words_is_not_taken_apart() -> None:
    model = SVC(kernel=PolynomialOf(Spectrum(length=1), (0.0, 1.0, 1.0))).fit(["ab", "ba", "bb"], [0, 0, 1])
    function = added_outputs(model.predictor_)
    assert function is not None
    assert words_apart(function, Sequences.of(["ab"])) is None
