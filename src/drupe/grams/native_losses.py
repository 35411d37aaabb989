"""Losses of rows of outputs, as the core computes them."""

from drupe import native
from drupe.losses.base import Loss
from drupe.losses.hinge import SquaredHinge
from drupe.losses.huber import Huber
from drupe.losses.logistic import Logistic
from drupe.losses.output_rows import EachTarget, OneAgainstRest, RowLoss, Softmax
from drupe.losses.squared import Squared


def native_loss(loss: RowLoss) -> native.RowLoss | None:
    """The loss in the core; None if the core does not have it.

    >>> from drupe.losses.exponential import Exponential
    >>> native_loss(Softmax()) is None, native_loss(OneAgainstRest(Exponential())) is None
    (False, True)
    """
    if type(loss) is Softmax:
        return native.RowLoss.softmax()
    if type(loss) is OneAgainstRest or type(loss) is EachTarget:
        make = native.RowLoss.one_against_rest if isinstance(loss, OneAgainstRest) else native.RowLoss.each_target
        of_output = _native_output_loss(loss.loss)
        return None if of_output is None else make(of_output)
    return None


def _native_output_loss(loss: Loss) -> native.OutputLoss | None:
    if type(loss) not in (Squared, Huber, Logistic, SquaredHinge):
        return None  # what derives from one of them may be something else
    match loss:
        case Squared(weight):
            return native.OutputLoss.squared(weight)
        case Huber(transition):
            return native.OutputLoss.huber(transition)
        case Logistic(rate, base):
            return native.OutputLoss.logistic(rate, base)
        case SquaredHinge(margin):
            return native.OutputLoss.squared_hinge(margin)
    return None
