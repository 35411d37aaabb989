"""Models in words: whatever a parameter may be has words."""

import pytest

from drupe import EnclosingBall, GibbsClassifier, MovingWindow, NeighborsClassifier, ParzenClassifier, TwoNormSVC
from drupe.analysis.description import describe
from drupe.kernels import Gaussian


def test_a_price_that_the_data_decide_is_named():
    machine = TwoNormSVC(C="scale").fit([[0.0], [1.0], [2.0]], [0, 0, 1])
    assert ("C, the price of slack", "scale") in describe(machine).facts


@pytest.mark.parametrize("kind", [EnclosingBall, ParzenClassifier, MovingWindow, NeighborsClassifier, GibbsClassifier])
def test_the_kernel_is_found_wherever_the_fitted_function_keeps_it(kind):
    machine = kind(kernel=Gaussian(width=0.75)).fit([[0.0], [1.0], [2.0], [3.0], [5.0]], [0, 0, 0, 1, 1])
    assert describe(machine).kernel == "Gaussian(width=0.75)"
