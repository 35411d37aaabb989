"""The picture of a vote's margins shows those that its rules give, counted one by one."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import load_iris, make_moons

import drupe
from drupe import SVC, AdaBoostClassifier, VoteMarginDisplay, displays
from drupe.foundation.errors import InputError


@pytest.fixture(autouse=True)
def _closed_figures():
    yield
    plt.close("all")


@pytest.mark.spec("S.V11")
def test_shares_are_those_of_the_weighted_majority_after_each_number_of_rounds():
    X, y = make_moons(80, noise=0.2, random_state=0)
    machine = AdaBoostClassifier(n_estimators=60).fit(X, y)
    _, ax = plt.subplots()
    display = VoteMarginDisplay.from_estimator(machine, X, y, rounds=[40, 5, 500], ax=ax)
    assert list(display.margins) == [5, 40, 60]  # no more than there are
    for count, staged in enumerate(machine.staged_decision_function(X), 1):
        if count in display.margins:
            own = np.where(y == 1, 1.0, -1.0) * staged / machine.estimator_weights_[:count].sum()
            np.testing.assert_allclose(display.margins[count], np.sort(own), atol=1e-12)
            assert display.share_below(0.3)[count] == (own <= 0.3).mean()
            assert display.smallest()[count] == pytest.approx(own.min(), abs=1e-12)
    np.testing.assert_allclose(display.margins[60], np.sort(machine.margins_), atol=1e-12)
    assert display.ax_ is ax
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["5 rounds", "40 rounds", "60 rounds"]
    assert drupe.VoteMarginDisplay is displays.VoteMarginDisplay


def test_several_classes_have_margins_over_the_strongest_other_one():
    X, y = load_iris(return_X_y=True)
    machine = AdaBoostClassifier(n_estimators=20).fit(X, y)
    display = VoteMarginDisplay.from_estimator(machine, X, y, rounds=[1, 20])
    np.testing.assert_allclose(display.margins[20], np.sort(machine.margins_), atol=1e-12)
    assert (display.margins[20] > 0.0).mean() == pytest.approx(machine.score(X, y))


def test_other_machines_and_numbers_are_refused():
    X, y = make_moons(20, random_state=0)
    with pytest.raises(InputError, match="MarginDisplay"):
        VoteMarginDisplay.from_estimator(SVC().fit(X, y), X, y)
    for wrong in ([], [2.0], [np.nan], [[0.1]]):
        with pytest.raises(InputError, match="between -1 and 1"):
            VoteMarginDisplay({3: wrong})
