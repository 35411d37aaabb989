"""Margins of a kernel expansion on a labelled sample: functional, geometric, normalized, and the slack they leave."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.grams.reals import one_each, sign_each
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@dataclass(frozen=True, eq=False)
class Margins:
    """yᵢ f(xᵢ) of every example, for f = Σⱼ weightsⱼ k(xⱼ, ·) + offset, and what it becomes by dividing.

    An example is on its right side exactly if its margin is positive. Geometric margins are distances in feature
    space; normalized margins are also divided by the length of the example, and lie in [−1, 1] without an offset.

    Parameters
    ----------
    functional
        yᵢ f(xᵢ).
    norm
        ‖w‖, without the offset.
    lengths
        ‖φ(xᵢ)‖ = √Kᵢᵢ.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> margins = Margins.of(DenseGram([[1.0, 0.0], [0.0, 4.0]]), [1.0, -1.0], signs=[1, -1])
    >>> margins.functional.tolist(), margins.geometric.round(4).tolist(), margins.normalized.round(4).tolist()
    ([1.0, 4.0], [0.4472, 1.7889], [0.4472, 0.8944])

    References
    ----------
    [Herbrich02]_, definition 2.30 and eq. 5.11; [Cristianini00]_, definitions 2.2 and 2.6; [Graepel02]_, sections
    2.1.2, 4.2.1 and 4.4.1.
    """

    functional: Annotated[Vector, Numbers("examples")]
    norm: float
    lengths: Annotated[Vector, Numbers("examples")]

    @classmethod
    def of(cls, gram: Gram, weights: Vector, signs: Vector, offset: float = 0.0) -> "Margins":
        """The margins of an expansion over the examples of a Gram, at these examples."""
        n = len(gram)
        coefficients = one_each(weights, n, "weights")
        outputs = np.asarray(gram @ coefficients)
        return cls.of_outputs(outputs, gram.diagonal(), coefficients, sign_each(signs, n), offset)

    @classmethod
    def of_outputs(cls, outputs: Vector, diagonal: Vector, weights: Vector, signs: Vector, offset: float) -> "Margins":
        """The same where the outputs K weights are known already."""
        return cls(
            functional=signs * (outputs + offset),
            norm=math.sqrt(max(float(weights @ outputs), 0.0)),
            lengths=np.sqrt(np.maximum(diagonal, 0.0)),
        )

    @classmethod
    def of_solution(cls, problem: BoxProblem, solution: Solution) -> "Margins":
        """Those of a solved classification problem, with one variable for each example."""
        weights = problem.weights(solution.alpha)
        return cls.of_outputs(solution.outputs, problem.gram.diagonal(), weights, problem.signs, solution.offset)

    @property
    def geometric(self) -> Vector:
        """yᵢ f(xᵢ) / ‖w‖: distances to the hyperplane."""
        self._need_direction()
        return np.asarray(self.functional / self.norm)

    @property
    def smallest(self) -> float:
        """The margin of the hyperplane on the sample: the least distance, negative if an example is misclassified."""
        return float(self.geometric.min())

    def percentile(self, share: float) -> float:
        """The distance that this share (in percent) of the examples do not exceed."""
        return float(np.percentile(self.geometric, share))

    @property
    def normalized(self) -> Vector:
        """yᵢ f(xᵢ) / (‖w‖ ‖φ(xᵢ)‖): cosines, for hyperplanes through the origin."""
        if not np.all(self.lengths > 0):
            raise InputError(f"example {int(np.argmin(self.lengths))} is the origin and has no normalized margin.")
        return np.asarray(self.geometric / self.lengths)

    @property
    def distribution(self) -> Vector:
        """Normalized margins in rising order; those before one of them are the margin errors at it."""
        return np.sort(self.normalized)

    @property
    def radius(self) -> float:
        """The largest ‖φ(xᵢ)‖: of a ball around the origin that holds the sample."""
        return float(self.lengths.max())

    @property
    def radius_margin_ratio(self) -> float:
        """(radius / smallest geometric margin)², to which margin bounds are proportional."""
        return float((self.radius / self.smallest) ** 2)

    @property
    def consistent(self) -> bool:
        """Whether the hypothesis lies in version space: every example strictly on its right side."""
        return bool(np.all(self.functional > 0))

    @property
    def risk(self) -> float:
        """The share of examples that are not strictly on their right side; 0 exactly if consistent."""
        return float(np.mean(self.functional <= 0))

    def margin_risk(self, level: float) -> float:
        """The share of examples with a normalized margin below this level."""
        return float(np.mean(self.normalized < level))

    def functional_margin_risk(self, level: float) -> float:
        """The share of examples with a functional margin below this level."""
        return float(np.mean(self.functional < level))

    @property
    def version_space_radius(self) -> float:
        """The radius of the ball around w/‖w‖ that stays in version space; 0 or less outside."""
        return float(self.normalized.min())

    def slack(self, target: float = 1.0) -> Vector:
        """ξᵢ = max(0, target − yᵢ f(xᵢ)): what each example lacks; above the target it is misclassified."""
        check("Margins.slack", "target", target, Interval(0.0, closed_low=False))
        return np.asarray(np.maximum(target - self.functional, 0.0))

    def _need_direction(self) -> None:
        if self.norm == 0.0:
            raise InputError("w = 0 has no direction, so that there are no distances to its hyperplane.")


def support(alpha: Vector, relative: float = 0.0) -> Index:
    """Positions with |αᵢ| above this share of the largest; their number is the sparseness ‖α‖₀.

    >>> support(np.array([0.0, 1.0, 1e-12]), relative=1e-8).tolist()
    [1]
    """
    sizes = np.abs(alpha)
    return np.flatnonzero(sizes > relative * sizes.max(initial=0.0)).astype(np.int64)


def suspects(alpha: Vector, count: int) -> Index:
    """The examples with the largest multipliers first: where wrong labels and outliers are found.

    >>> suspects(np.array([0.5, 3.0, 0.0]), 2).tolist()
    [1, 0]

    References
    ----------
    [Cristianini00]_, remark 2.10 and section 6.1.1.
    """
    return np.argsort(-np.abs(alpha), kind="stable")[:count].astype(np.int64)
