"""Losses by a matrix of costs: which error is how bad."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check, nonnegative
from drupe.losses.base import Loss, Smoothness, signed
from drupe.losses.domains import Domain


@dataclass(frozen=True)
class CostMatrix:
    """loss = costs[y][h] where class h was predicted and y is the label, both counted from zero.

    Parameters
    ----------
    costs
        Square, zero on the diagonal, nowhere negative; rows are labels, columns predictions.

    Notes
    -----
    [Graepel02]_ writes the transpose: rows are predictions.

    Examples
    --------
    >>> CostMatrix(((0.0, 5.0), (1.0, 0.0))).value(predicted=[1, 0, 0], labels=[0, 1, 0]).tolist()
    [5.0, 1.0, 0.0]

    References
    ----------
    [Herbrich02]_, example 2.7; [Graepel02]_, section 1.2.
    """

    costs: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        size = len(self.costs)
        if size == 0 or any(len(row) != size for row in self.costs):
            raise ParameterError("CostMatrix.costs must be square, one row and one column for each class.")
        for i, row in enumerate(self.costs):
            for j, cost in enumerate(row):
                check(
                    "CostMatrix",
                    f"costs[{i}][{j}]",
                    cost,
                    Interval(0.0, 0.0, closed_high=True) if i == j else Interval(0.0),
                )

    @classmethod
    def zero_one(cls, classes: int) -> "CostMatrix":
        """Every error costs one."""
        return cls(tuple(tuple(float(i != j) for j in range(classes)) for i in range(classes)))

    @classmethod
    def balanced(cls, priors: npt.ArrayLike, risk: float = 1.0) -> "CostMatrix":
        """Costs under which each constant rule has the same risk: risk / ((classes − 1) P(y)).

        For two classes, risk = P(+1) P(−1) gives the choice c₁₂ = P(−1), c₂₁ = P(+1).
        """
        p = _distribution(priors)
        check("CostMatrix", "risk", risk, Interval(0.0, closed_low=False))
        if p.size < 2 or p.min() <= 0.0:
            raise ParameterError("balanced costs need two or more classes, each with a probability above zero.")
        row = risk / ((p.size - 1) * p)
        return cls(tuple(tuple(0.0 if i == j else float(row[i]) for j in range(p.size)) for i in range(p.size)))

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return len(self.costs)

    def value(self, predicted: npt.ArrayLike, labels: npt.ArrayLike) -> Vector:
        """The cost of each prediction."""
        h, y = self.numbered(predicted), self.numbered(labels)
        if h.shape != y.shape:
            raise InputError(f"predictions have shape {h.shape} but labels {y.shape}; they must match one to one.")
        return np.asarray(np.asarray(self.costs, dtype=np.float64)[y, h])

    def constant_risks(self, priors: npt.ArrayLike) -> Vector:
        """The risk of always predicting h, for each class h, where label y has probability priors[y]."""
        p = _distribution(priors)
        if p.size != self.classes:
            raise InputError(f"there are {self.classes} classes but {p.size} probabilities.")
        return np.asarray(p @ np.asarray(self.costs, dtype=np.float64))

    def numbered(self, classes: npt.ArrayLike) -> Index:
        """The numbers of classes, checked."""
        numbers = np.asarray(classes)
        if numbers.dtype.kind not in "iu" or np.any((numbers < 0) | (numbers >= self.classes)):
            raise InputError(f"classes must be whole numbers from 0 to {self.classes - 1}.")
        return numbers.astype(np.int64)


@dataclass(frozen=True)
class TwoClassCosts(Loss):
    """loss = missed if y = +1 and f ≤ 0, false_alarm if y = −1 and f ≥ 0, else 0.

    Parameters
    ----------
    missed
        Cost c₁₂ of a positive example that was not found.
    false_alarm
        Cost c₂₁ of a negative example taken for a positive one.

    Notes
    -----
    As for `ZeroOne`, and so that unit costs are that loss, an output of exactly zero is an error.

    Examples
    --------
    >>> TwoClassCosts(missed=5.0, false_alarm=1.0).value([-0.3, 0.2, 0.7], [1, -1, 1]).tolist()
    [5.0, 1.0, 0.0]

    References
    ----------
    [Herbrich02]_, example 2.7.
    """

    missed: float = nonnegative(1.0)
    false_alarm: float = nonnegative(1.0)

    @classmethod
    def balanced(cls, positives: float) -> "TwoClassCosts":
        """c₁₂ = P(−1) and c₂₁ = P(+1): the rarer class's errors cost more, and both constant rules the same."""
        check("TwoClassCosts", "positives", positives, Interval(0.0, 1.0, closed_high=True))
        return cls(missed=1.0 - positives, false_alarm=positives)

    @property
    def convex(self) -> bool:
        return False

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.STEPPED

    @property
    def matrix(self) -> CostMatrix:
        """The same costs by classes: +1 is class 0, −1 is class 1."""
        return CostMatrix(((0.0, self.missed), (self.false_alarm, 0.0)))

    def value(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = signed(outputs, targets)
        return np.asarray(np.where(y > 0, self.missed, self.false_alarm) * np.logical_not(y * f > 0.0))

    def derivative(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = signed(outputs, targets)
        return np.zeros(np.shape(y * f))

    def at_zero(self, targets: float = 1.0) -> float:
        return max(self.missed, self.false_alarm)

    def bound_on(self, domain: Domain) -> float:
        return self.at_zero()

    def lipschitz_on(self, domain: Domain) -> float:
        return self.lipschitz


def _distribution(priors: npt.ArrayLike) -> Vector:
    p = np.asarray(priors, dtype=np.float64)
    if p.ndim != 1 or not np.all(p >= 0.0) or abs(p.sum() - 1.0) > 1e-9:
        raise ParameterError("class probabilities must be nonnegative and sum to one.")
    return p
