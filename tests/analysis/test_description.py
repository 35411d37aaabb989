"""Models in words: whatever a parameter may be has words."""

from drupe import TwoNormSVC
from drupe.analysis.description import describe


def test_a_price_that_the_data_decide_is_named():
    machine = TwoNormSVC(C="scale").fit([[0.0], [1.0], [2.0]], [0, 0, 1])
    assert ("C, the price of slack", "scale") in describe(machine).facts
