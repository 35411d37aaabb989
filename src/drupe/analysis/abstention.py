"""What is gained by not answering where the model is least sure, read off for a few shares of answers."""

import math
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.analysis.part import Part
from drupe.bounds.held_out.selective import Selective
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.trust import trusted
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.estimators.reject.coverage_risk import CoverageRiskCurve, coverage_risk_curve
from drupe.foundation.arrays import Vector
from drupe.witness.answered import Answered

SHARES = (0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5)
"""Shares of answers that are looked at; fixed beforehand, each costs an equal part of δ.

Eight of them instead of five raise the certified error of 20 % wrong answers by 0.2 percent points if 1000 are
answered, by 0.7 if 100 are. To answer everything is none of them: that is the rule itself, with its own certificates.
"""


@dataclass(frozen=True, eq=False)
class Threshold:
    """One place on the curve.

    Parameters
    ----------
    value
        Confidence that an example must exceed to be answered; −∞ for all. It has few digits, and counts and
        certificate are of this very number, so that whoever types it gets what they say.
    coverage
        Share that is answered.
    wrong, answered
        Counts.
    certificate
        Of P[wrong | answered]; None if the examples were not fresh, and where all are answered.
    """

    value: float
    coverage: float
    wrong: int
    answered: int
    certificate: Certificate | None


@dataclass(frozen=True, eq=False)
class Abstention:
    """The curve of error against coverage, with places to choose from.

    Parameters
    ----------
    curve
        The curve.
    kind
        What is taken for confidence, in words.
    thresholds
        From all answers to few.
    """

    curve: CoverageRiskCurve = field(repr=False)
    kind: str
    thresholds: tuple[Threshold, ...]


def abstention_of(model: Any, part: Part, *, fresh: bool, delta: float) -> Abstention | None:
    """Sort the examples by confidence; None for models that do not say how sure they are.

    Parameters
    ----------
    model
        A fitted classifier.
    part
        Examples with labels.
    fresh
        Whether they took no part in the fit: only then is there anything to certify.
    delta
        Probability with which any of the certificates may fail.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> found = abstention_of(SVC(kernel="linear").fit(part.X, part.y), part, fresh=False, delta=0.05)
    >>> [(one.answered, one.wrong) for one in found.thresholds]
    [(4, 0), (3, 0), (2, 0)]
    """
    if not (hasattr(model, "predict_proba") or hasattr(model, "decision_function")):
        return None
    sure = confidence_of(model, part.X, Confidence.AUTO)
    most = 1.0 if hasattr(model, "predict_proba") else math.inf
    wrong = np.asarray(model.predict(part.X) != part.y)
    every = Threshold(-np.inf, 1.0, int(wrong.sum()), len(wrong), None)
    some = [_threshold(sure, wrong, share, most, delta, fresh) for share in SHARES]
    found = {one.answered: one for one in (every, *some) if one is not None}
    kind = (
        "the probability of the answer"
        if hasattr(model, "predict_proba")
        else "the lead of the winning class over the next one"
    )
    curve = coverage_risk_curve(np.zeros(len(sure), dtype=int), wrong.astype(int), sure)
    return Abstention(curve, kind, tuple(found.values()))


def _threshold(
    sure: Vector, wrong: npt.NDArray[np.bool_], share: float, most: float, delta: float, fresh: bool
) -> Threshold | None:
    rank = int(np.floor(share * len(sure)))
    ordered = np.sort(sure)[::-1]
    value = rounded_up(float(ordered[rank]), float(ordered[-1]), most)
    answered = sure > value
    count, errors = int(answered.sum()), int(wrong[answered].sum())
    if not count:
        return None
    witness = Answered(errors, count, len(sure), len(SHARES))
    certificate = Certificate.of(Selective(), witness, delta, trusted(Selective())) if fresh else None
    return Threshold(value, count / len(sure), errors, count, certificate)


def rounded_up(value: float, least: float, most: float) -> float:
    """A confidence with four digits, or as many more as it takes to go up little of the way from `least` and to `most`.

    Up, because an example that ties with the threshold is not answered. The examples above `value` have no say in
    where it is rounded to: given it and those below, they stay independent draws, as `Selective` asks.

    >>> rounded_up(0.710612, 0.5, 1.0), rounded_up(0.99996012, 0.5, 1.0), rounded_up(0.50000123, 0.50000001, 1.0)
    (0.7107, 0.9999602, 0.50000123)
    """
    room = min(value - least, most - value) / 50.0
    exact = Decimal(value)
    for digits in range(4, 17):
        up = float(exact.quantize(Decimal(1).scaleb(exact.adjusted() + 1 - digits), ROUND_CEILING))
        if up - value <= room:
            return up
    return value
