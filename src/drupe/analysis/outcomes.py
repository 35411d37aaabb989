"""What a model answers to examples with known labels: counts, intervals, the ROC curve, calibration."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve

from drupe.analysis.class_outcomes import ClassOutcomes
from drupe.analysis.limits import Interval, share_limits
from drupe.analysis.part import Part
from drupe.foundation.arrays import Matrix, Vector

BINS = 8
"""Groups of equal size into which confidences are sorted."""

FEWEST_IN_A_BIN = 10


@dataclass(frozen=True, eq=False)
class Calibration:
    """How often an answer is right, against how probable the model holds it.

    Parameters
    ----------
    said
        Mean probability of the answer in each group, rising.
    held
        Share of right answers.
    low, high
        Where that share may lie: exact binomial limits at 95 %.
    counts
        Size of each group.
    """

    said: Vector
    held: Vector
    low: Vector
    high: Vector
    counts: npt.NDArray[np.int64]

    @property
    def error(self) -> float:
        """Mean difference between both, groups weighted by their size."""
        return float(np.average(np.abs(self.said - self.held), weights=self.counts))


@dataclass(frozen=True, eq=False)
class Roc:
    """Found positives against false alarms, for every threshold on the output.

    Parameters
    ----------
    false_alarms, found
        Both rates, rising.
    area
        Under the curve.
    positive
        The label that counts as positive.
    """

    false_alarms: Vector = field(repr=False)
    found: Vector = field(repr=False)
    area: float
    positive: Any


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Answers to some examples.

    Parameters
    ----------
    fresh
        Whether the examples took no part in the fit.
    classes
        All labels.
    truth, said
        Labels and answers.
    probabilities
        One row for each example, one column for each class of the model; None if the model gives none.
    roc
        For two classes, and where there are outputs.
    calibration
        Where there are probabilities.
    """

    fresh: bool
    classes: npt.NDArray[Any]
    truth: npt.NDArray[Any] = field(repr=False)
    said: npt.NDArray[Any] = field(repr=False)
    probabilities: Matrix | None = field(repr=False, default=None)
    roc: Roc | None = None
    calibration: Calibration | None = None

    @property
    def n(self) -> int:
        """How many examples there are."""
        return len(self.truth)

    @property
    def wrong(self) -> npt.NDArray[np.bool_]:
        """Which answers are wrong."""
        return np.asarray(self.truth != self.said)

    @property
    def errors(self) -> int:
        """How many answers are wrong."""
        return int(self.wrong.sum())

    @property
    def accuracy(self) -> float:
        """Share of right answers."""
        return 1.0 - self.errors / self.n

    @property
    def confusion(self) -> npt.NDArray[np.int64]:
        """Rows are labels, columns answers."""
        return np.asarray(confusion_matrix(self.truth, self.said, labels=self.classes))

    @property
    def interval(self) -> Interval:
        """Where the accuracy may lie: exact binomial limits at 95 %."""
        return share_limits(self.n - self.errors, self.n)

    @cached_property
    def by_class(self) -> ClassOutcomes:
        """How well each class is found, and how often its name is right."""
        return ClassOutcomes.of(self.truth, self.said, self.classes)

    @property
    def majority(self) -> float:
        """The accuracy of always answering the most frequent label."""
        return float(np.unique(self.truth, return_counts=True)[1].max() / self.n)


def outcomes_of(model: Any, part: Part, *, fresh: bool) -> Outcomes:
    """Ask the model about every example.

    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> outcomes_of(SVC(kernel="linear").fit(part.X, part.y), part, fresh=False).confusion.tolist()
    [[2, 0], [0, 2]]
    """
    said = np.asarray(model.predict(part.X))
    classes = np.unique(np.concatenate([np.asarray(model.classes_), part.y]))
    probabilities = np.asarray(model.predict_proba(part.X)) if hasattr(model, "predict_proba") else None
    return Outcomes(
        fresh,
        classes,
        part.y,
        said,
        probabilities,
        _roc(model, part, probabilities),
        None if probabilities is None else _calibration(probabilities.max(axis=1), said == part.y),
    )


def _roc(model: Any, part: Part, probabilities: Matrix | None) -> Roc | None:
    if len(model.classes_) != 2 or set(np.unique(part.y).tolist()) != set(model.classes_.tolist()):
        return None
    if hasattr(model, "decision_function"):
        outputs = np.asarray(model.decision_function(part.X))
    elif probabilities is not None:
        outputs = probabilities[:, 1]
    else:
        return None
    positive = part.y == model.classes_[1]
    false_alarms, found, _ = roc_curve(positive, outputs)
    return Roc(false_alarms, found, float(roc_auc_score(positive, outputs)), model.classes_[1])


def _calibration(confidence: Vector, right: npt.NDArray[np.bool_]) -> Calibration | None:
    groups = min(BINS, len(confidence) // FEWEST_IN_A_BIN)
    if groups < 2:
        return None
    parts = np.array_split(np.argsort(confidence, kind="stable"), groups)
    counts = np.array([len(part) for part in parts])
    hits = np.array([int(right[part].sum()) for part in parts])
    low, high = np.array([share_limits(int(hit), int(n)) for hit, n in zip(hits, counts, strict=True)]).T
    return Calibration(
        np.array([confidence[part].mean() for part in parts]),
        hits / counts,
        low,
        high,
        counts,
    )
