"""Losses in the core: those that it has, and those that it does not; what they cost is tried in `test_cross`."""

import pytest

from drupe.grams.native_losses import native_loss
from drupe.losses import Huber, Logistic, Squared
from drupe.losses.exponential import Exponential
from drupe.losses.hinge import Hinge, SquaredHinge
from drupe.losses.insensitive import EpsilonInsensitive
from drupe.losses.output_rows import EachTarget, OneAgainstRest, RowLoss, Softmax


@pytest.mark.parametrize(
    "loss",
    [Softmax(), *(OneAgainstRest(one) for one in (Logistic(2.0), SquaredHinge(), Squared())), EachTarget(Huber(0.1))],
)
def test_the_core_has_it(loss: RowLoss) -> None:
    assert native_loss(loss) is not None


@pytest.mark.parametrize(
    "loss", [OneAgainstRest(Hinge()), OneAgainstRest(Exponential()), EachTarget(EpsilonInsensitive(0.1))]
)
def test_the_core_does_not_have_it(loss: RowLoss) -> None:
    assert native_loss(loss) is None


def test_a_loss_that_only_looks_like_one_of_them_is_another() -> None:
    class Doubled(Squared):
        pass

    assert native_loss(EachTarget(Doubled())) is None
