"""The Nyström approximation: exact where it can be, never worse with more landmarks, and as its peer has it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.kernel_approximation import Nystroem as Peer

from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.grams import DenseGram, LazyGram, LowRankGram, incomplete_cholesky, nystroem
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

POINTS = np.random.default_rng(4).normal(size=(60, 2))
GRAM = LazyGram(Gaussian(1.0), Vectors.of(POINTS))
K = GRAM.dense()


@given(st.integers(1, 6), st.integers(0, 100))
def test_it_is_exact_once_the_landmarks_span_everything(rank: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=(15, rank))
    result = nystroem(LowRankGram(factor), landmarks=rank + 3, random_state=seed)
    np.testing.assert_allclose(result.gram.dense(), factor @ factor.T, atol=1e-7)
    assert result.rank == rank
    assert result.cut == 3


def test_all_examples_as_landmarks_give_the_kernel() -> None:
    np.testing.assert_allclose(nystroem(GRAM, range(60)).gram.dense(), K, atol=1e-9)


def test_the_error_falls_with_every_landmark_and_stays_positive() -> None:
    order = np.random.default_rng(0).permutation(60)
    traces = []
    for count in (1, 3, 10, 25, 60):
        missing = K - nystroem(GRAM, order[:count]).gram.dense()
        assert np.linalg.eigvalsh(missing).min() > -1e-8
        traces.append(np.trace(missing))
    assert traces == sorted(traces, reverse=True)
    assert traces[0] > 10.0
    assert traces[-1] < 1e-6


def test_pivots_as_landmarks_are_the_incomplete_cholesky() -> None:
    cholesky = incomplete_cholesky(GRAM, rank=10)
    by_pivots = nystroem(GRAM, cholesky.pivots)
    np.testing.assert_allclose(by_pivots.gram.dense(), cholesky.gram.dense(), atol=1e-9)
    by_chance = [np.trace(K - nystroem(GRAM, 10, random_state=seed).gram.dense()) for seed in range(10)]
    assert cholesky.residual_trace < np.median(by_chance)


def test_scikit_learn_agrees() -> None:
    new = np.random.default_rng(5).normal(size=(9, 2))
    peer = Peer(kernel="rbf", gamma=0.5, n_components=12, random_state=3).fit(POINTS)
    ours = nystroem(GRAM, peer.component_indices_)
    # Features are determined up to a rotation; their inner products are not.
    theirs = peer.transform(POINTS)
    np.testing.assert_allclose(ours.gram.dense(), theirs @ theirs.T, atol=1e-8)
    np.testing.assert_allclose(
        ours.features(Vectors.of(new)) @ ours.gram.factor.T, peer.transform(new) @ theirs.T, atol=1e-8
    )


def test_regularization_is_added_to_the_landmarks_block() -> None:
    chosen = [0, 7, 30]
    expected = K[:, chosen] @ np.linalg.solve(K[np.ix_(chosen, chosen)] + 0.3 * np.eye(3), K[chosen])
    np.testing.assert_allclose(nystroem(GRAM, chosen, regularization=0.3).gram.dense(), expected, rtol=1e-10)


def test_landmarks_may_depend_on_each_other() -> None:
    once, repeated = nystroem(GRAM, [3, 8]), nystroem(GRAM, [3, 8, 3, 8, 8])
    assert (repeated.rank, repeated.cut) == (2, 3)
    np.testing.assert_allclose(repeated.gram.dense(), once.gram.dense(), atol=1e-12)
    np.testing.assert_allclose(
        repeated.features(Vectors.of(POINTS)) @ repeated.gram.factor.T, once.gram.dense(), atol=1e-12
    )


def test_landmarks_of_length_zero_explain_nothing() -> None:
    result = nystroem(DenseGram(np.zeros((4, 4))), [0, 1])
    assert (result.rank, result.cut) == (0, 2)
    np.testing.assert_array_equal(result.gram.dense(), np.zeros((4, 4)))


def test_the_draw_is_uniform_without_repeats_and_can_be_repeated() -> None:
    first, again = nystroem(GRAM, 20, random_state=1), nystroem(GRAM, 20, random_state=1)
    assert first.landmarks.tolist() == again.landmarks.tolist()
    assert len(set(first.landmarks.tolist())) == 20
    assert nystroem(GRAM, 20, random_state=2).landmarks.tolist() != first.landmarks.tolist()
    small = DenseGram(np.eye(4))
    drawn = np.bincount([nystroem(small, 1, random_state=seed).landmarks.item() for seed in range(400)], minlength=4)
    assert drawn.min() > 60  # 100 expected, standard deviation 8.7
    assert nystroem(GRAM, 60).landmarks.tolist() == list(range(60))


def test_eigenvalues_are_those_of_the_block() -> None:
    chosen = [1, 2, 3, 50]
    expected = np.linalg.eigvalsh(K[np.ix_(chosen, chosen)])[::-1]
    np.testing.assert_allclose(nystroem(GRAM, chosen).eigenvalues, expected, rtol=1e-10)


def test_it_says_what_it_is() -> None:
    assert repr(nystroem(GRAM, [3, 8, 3])) == "Nystroem(landmarks=3, rank=2, cut=1)"


def test_what_is_not_positive_is_refused() -> None:
    with pytest.raises(InputError, match=r"not positive semi-definite: .* eigenvalue -1;"):
        nystroem(DenseGram([[1.0, 2.0], [2.0, 1.0]]), [0, 1])


@pytest.mark.parametrize("landmarks", [0, 61, 2.5, [], np.zeros(60, dtype=bool)])
def test_landmarks_that_make_no_sense_are_refused(landmarks: object) -> None:
    with pytest.raises(ParameterError, match=r"nystroem\.landmarks"):
        nystroem(GRAM, landmarks)


def test_other_parameters_are_checked() -> None:
    with pytest.raises(ParameterError, match="regularization"):
        nystroem(GRAM, 3, regularization=-1.0)
    with pytest.raises(InputError, match="position 60"):
        nystroem(GRAM, [60])
    with pytest.raises(BudgetError, match="3 landmarks for 60 examples"):
        nystroem(GRAM, 3, budget=3 * 60 * 8 - 1)
