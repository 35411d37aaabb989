"""How answers are scored: accuracy, balanced accuracy where a class is rare, the mean error of a quantity."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from drupe.analysis.class_outcomes import ClassOutcomes
from drupe.analysis.limits import Interval, share_limits
from drupe.analysis.task import Task
from drupe.foundation.arrays import Index, Matrix, Vector

RARE = 0.1
"""Share of the rows below which a class may be rare."""

UNEVEN = 0.5
"""A rare class has besides less than this part of its even share: of ten equal classes none is rare."""

NORMAL = 1.959964
"""Standard deviations around a mean that hold all but UNSURE."""


class Measure(ABC):
    """What a machine is chosen by."""

    task: ClassVar[Task]
    words: ClassVar[str]
    key: ClassVar[str]
    """Its name in files."""

    @property
    def why(self) -> str:
        """Why this one and not the usual, in words; empty for the usual."""
        return ""

    @abstractmethod
    def values(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """One for each row of answers."""

    @abstractmethod
    def interval(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Interval:
        """Where the value of one row of answers may lie, at 95 %, as if they were independent."""

    @abstractmethod
    def gains(self, said: npt.NDArray[Any], others: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """By how much one row of answers is better than another, at each example."""

    def score(self, value: float) -> float:
        """The value, larger where it is better."""
        return value

    @property
    def of_classes(self) -> bool:
        """Whether answers are right or wrong, and nothing between."""
        return self.task is Task.CLASSES

    def losses(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """What each answer costs: 1 if it is wrong, or the size of its error."""
        return np.asarray(truth != said if self.of_classes else np.abs(said - truth), dtype=np.float64)

    def groups(self, truth: npt.NDArray[Any]) -> Index:
        """Codes of the groups of rows that count alike, however many rows each has."""
        return np.zeros(len(truth), dtype=np.int64)

    def best_place(self, values: Vector) -> int:
        """Where the best of some values stands, of equals the first."""
        return int(np.argmax([self.score(value) for value in values]))


@dataclass(frozen=True)
class Accuracy(Measure):
    """The share of right answers.

    >>> Accuracy().values(np.array([["a", "b"], ["a", "a"]]), np.array(["a", "b"])).tolist()
    [1.0, 0.5]
    """

    task = Task.CLASSES
    words = "accuracy"
    key = "accuracy"

    def values(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """The share of right answers in each row."""
        return np.asarray((said == truth).mean(axis=1))

    def interval(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Interval:
        """Exact binomial limits."""
        return share_limits(int((said == truth).sum()), len(truth))

    def gains(self, said: npt.NDArray[Any], others: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """1 where only the first is right, −1 where only the other is."""
        return _gains(said, others, truth)


@dataclass(frozen=True)
class BalancedAccuracy(Measure):
    """The mean of the classes' recalls: each class counts the same, however few rows it has.

    Parameters
    ----------
    rarest
        The class for whose sake it was chosen.
    share
        Of the rows that have it.

    Examples
    --------
    >>> BalancedAccuracy("b", 0.25).values(np.array([["a"] * 4]), np.array(["a", "a", "a", "b"])).tolist()
    [0.5]
    """

    rarest: Any = None
    share: float = 0.0

    task = Task.CLASSES
    words = "balanced accuracy"
    key = "balanced_accuracy"

    @property
    def why(self) -> str:
        """Which class is rare."""
        percent = f"{100 * self.share:.2g} %" if self.share >= 0.001 else "less than 0.1 %"
        return "" if self.rarest is None else f"class {self.rarest} has {percent} of the rows"

    def values(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """The mean recall in each row."""
        classes, counts = np.unique(truth, return_counts=True)
        members = (truth[:, None] == classes).astype(np.float64)
        return np.asarray(((said == truth) @ members / counts).mean(axis=1))

    def interval(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Interval:
        """From the exact limits of each class; approximate."""
        return ClassOutcomes.of(truth, said).balanced_interval

    def groups(self, truth: npt.NDArray[Any]) -> Index:
        """Every class.

        >>> BalancedAccuracy().groups(np.array(["yes", "no", "yes"])).tolist()
        [1, 0, 1]
        """
        return np.unique(truth, return_inverse=True)[1].reshape(-1)

    def gains(self, said: npt.NDArray[Any], others: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """1 / nᶜ where only the first is right, −1 / nᶜ where only the other is, in a class of nᶜ examples."""
        _, codes, counts = np.unique(truth, return_inverse=True, return_counts=True)
        return np.asarray(_gains(said, others, truth) / counts[codes])


@dataclass(frozen=True)
class MeanError(Measure):
    """The mean of |f − y|.

    >>> MeanError().values(np.array([[1.0, 5.0]]), np.array([1.0, 2.0])).tolist()
    [1.5]
    """

    task = Task.QUANTITY
    words = "mean error"
    key = "mean_absolute_error"

    def values(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """The mean of |f − y| in each row."""
        off: Matrix = np.abs(said - truth)
        return np.asarray(off.mean(axis=1))

    def interval(self, said: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Interval:
        """A normal interval around the mean."""
        off: Vector = np.abs(said - truth)
        half = NORMAL * float(off.std()) / float(np.sqrt(len(off)))
        return max(0.0, float(off.mean()) - half), float(off.mean()) + half

    def gains(self, said: npt.NDArray[Any], others: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
        """How much nearer the first is."""
        return np.asarray(np.abs(others - truth) - np.abs(said - truth))

    def score(self, value: float) -> float:
        """The error, negative."""
        return -value


def _gains(said: npt.NDArray[Any], others: npt.NDArray[Any], truth: npt.NDArray[Any]) -> Vector:
    return np.asarray((said == truth).astype(np.float64) - (others == truth))


def is_rare(share: float, classes: int) -> bool:
    """Whether a class has less than a tenth of the rows, and less than half of its share if all were equally large.

    >>> is_rare(0.08, 2), is_rare(0.08, 10), is_rare(0.2, 2)
    (True, False, False)
    """
    return share < min(RARE, UNEVEN / classes)


def measure_for(task: Task, counts: Mapping[Any, int]) -> Measure:
    """The mean error of a quantity; for classes accuracy, or balanced accuracy if one of them is rare.

    >>> measure_for(Task.CLASSES, {"no": 97, "yes": 3}).why
    'class yes has 3 % of the rows'
    >>> measure_for(Task.CLASSES, {"no": 90, "yes": 10}), measure_for(Task.CLASSES, dict.fromkeys("abcdefghijklm", 9))
    (Accuracy(), Accuracy())
    """
    if task is Task.QUANTITY:
        return MeanError()
    rarest = min(counts, key=lambda label: counts[label])
    share = counts[rarest] / sum(counts.values())
    return BalancedAccuracy(rarest, share) if is_rare(share, len(counts)) else Accuracy()
