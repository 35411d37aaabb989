"""The tournament: rounds by hand, k − 1 duels, and agreement with the vote where it is unanimous."""

import numpy as np
import pytest
from sklearn.datasets import load_digits
from two_class_spies import Scripted, script, training

from drupe import SVC
from drupe.estimators.multiclass import OneVsOne, Tournament
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian


@pytest.mark.spec("C.G08")
@pytest.mark.parametrize("order", [None, [3, 1, 4, 0, 5, 9, 2, 6, 8, 7]])
def test_unanimous_winners_are_found_whatever_the_order(order):
    X, y = (part[:300] for part in load_digits(return_X_y=True))
    machine = SVC(kernel=Gaussian(20.0))
    vote = OneVsOne(machine).fit(X, y)
    unanimous = np.round(vote.decision_function(X)).max(axis=1) == 9
    assert unanimous.mean() > 0.9
    said = Tournament(machine, order=order).fit(X, y).predict(X)
    np.testing.assert_array_equal(said[unanimous], vote.predict(X)[unanimous])


@pytest.mark.spec("C.G08")
@pytest.mark.parametrize("k", [2, 5, 8])
def test_rounds_are_those_of_a_bracket_written_out(k):
    machine = Tournament(Scripted(k)).fit(*training(k))
    examples = np.random.default_rng(k).normal(size=(60, k * k))
    before = Scripted.asked
    said = machine.predict(examples)
    assert Scripted.asked - before == 60 * (k - 1)
    for row, answer in zip(examples, said, strict=True):
        standing = list(range(k))
        while len(standing) > 1:
            following = []
            for place in range(0, len(standing) - 1, 2):
                low, high = sorted(standing[place : place + 2])
                following.append(high if row[low * k + high] > 0 else low)
            standing = following + ([standing[-1]] if len(standing) % 2 else [])
        assert answer == standing[0]


def test_order_decides_a_circle_and_must_name_every_class():
    circle = script(3, o01=1.0, o12=1.0, o02=-1.0)  # 1 beats 0, 2 beats 1, 0 beats 2
    for order, winner in ((None, 2), ([1, 2, 0], 0), ([2, 0, 1], 1)):
        assert Tournament(Scripted(3), order=order).fit(*training(3)).predict(circle).tolist() == [winner]
    with pytest.raises(ParameterError, match="every class once"):
        Tournament(Scripted(3), order=[0, 1]).fit(*training(3))
