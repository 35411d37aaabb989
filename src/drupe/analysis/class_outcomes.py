"""How well each class is found, and how often its name is right: recall and precision with exact limits."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.analysis.limits import Interval, mean_share_limits, share_limits


@dataclass(frozen=True)
class ClassOutcome:
    """The answers to the rows of one class, and the rows that were taken for it.

    Parameters
    ----------
    label
        Of the class.
    n
        Rows that have it.
    said
        Rows for which it was the answer.
    found
        Rows of which both is true.

    Examples
    --------
    >>> one = ClassOutcome("ripe", 4, 5, 3)
    >>> one.recall, one.precision, ClassOutcome("raw", 4, 0, 0).precision
    (0.75, 0.6, None)
    """

    label: Any
    n: int
    said: int
    found: int

    @property
    def recall(self) -> float | None:
        """Share of its rows that were found; None if it has none."""
        return self.found / self.n if self.n else None

    @property
    def recall_interval(self) -> Interval | None:
        """Where that share may lie."""
        return share_limits(self.found, self.n) if self.n else None

    @property
    def precision(self) -> float | None:
        """Share of right answers among those that name it; None if none does."""
        return self.found / self.said if self.said else None

    @property
    def precision_interval(self) -> Interval | None:
        """Where that share may lie."""
        return share_limits(self.found, self.said) if self.said else None

    def facts(self) -> dict[str, Any]:
        """All of it, under the names of the field."""
        return {
            "class": self.label,
            "examples": self.n,
            "answers": self.said,
            "right": self.found,
            "recall": self.recall,
            "recall_interval": self.recall_interval,
            "precision": self.precision,
            "precision_interval": self.precision_interval,
        }


@dataclass(frozen=True)
class ClassOutcomes:
    """Those of all classes.

    Parameters
    ----------
    each
        One for each class.
    """

    each: tuple[ClassOutcome, ...]

    @classmethod
    def of(cls, truth: npt.NDArray[Any], said: npt.NDArray[Any], *others: npt.NDArray[Any]) -> "ClassOutcomes":
        """Count labels and answers; `others` name classes that may be missing among both.

        >>> found = ClassOutcomes.of(np.array(["a", "a", "a", "b"]), np.array(["a", "a", "b", "b"]))
        >>> [(one.label, one.n, one.said, one.found) for one in found.each], round(found.balanced_accuracy, 3)
        ([('a', 3, 2, 2), ('b', 1, 2, 1)], 0.833)
        """
        labels, codes = np.unique(np.concatenate([truth, said, *others]), return_inverse=True)
        was, answered = codes[: len(truth)], codes[len(truth) : 2 * len(truth)]
        counts = [np.bincount(one, minlength=len(labels)) for one in (was, answered, was[was == answered])]
        return cls(
            tuple(ClassOutcome(*one) for one in zip(labels.tolist(), *(c.tolist() for c in counts), strict=True))
        )

    @property
    def balanced_accuracy(self) -> float:
        """The mean of the recalls of all classes that have rows."""
        return float(np.mean([one.found / one.n for one in self.present]))

    @property
    def balanced_interval(self) -> Interval:
        """Where that mean may lie; of several classes the limits are approximate."""
        present = self.present
        return mean_share_limits(np.array([one.found for one in present]), np.array([one.n for one in present]))

    @property
    def present(self) -> list[ClassOutcome]:
        """Those that have rows."""
        return [one for one in self.each if one.n]
