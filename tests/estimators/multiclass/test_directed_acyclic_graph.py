"""The knock-out: k − 1 duels, the documented order, and agreement with the vote where it is unanimous."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.svm import SVC as PeerSVC
from two_class_spies import Scripted, script, training

from drupe import SVC
from drupe.estimators.multiclass import DirectedAcyclicGraph, OneVsOne
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian

DIGITS = tuple(part[:300] for part in load_digits(return_X_y=True))


@pytest.mark.spec("H.S08", "C.E22")
@pytest.mark.parametrize("machine", [PeerSVC(C=2.0), SVC(kernel=Gaussian(20.0))], ids=["peer", "ours"])
@pytest.mark.parametrize("order", [None, [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]])
def test_unanimous_winners_are_found_whatever_the_order(machine, order):
    X, y = DIGITS
    graph = DirectedAcyclicGraph(machine, order=order).fit(X, y)
    vote = OneVsOne(machine).fit(X, y)
    unanimous = np.round(vote.decision_function(X)).max(axis=1) == 9
    assert unanimous.mean() > 0.9
    np.testing.assert_array_equal(graph.predict(X)[unanimous], vote.predict(X)[unanimous])


@pytest.mark.spec("H.S08")
def test_asks_one_machine_less_than_there_are_classes():
    machine = DirectedAcyclicGraph(Scripted(5)).fit(*training(5))
    assert len(machine.estimators_) == 10
    examples = np.random.default_rng(0).normal(size=(50, 25))
    before = Scripted.asked
    machine.predict(examples)
    assert Scripted.asked - before == 50 * 4


@pytest.mark.spec("H.S08")
@pytest.mark.parametrize(
    ("order", "outputs", "survivor"),
    [
        # A circle, 1 beats 0, 2 beats 1, 0 beats 2: the first duel is between the ends of the list.
        (None, {"o01": 1.0, "o12": 1.0, "o02": -1.0}, 1),  # 0 excludes 2, then 1 excludes 0
        ([1, 0, 2], {"o01": 1.0, "o12": 1.0, "o02": -1.0}, 0),  # 2 excludes 1, then 0 excludes 2
        ([0, 2, 1], {"o01": 1.0, "o12": 1.0, "o02": -1.0}, 2),  # 1 excludes 0, then 2 excludes 1
        (None, {}, 0),  # zeros go to the class that comes earlier in classes_
        ([2, 1, 0], {}, 0),
    ],
)
def test_order_decides_a_circle(order, outputs, survivor):
    machine = DirectedAcyclicGraph(Scripted(3), order=order).fit(*training(3))
    assert machine.predict(script(3, **outputs)).tolist() == [survivor]


@pytest.mark.spec("H.S08")
def test_two_classes_are_one_node():
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0], np.where(y[y > 0] == 1, "a", "b")
    machine = DirectedAcyclicGraph(PeerSVC()).fit(X, y)
    np.testing.assert_array_equal(machine.predict(X), PeerSVC().fit(X, y).predict(X))
    assert not hasattr(machine, "decision_function")


def test_an_order_must_name_the_classes_and_may_name_more():
    with pytest.raises(ParameterError, match="every class once"):
        DirectedAcyclicGraph(Scripted(3), order=[0, 1]).fit(*training(3))
    with pytest.raises(ParameterError, match="every class once"):
        DirectedAcyclicGraph(Scripted(3), order=[0, 1, 1, 2]).fit(*training(3))
    lacking = DirectedAcyclicGraph(Scripted(3), order=[2, 7, 1, 0]).fit(*training(3))
    assert lacking.order_.tolist() == [2, 1, 0]
