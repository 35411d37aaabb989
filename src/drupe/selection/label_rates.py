"""Precision, recall and F1 of given labels, for each label, micro and macro."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector

Truths = npt.NDArray[np.bool_] | npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rates:
    """How many of the given labels are right, and how many of the right ones are given.

    Parameters
    ----------
    hits
        Labels rightly given.
    given
        Labels given.
    there
        Labels that should be given.

    Examples
    --------
    >>> Rates(hits=6, given=8, there=12).precision, Rates(6, 8, 12).recall, Rates(6, 8, 12).f1
    (0.75, 0.5, 0.6)

    References
    ----------
    [Joachims98]_, place not checked.
    """

    hits: int
    given: int
    there: int

    @property
    def precision(self) -> float:
        """hits / given; 1 if none was given, as none was wrong."""
        return self.hits / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        """hits / there; 1 if none was to be given."""
        return self.hits / self.there if self.there else 1.0

    @property
    def f1(self) -> float:
        """2 hits / (given + there), the harmonic mean of both; 1 if there are none at all."""
        return 2 * self.hits / (self.given + self.there) if self.given + self.there else 1.0


@dataclass(frozen=True, eq=False)
class LabelRates:
    """The rates of each label, of all labels counted together, and the mean of F1 over labels.

    Parameters
    ----------
    labels
        One for each label.
    micro
        Counts of all labels together.

    Examples
    --------
    >>> found = LabelRates.of(np.array([[1, 0], [1, 1], [0, 1]]), np.array([[1, 1], [0, 1], [0, 1]]))
    >>> found.micro.precision, found.micro.recall, found.labels[0].precision, round(found.macro_f1, 3)
    (0.75, 0.75, 0.5, 0.733)
    """

    labels: tuple[Rates, ...]
    micro: Rates

    @classmethod
    def of(cls, given: Truths, there: Truths) -> "LabelRates":
        """Compare tables of 0 and 1 with a column for each label: what was given, and what is right."""
        said, true = np.asarray(given).astype(bool), np.asarray(there).astype(bool)
        columns = zip((said & true).sum(axis=0), said.sum(axis=0), true.sum(axis=0), strict=True)
        labels = tuple(Rates(*map(int, column)) for column in columns)
        return cls(labels, Rates(int((said & true).sum()), int(said.sum()), int(true.sum())))

    @property
    def macro_f1(self) -> float:
        """The mean of F1 over labels."""
        f1: Vector = np.array([one.f1 for one in self.labels])
        return float(f1.mean())
