"""One against one: the peer's decisions, votes and ties by hand, priors, and two classes as a special case."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.linear_model import RidgeClassifier
from sklearn.multiclass import OneVsOneClassifier
from sklearn.svm import SVC as PeerSVC
from two_class_spies import Scripted, script, training

from drupe import SVC
from drupe.estimators.multiclass import OneVsOne
from drupe.foundation.errors import ParameterError

IRIS = load_iris(return_X_y=True)
DIGITS = tuple(part[:400] for part in load_digits(return_X_y=True))


@pytest.mark.spec("H.S07", "G.M-01")
@pytest.mark.parametrize("sample", [IRIS, DIGITS], ids=["iris", "digits"])
@pytest.mark.parametrize("machine", [PeerSVC(C=2.0), RidgeClassifier()], ids=["svc", "ridge"])
def test_decides_as_the_peer_does(sample, machine):
    X, y = sample[0] / np.abs(sample[0]).max(), sample[1]
    ours, peers = OneVsOne(machine).fit(X, y), OneVsOneClassifier(machine).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), peers.predict(X))
    # The same votes; ties are squashed to half the room.
    scores, theirs = ours.decision_function(X), peers.decision_function(X)
    np.testing.assert_array_equal(np.round(scores), np.round(theirs))
    np.testing.assert_allclose(scores - np.round(scores), (theirs - np.round(theirs)) / 2, atol=1e-9)


@pytest.mark.spec("H.S07", "G.M-01")
def test_our_machine_inside():
    X, y = IRIS
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    ours, peers = (OneVsOne(machine(C=2.0, tol=1e-6)).fit(X, names) for machine in (SVC, PeerSVC))
    np.testing.assert_array_equal(ours.predict(X), peers.predict(X))
    np.testing.assert_allclose(ours.decision_function(X), peers.decision_function(X), atol=1e-4)
    assert (ours.predict(X) == names).mean() > 0.95
    assert len(ours.estimators_) == 3
    assert [len(examples) for examples in ours.examples_] == [100, 100, 100]


@pytest.mark.spec("G.M-01")
def test_every_duel_is_one_vote():
    X, y = DIGITS
    scores = OneVsOne(PeerSVC()).fit(X, y).decision_function(X)
    np.testing.assert_array_equal(np.round(scores).sum(axis=1), 45)


@pytest.mark.spec("H.S07", "G.M-01")
@pytest.mark.parametrize(
    ("outputs", "winner"),
    [
        ({"o01": -1.0, "o02": -1.0, "o12": 5.0}, 0),  # two duels won beat any output
        ({"o01": 1.0, "o12": 1.0, "o02": -1.0}, 0),  # a circle of equal outputs: the first class
        ({"o01": 1.0, "o12": 3.0, "o02": -1.0}, 2),  # a circle: sums towards 0, 1, 2 are 0, -2, 2
        ({"o01": 4.0, "o12": 1.0, "o02": -1.0}, 1),  # sums -3, 3, 0
        ({"o01": 0.0, "o12": 0.0, "o02": 0.0}, 0),  # zeros go to the earlier class: 0 wins twice
        ({"o01": 0.0, "o02": 1.0, "o12": 1.0}, 2),
    ],
)
def test_ties_are_broken_as_documented(outputs, winner):
    machine = OneVsOne(Scripted(3)).fit(*training(3))
    assert machine.predict(script(3, **outputs)).tolist() == [winner]


@pytest.mark.spec("G.M-01")
def test_two_classes_are_the_machine_itself():
    X, y = IRIS
    X, y = X[y > 0], y[y > 0]
    machine = PeerSVC(C=0.5).fit(X, y)
    ours = OneVsOne(PeerSVC(C=0.5)).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(X), machine.decision_function(X))
    np.testing.assert_array_equal(ours.predict(X), machine.predict(X))
    assert ours.decision_function(X).shape == (100,)


@pytest.mark.spec("H.S07")
def test_priors_decide_where_votes_are_close_and_equal_ones_change_nothing():
    X, y = IRIS
    plain = OneVsOne(PeerSVC()).fit(X, y)
    even = OneVsOne(PeerSVC(), priors=[1, 1, 1]).fit(X, y)
    np.testing.assert_array_equal(plain.predict(X), even.predict(X))
    # By hand: a vote weighs log(p / (1 − p)).
    circle = script(3, o01=1.0, o12=1.0, o02=-1.0)
    tilted = OneVsOne(Scripted(3), priors={0: 1.0, 1: 1.0, 2: 1.5})
    # In training every duel ends at zero: class 0 wins two, class 1 wins one, class 2 none; 3 of 6, and 4/8 smoothed.
    assert tilted.fit(*training(3)).win_rate_ == 0.5
    assert tilted.predict(circle).tolist() == [2]
    X3, y3 = np.repeat(training(3)[0], 4, axis=0), np.repeat(np.arange(3), 4)
    X3[y3 == 0, 1], X3[y3 == 1, 1], X3[y3 == 0, 2], X3[y3 == 2, 2] = -1, 1, -1, 1
    X3[y3 == 1, 5], X3[y3 == 2, 5] = -1, 1
    sure = OneVsOne(Scripted(3), priors=[0.9, 0.05, 0.05]).fit(X3, y3)
    assert sure.win_rate_ == 25 / 26
    odds = np.log(25)
    votes = np.array([1.0, 0.0, 2.0])
    outputs = script(3, o01=-1.0, o02=1.0, o12=1.0)
    towards = np.array([0.0, -2.0, 2.0])
    expected = odds * (votes + towards / (6 * (np.abs(towards) + 1))) + np.log([0.9, 0.05, 0.05])
    np.testing.assert_allclose(sure.decision_function(outputs), expected[None])


@pytest.mark.parametrize("priors", [[0.5, 0.5], [1.0, 0.0, 1.0], {0: 0.5, 1: 0.5}, [np.nan, 1, 1]])
def test_priors_that_do_not_fit_are_refused(priors):
    with pytest.raises(ParameterError, match="priors must"):
        OneVsOne(Scripted(3), priors=priors).fit(*training(3))
