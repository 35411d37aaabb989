"""Losses of margins in a graph, by which code words are compared."""

import math

from drupe.losses.base import Loss
from drupe.losses.exponential import Exponential
from drupe.losses.hinge import Hinge, SquaredHinge
from drupe.losses.logistic import Logistic
from drupe.losses.squared import Squared
from drupe.persistence.export.graph import Value
from drupe.persistence.export.refusal import refusal


def loss_of_margins(loss: Loss, margins: Value) -> Value:
    """ℓ(y f) of every margin; that of a residual f − y with y = ±1 is the same as that of y f − 1."""
    match loss:
        case Hinge(margin):
            return (margin - margins).largest(0.0)
        case SquaredHinge(margin):
            return (margin - margins).largest(0.0) ** 2.0
        case Exponential():
            return (margins * -1.0).exp()
        case Logistic(rate, base):
            return (margins * -rate).apply("Softplus") / math.log(base)
        case Squared(weight):
            return (margins - 1.0) ** 2.0 * weight
    why = f"the loss {loss!r} is not known to the export"
    raise refusal("decoding", why, "take Hinge, SquaredHinge, Exponential, Logistic or Squared")
