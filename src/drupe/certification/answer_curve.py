"""The certified curve of error against coverage: thresholds below which a rule stays silent, chosen afterwards."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.bounds.base import checked_delta
from drupe.bounds.held_out.any_threshold import AnyThreshold
from drupe.certification.certificate import Certificate
from drupe.certification.check import Check
from drupe.certification.selective_rule import SelectiveRule
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.witness.answered_above import AnsweredAbove
from drupe.witness.confidence_histogram import EDGES, ConfidenceHistogram


@dataclass(frozen=True, eq=False)
class AnswerCurve:
    """With probability at least 1 − δ, all limits of P[wrong | confidence > threshold] hold together.

    Parameters
    ----------
    seen
        How sure right and wrong answers were on held-out examples.
    delta
        Probability with which any of the limits may fail.
    checks
        The premises, and what is known of them.

    Examples
    --------
    >>> confidence = np.linspace(0.0, 1.0, 20_000)
    >>> curve = AnswerCurve(ConfidenceHistogram.of(confidence, wrong=confidence < 0.1), delta=0.05)
    >>> chosen = curve.most_answers(error=0.05)
    >>> round(chosen.witness.coverage, 2), chosen.value <= 0.05, curve.certificate(-np.inf).value > 0.1
    (0.93, True, True)
    """

    seen: ConfidenceHistogram
    delta: float
    checks: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        checked_delta(self.delta)

    @property
    def thresholds(self) -> Vector:
        """Those above which something was answered, from −∞ on."""
        answered = [self.seen.above(threshold)[1] for threshold in EDGES]
        return np.concatenate([[-np.inf], EDGES[np.asarray(answered) > 0]])

    def certificate(self, threshold: float) -> Certificate:
        """What is known of the answers whose confidence exceeds one of the thresholds."""
        errors, answered = self.seen.above(threshold)
        return Certificate.of(AnyThreshold(), AnsweredAbove(errors, answered, self.seen.n), self.delta, self.checks)

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """Coverage and certified error at each threshold."""
        found = [self.certificate(threshold) for threshold in self.thresholds]
        return tuple((one.witness.coverage, one.value) for one in found)

    def threshold(self, error: float) -> float:
        """The threshold with the most answers whose certified error is at most this one."""
        check("AnswerCurve", "error", error, Interval(0.0, 1.0, closed_low=False, closed_high=True))
        values = {threshold: self.certificate(threshold).value for threshold in self.thresholds.tolist()}
        able = [threshold for threshold, value in values.items() if value <= error]
        if not able:
            least = min(values.values())
            raise InputError(
                f"no threshold has a certified error of at most {error:g}: the least is {least:.4g}, of {self.seen.n} "
                "held-out examples. Hold out more, or ask for less."
            )
        return float(min(able))

    def most_answers(self, error: float) -> Certificate:
        """The certificate at the threshold with the most answers whose certified error is at most this one."""
        return self.certificate(self.threshold(error))

    def rule(self, model: Any, error: float) -> SelectiveRule:
        """The model, silent where it is not sure enough for this error."""
        threshold = self.threshold(error)
        certificate = self.certificate(threshold)
        return SelectiveRule(model, threshold, certificate, certificate.witness.coverage)
