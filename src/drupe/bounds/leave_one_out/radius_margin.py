"""The radius-margin bound: leave-one-out errors counted as a perceptron's mistakes are."""

from typing import ClassVar

import numpy as np

from drupe.bounds.expectation import Expectation
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.leave_one_out import RadiusMargin


class RadiusMarginShare(Expectation[RadiusMargin]):
    """R²/(γ² n) ≥ leave-one-out error of a hard margin machine without offset, all examples within R of the origin.

    With an offset the diameter of the smallest ball around the examples takes the place of R: its radius alone is not
    enough.

    Examples
    --------
    >>> RadiusMarginShare().value(RadiusMargin(radius=1.0, margin=0.5, n=16))
    0.25

    References
    ----------
    [Vapnik00]_, section 2, place not checked; [Chapelle02]_, section 4, place not checked.
    """

    witness = RadiusMargin
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.OPTIMUM})
    source = Citation("Vapnik00", "section 2")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margin", "n")

    def _value(self, witness: RadiusMargin) -> float:
        return witness.ratio / witness.n

    def worlds(self) -> tuple[World[RadiusMargin], ...]:
        """Corners: margin and risk are known."""
        return (World("corners, some of them rare", _corners),)


def _corners(rng: np.random.Generator) -> Outcome[RadiusMargin]:
    counts = rng.multinomial(30, [0.6, 0.1, 0.1, 0.1, 0.1])
    seen = int((counts > 0).sum())
    # One example is taken away: the risk of what the others teach.
    counts[rng.choice(5, p=counts / 30)] -= 1
    risk = float(np.array([0.6, 0.1, 0.1, 0.1, 0.1])[counts == 0].sum())
    return Outcome(RadiusMargin(radius=1.0, margin=seen**-0.5, n=30), risk)
