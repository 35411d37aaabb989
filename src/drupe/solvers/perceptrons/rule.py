"""When an example is learned from: its margin is not yet enough, and it has not been learned from too often."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, nonnegative, ranged


@dataclass(frozen=True)
class UpdateRule(Checked):
    """Learn from example i if yᵢ f(xᵢ) ≤ margin and |αᵢ| + 1 ≤ cap.

    Margin 0 is the perceptron: an output of exactly zero is a mistake for either sign. A positive margin goes on
    until every example is that far on its right side, by the functional margin. A finite cap is the perceptron of the
    1-norm soft margin, for which single examples can only weigh so much.

    Parameters
    ----------
    margin
        ρ² of the margin-enforcing perceptron.
    cap
        C, the most often that one example is learned from.

    Examples
    --------
    >>> UpdateRule(cap=2).violated(np.array([-1.0, -1.0, 1.0]), np.array([1.0, 2.0, 0.0])).tolist()
    [True, False, False]

    References
    ----------
    [Graepel02]_, sections 2.1.2 and 2.3.6, remark 1; [Herbrich02]_, section 2.2.1.
    """

    margin: float = nonnegative(0.0)
    cap: float = ranged(Interval(1.0, closed_high=True), float("inf"))

    def violated(self, margins: Vector, counts: Vector) -> npt.NDArray[np.bool_]:
        """Which examples with these margins yᵢ f(xᵢ), learned from so often already, are to be learned from."""
        wrong = margins <= self.margin
        return wrong if np.isinf(self.cap) else wrong & (counts + 1.0 <= self.cap)
