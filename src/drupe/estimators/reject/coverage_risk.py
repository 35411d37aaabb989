"""Error against coverage: what is gained by not answering where one is least sure."""

from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.shapes import Numbers, Reals


@dataclass(frozen=True, eq=False)
class CoverageRiskCurve:
    """The error among answered examples for every threshold on the confidence, most confident examples first.

    Parameters
    ----------
    thresholds
        The distinct confidences, from the largest down; an example is answered if its confidence reaches the
        threshold.
    coverage
        Share of the examples that is answered at each threshold; the last is 1.
    risk
        Share of wrong answers among those.
    n
        How many examples there are.

    Examples
    --------
    >>> curve = coverage_risk_curve([1, 1, 0, 0], [1, 1, 0, 1], [0.9, 0.8, 0.7, 0.2])
    >>> curve.coverage.tolist(), curve.risk.tolist()
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.0, 0.25])
    >>> curve.area, curve.largest_coverage(error=0.1)
    (0.0625, 0.75)

    References
    ----------
    [Graepel02]_, section 9.1; [Chow70]_, section 3 (the tradeoff of error and reject rate).
    """

    thresholds: Annotated[Vector, Numbers("points")] = field(repr=False)
    coverage: Annotated[Vector, Reals("points")] = field(repr=False)
    risk: Annotated[Vector, Reals("points")] = field(repr=False)
    n: int

    @property
    def error(self) -> float:
        """The share of errors if every example is answered."""
        return float(self.risk[-1])

    @property
    def area(self) -> float:
        """Mean over i = 1..n of the error among the i most confident examples, equal confidences in random order."""
        answered = np.rint(self.coverage * self.n)
        wrong = self.risk * answered
        counts = np.arange(1, self.n + 1)
        return float(np.mean(np.interp(counts, [0.0, *answered], [0.0, *wrong]) / counts))

    @property
    def best_area(self) -> float:
        """The area if confidence put every right answer before every wrong one."""
        right = round((1.0 - self.error) * self.n)
        counts = np.arange(1, self.n + 1)
        return float(np.mean(np.maximum(counts - right, 0) / counts))

    @property
    def excess_area(self) -> float:
        """How far the area lies above the best that any confidence could give to these answers."""
        return max(0.0, self.area - self.best_area)

    def risk_at(self, coverage: float) -> float:
        """The error at the smallest coverage on the curve that is at least this one."""
        check("CoverageRiskCurve.risk_at", "coverage", coverage, Interval(0.0, 1.0, closed_high=True))
        return float(self.risk[self._at_coverage(coverage)])

    def largest_coverage(self, error: float) -> float:
        """The largest share of examples that can be answered with at most this error; 0 if there is none."""
        place = self._at_error(error)
        return 0.0 if place is None else float(self.coverage[place])

    def threshold_for_coverage(self, coverage: float) -> float:
        """The largest threshold that answers at least this share of the examples."""
        check("CoverageRiskCurve.threshold_for_coverage", "coverage", coverage, Interval(0.0, 1.0, closed_high=True))
        return float(self.thresholds[self._at_coverage(coverage)])

    def threshold_for_error(self, error: float) -> float:
        """The threshold that answers most examples with at most this error; infinite if there is none."""
        place = self._at_error(error)
        return np.inf if place is None else float(self.thresholds[place])

    def _at_coverage(self, coverage: float) -> int:
        return int(np.searchsorted(self.coverage, coverage - 1e-12))

    def _at_error(self, error: float) -> int | None:
        check("CoverageRiskCurve", "error", error, Interval(0.0, 1.0, closed_high=True))
        allowed = np.flatnonzero(self.risk <= error + 1e-12)
        return int(allowed[-1]) if len(allowed) else None


def coverage_risk_curve(y_true: Any, y_pred: Any, confidence: Any) -> CoverageRiskCurve:
    """The curve for labels, predictions and confidences of the same examples; larger is surer.

    Parameters
    ----------
    y_true
        The labels.
    y_pred
        What was predicted.
    confidence
        How sure each prediction is; equal confidences are answered together.

    Examples
    --------
    >>> coverage_risk_curve(["a", "b"], ["a", "a"], [0.5, 0.5]).risk.tolist()
    [0.5]

    References
    ----------
    [Graepel02]_, section 9.1.
    """
    labels, answers = np.asarray(y_true), np.asarray(y_pred)
    sure = np.asarray(confidence, dtype=np.float64)
    if labels.ndim != 1 or not len(labels) or labels.shape != answers.shape or labels.shape != sure.shape:
        raise InputError(
            "labels, predictions and confidences must match one to one, at least one each; "
            f"got shapes {labels.shape}, {answers.shape} and {sure.shape}."
        )
    if np.isnan(sure).any():
        raise InputError(f"confidence is NaN at position {int(np.argmax(np.isnan(sure)))}.")
    order = np.argsort(-sure, kind="stable")
    wrong = np.cumsum(labels[order] != answers[order])
    last = np.flatnonzero(np.append(np.diff(sure[order]) != 0, True))
    answered = last + 1
    return CoverageRiskCurve(sure[order][last], answered / len(sure), wrong[last] / answered, len(sure))
