"""Margins of a classification: by how much each example is on the right side, and what is missing to a target."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@dataclass(frozen=True, eq=False)
class Margins:
    """γᵢ = yᵢ f(xᵢ) and, divided by ‖w‖, the distance from the hyperplane in feature space.

    An example is classified rightly if and only if its margin is above zero. Scaling w and b scales the functional
    margins and leaves the geometric ones.

    Parameters
    ----------
    functional
        yᵢ f(xᵢ): the margin distribution.
    norm
        ‖w‖.

    Examples
    --------
    >>> margins = Margins(np.array([4.0, -1.0]), norm=2.0)
    >>> margins.geometric.tolist(), margins.smallest, margins.slack(1.0).tolist()
    ([2.0, -0.5], -0.5, [0.0, 2.0])

    References
    ----------
    [Cristianini00]_, definitions 2.2 and 2.6.
    """

    functional: Vector
    norm: float

    @classmethod
    def of(cls, problem: BoxProblem, solution: Solution) -> "Margins":
        """Those of a solved classification problem, one variable for each example; ‖w‖² = Σ αᵢαⱼyᵢyⱼKᵢⱼ."""
        squared = float(problem.weights(solution.alpha) @ solution.outputs)
        return cls(problem.signs * (solution.outputs + solution.offset), max(squared, 0.0) ** 0.5)

    @property
    def geometric(self) -> Vector:
        """Signed distances from the hyperplane."""
        return np.asarray(self.functional / self.norm)

    @property
    def smallest(self) -> float:
        """The margin of the hyperplane on the sample: the least geometric margin."""
        return float(self.geometric.min())

    def percentile(self, share: float) -> float:
        """The geometric margin that this share (in percent) of the examples do not exceed."""
        return float(np.percentile(self.geometric, share))

    def slack(self, target: float) -> Vector:
        """ξᵢ = max(0, target − γᵢ): what each functional margin misses; more than the target for an error."""
        return np.asarray(np.maximum(0.0, target - self.functional))
