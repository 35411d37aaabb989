"""Mistakes on examples that the rule was not fitted on, and a number that was drawn before they were counted."""

from dataclasses import dataclass

from drupe.foundation.parameters import Interval, check
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class DrawnHeldOut(HeldOut):
    """Errors of one fixed rule among n fresh examples, and a uniform draw that takes the place of a part of an error.

    Parameters
    ----------
    errors
        How many of them it gets wrong.
    n
        How many there are.
    draw
        Uniform on [0, 1], drawn independently of the examples.

    Examples
    --------
    >>> DrawnHeldOut(errors=3, n=100, draw=0.5).rate
    0.03
    """

    draw: float

    def __post_init__(self) -> None:
        super().__post_init__()
        check("DrawnHeldOut", "draw", self.draw, Interval(0.0, 1.0, closed_high=True))
