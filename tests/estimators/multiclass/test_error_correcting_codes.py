"""Codes, decoding, and the classifier made of both, against the peer and by hand."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.multiclass import OutputCodeClassifier
from sklearn.svm import SVC as PeerSVC

from drupe import SVC
from drupe.estimators.multiclass import (
    DenseRandom,
    ErrorCorrectingCodes,
    Exhaustive,
    Given,
    Hamming,
    LossBased,
    OneVsOne,
    OneVsRest,
)
from drupe.estimators.multiclass.codes import smallest_distance
from drupe.estimators.multiclass.two_class_ensemble import pair_codes
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian
from drupe.losses import Exponential, Hinge, NegativeMargin, Squared

IRIS = load_iris(return_X_y=True)
DIGITS = tuple(part[:300] for part in load_digits(return_X_y=True))


@pytest.mark.spec("G.M-03")
@pytest.mark.parametrize("k", [2, 3, 4, 7])
def test_exhaustive_codes_ask_every_question_once(k):
    codes = Exhaustive().matrix(np.arange(k))
    assert codes.shape == (k, 2 ** (k - 1) - 1)
    questions = {
        frozenset((tuple(column), tuple(-column))) for column in codes.T.tolist() for column in [np.array(column)]
    }
    assert len(questions) == codes.shape[1]
    assert (np.abs(codes.sum(axis=0)) < k).all()
    assert smallest_distance(codes) == max(2 ** (k - 2), 1)


@pytest.mark.spec("G.M-03")
@pytest.mark.parametrize("k", [3, 10, 26])
def test_random_codes_are_far_apart_and_reproducible(k):
    codes = DenseRandom(random_state=5).matrix(np.arange(k))
    assert codes.shape == (k, int(np.ceil(10 * np.log2(k))))
    assert ((codes == 1).any(axis=0) & (codes == -1).any(axis=0)).all()
    one_try = DenseRandom(tries=1, random_state=5).matrix(np.arange(k))
    assert smallest_distance(codes) >= smallest_distance(one_try)
    np.testing.assert_array_equal(codes, DenseRandom(random_state=5).matrix(np.arange(k)))


@pytest.mark.spec("G.M-03")
def test_squared_loss_decodes_as_the_peer_does():
    X, y = DIGITS
    peers = OutputCodeClassifier(PeerSVC(), code_size=1.5, random_state=0).fit(X, y)
    ours = ErrorCorrectingCodes(PeerSVC(), code=Given(peers.code_book_), decoding=LossBased(Squared())).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), peers.predict(X))


@pytest.mark.spec("G.M-03")
@pytest.mark.parametrize("decoding", [None, Hamming(), LossBased(Exponential())])
@pytest.mark.parametrize("code", [None, DenseRandom(25)])
def test_learns_digits(decoding, code):
    X, y = DIGITS
    machine = ErrorCorrectingCodes(SVC(kernel=Gaussian(20.0), C=5.0), code=code, decoding=decoding)
    assert (machine.fit(X[:200], y[:200]).predict(X[200:]) == y[200:]).mean() > 0.9


@pytest.mark.spec("G.M-03")
def test_one_vs_rest_and_one_vs_one_are_codes():
    X, y = IRIS
    rest = np.where(np.eye(3, dtype=bool), 1, -1)
    by_code = ErrorCorrectingCodes(PeerSVC(), code=Given(rest), decoding=LossBased(NegativeMargin())).fit(X, y)
    # Σ code · f = 2 f_c − Σ f: the same order as f_c.
    np.testing.assert_array_equal(by_code.predict(X), OneVsRest(PeerSVC()).fit(X, y).predict(X))
    pairs = ErrorCorrectingCodes(PeerSVC(), code=Given(pair_codes(3)), decoding=Hamming()).fit(X, y)
    np.testing.assert_array_equal(pairs.predict(X), OneVsOne(PeerSVC()).fit(X, y).predict(X))


WORDS = np.array([[1, 1, 1, 1], [1, -1, -1, 1], [-1, -1, 1, -1]])


@pytest.mark.parametrize(
    ("decoding", "outputs", "scores"),
    [
        (LossBased(Hinge()), [0.5, -2.0, 1.0, 3.0], [-3.5, -2.5, -5.5]),
        (LossBased(Squared()), [1.0, 1.0, 1.0, -1.0], [-4.0, -12.0, -8.0]),
        (LossBased(Hinge()), [0.0, 0.0, 0.0, 0.0], [-4.0, -4.0, -4.0]),
    ],
)
def test_loss_based_scores_by_hand(decoding, outputs, scores):
    np.testing.assert_allclose(decoding.scores(np.array([outputs]), WORDS), [scores])


@pytest.mark.parametrize(
    ("outputs", "distances"),
    [([0.5, -2.0, 1.0, 3.0], [1, 1, 2]), ([-1.0, -1.0, -1.0, -1.0], [4, 2, 1]), ([0.0, 0.0, 0.0, 0.0], [4, 2, 1])],
)
def test_hamming_distances_by_hand(outputs, distances):
    scores = Hamming().scores(np.array([outputs]), WORDS)
    np.testing.assert_array_equal(np.round(-scores), [distances])


def test_equal_distances_go_to_the_larger_sum_and_then_to_the_first():
    # Words 0 and 1 both differ in one place from the signs; sums 2.5 and 4.5.
    assert Hamming().scores(np.array([[0.5, -2.0, 1.0, 3.0]]), WORDS).argmax() == 1
    assert Hamming().scores(np.array([[1.0, 1.0]]), np.array([[1, -1], [-1, 1]])).argmax() == 0
    assert LossBased().scores(np.zeros((1, 4)), WORDS).argmax() == 0


def test_a_machine_without_the_class_costs_what_silence_does():
    words = np.array([[1, 0], [-1, 1], [0, -1]])
    np.testing.assert_allclose(LossBased().scores(np.array([[2.0, -0.5]]), words), [[-1.0, -4.5, -1.5]])
    scores = Hamming().scores(np.array([[2.0, -0.5]]), words)
    np.testing.assert_allclose(np.round(-2 * scores) / 2, [[0.5, 2.0, 0.5]])


@pytest.mark.parametrize("decoding", [Hamming(), LossBased()])
def test_two_classes_are_the_machine_itself(decoding):
    X, y = IRIS
    X, y = X[y > 0], y[y > 0]
    ours = ErrorCorrectingCodes(PeerSVC(), decoding=decoding).fit(X, y)
    assert len(ours.estimators_) == 1
    assert ours.decision_function(X).shape == (100,)
    np.testing.assert_array_equal(ours.predict(X), PeerSVC().fit(X, y).predict(X))
    np.testing.assert_array_equal(ours.predict(X), np.where(ours.decision_function(X) > 0, 2, 1))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (Given([[1, 2], [1, -1], [0, 1]]), "rows and columns of -1, 0 and 1"),
        (Given([[1, 1], [1, -1], [1, 1]]), "both -1 and 1"),
        (Given([[1, -1], [-1, 1], [1, -1]]), "same code word"),
        (Given([[1], [-1]]), "2 rows but y holds 3 classes"),
        (Given(np.eye(3) * 2 - 1, classes=[0, 1, 7]), r"\[2\] have none"),
        (DenseRandom(1), "cannot tell 3 classes apart"),
    ],
)
def test_codes_that_do_not_fit_are_refused(code, message):
    with pytest.raises(ParameterError, match=message):
        ErrorCorrectingCodes(PeerSVC(), code=code).fit(*IRIS)


def test_an_exhaustive_code_of_many_classes_is_refused():
    with pytest.raises(ParameterError, match="524287 machines"):
        Exhaustive().matrix(np.arange(20))


def test_named_rows_let_a_sample_lack_a_class():
    X, y = IRIS
    code = Given(np.where(np.eye(3, dtype=bool), 1, -1), classes=[0, 1, 2])
    machine = ErrorCorrectingCodes(PeerSVC(), code=code).fit(X[y < 2], y[y < 2])
    # The third column asks nothing of the two classes that are left.
    assert machine.codes_.tolist() == [[1, -1], [-1, 1]]
    np.testing.assert_array_equal(machine.predict(X[y < 2]), y[y < 2])
