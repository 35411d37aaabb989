"""Networks of Gaussian units as weak learners: centers, widths and weights fitted anew in every round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.threads import threads_for_matrix
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.rules.radial_rule import RadialRule, unit_values
from drupe.rules.rule_list import RuleList
from drupe.solvers.boosting.weak import Found, Weak, WeakLearner
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.radial_units import UnitProblem, UnitSearch
from drupe.solvers.smoothers.ridge_path import RidgePath

MEANS = 10
"""Rounds of k-means from which centers start."""


@dataclass(frozen=True)
class RadialNet(Checked, WeakLearner):
    """h(x) = sign (Σⱼ aⱼ exp(−‖x − μⱼ‖² / (2σⱼ²)) + b), by least squares on the signs, weighted by the pulls.

    Centers start at means of groups, drawn and weighted by what the round asks for, and move downhill together with the
    widths, with the best a and b at every step. Strong rules for curved borders, where stumps need hundreds of rounds.

    Parameters
    ----------
    units
        How many there are.
    strength
        Price of ‖a‖² beside the weighted sum of squares over n.
    max_iterations
        Steps of the descent at most; 0 leaves centers and widths where they start.
    graded
        Whether the output itself, cut off at −1 and 1, is the rule, instead of its sign.

    Notes
    -----
    Complexity: O(n units (d + units)) for each step of the descent.

    References
    ----------
    [Ratsch01]_, appendix, place not checked; [Mika02]_, section 5.1.
    """

    units: int = whole(1, 10)
    strength: float = positive(1e-6)
    max_iterations: int = whole(0, 20)
    graded: bool = False

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "NetSearch":
        return NetSearch(self, sample.inputs, generator(random_state))


class NetSearch(Weak):
    """Networks on given examples."""

    def __init__(self, learner: RadialNet, inputs: Inputs, lots: np.random.Generator):
        if not isinstance(inputs, Vectors):
            raise InputTypeError(
                f"radial units take vectors, but X holds {type(inputs).__name__}; take KernelColumn for other examples."
            )
        self.learner, self.space, self.lots = learner, inputs, lots
        self.x = np.asarray(inputs.in_double().dense(), dtype=np.float64)
        self.examples = Vectors.of(self.x)

    def best(self, pulls: Vector) -> Found:
        # Matrices of a column for each unit: threads would wait for each other.
        with threads_for_matrix(self.learner.units):
            return self._fitted(pulls)

    def gathered(self, rules: Sequence[RadialRule]) -> RuleList:
        return RuleList(tuple(rules), self.space)

    def _fitted(self, pulls: Vector) -> Found:
        weights = np.abs(pulls)
        weights *= 1.0 / weights.sum()
        targets = np.where(pulls >= 0.0, 1.0, -1.0)[:, None]
        centers = group_centers(self.x, weights, self.learner.units, self.lots)
        widths = np.full(len(centers), spacing(centers))
        if self.learner.max_iterations:
            problem = UnitProblem(self.x, targets, weights, self.learner.strength)
            placed = UnitSearch(self.learner.max_iterations).run(problem, centers, widths)
            centers, widths = placed.centers, placed.widths
        rule = self._weighted(centers, widths, targets, weights)
        return Found(rule, rule.values(self.examples))

    def _weighted(self, centers: Matrix, widths: Vector, targets: Matrix, weights: Vector) -> RadialRule:
        """The units with the best a and b."""
        each = np.arange(len(targets))
        path = RidgePath(unit_values(self.x, centers, widths), None, Knots(each, each, targets, weights))
        found = path.coefficients(self.learner.strength)
        coefficients, offset = found.weights[:, 0], float(found.offset[0])
        return RadialRule(Vectors.of(centers), widths, coefficients, offset, self.learner.graded)


def group_centers(x: Matrix, weights: Vector, groups: int, lots: np.random.Generator) -> Matrix:
    """Means of so many groups of rows, or fewer if no more differ: k-means from rows that are drawn by weight.

    >>> group_centers(np.array([[0.0], [1.0], [9.0]]), np.array([0.3, 0.3, 0.4]), 2, np.random.default_rng(0)).tolist()
    [[9.0], [0.5]]
    """
    some = np.flatnonzero(weights)
    drawn = lots.choice(len(x), size=min(groups, len(some)), replace=False, p=weights / weights.sum())
    centers = np.unique(x[drawn], axis=0)[::-1]
    for _ in range(MEANS):
        nearest = cdist(x, centers, "sqeuclidean").argmin(axis=1)
        total = np.bincount(nearest, weights=weights, minlength=len(centers))
        sums = np.array([np.bincount(nearest, weights=weights * column, minlength=len(centers)) for column in x.T]).T
        moved = np.where(total[:, None] > 0.0, sums / np.where(total > 0.0, total, 1.0)[:, None], centers)
        if np.array_equal(moved, centers):
            break
        centers = moved
    return np.asarray(centers)


def spacing(centers: Matrix) -> float:
    """The mean distance from a center to the nearest other one; 1 if there is no other place.

    >>> spacing(np.array([[0.0], [3.0], [4.0]]))
    1.6666666666666667
    """
    distances = cdist(centers, centers)
    np.fill_diagonal(distances, np.inf)
    nearest = distances.min(axis=1)
    apart = nearest[np.isfinite(nearest) & (nearest > 0.0)]
    return float(apart.mean()) if len(apart) else 1.0
