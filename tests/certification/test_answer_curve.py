"""The certified curve: brute force at every threshold, coverage of all points together, and a rule that keeps to it."""

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed

from drupe.certification.answer_curve import AnswerCurve
from drupe.foundation.errors import InputError, ParameterError
from drupe.witness.confidence_histogram import EDGES, ConfidenceHistogram


def drawn(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Confidence c, uniform on [0, 1], and errors with probability (1 − c)/2."""
    confidence = rng.random(n)
    return confidence, rng.random(n) < 0.5 * (1.0 - confidence)


def test_points_are_counts_and_a_fixed_number_of_errors_more() -> None:
    confidence, wrong = drawn(4000, np.random.default_rng(0))
    curve = AnswerCurve(ConfidenceHistogram.of(confidence, wrong), delta=0.1)
    more = np.sqrt(4000 * np.log(20.0) / 2.0)
    assert len(curve.points) == len(curve.thresholds)
    for threshold, (coverage, limit) in zip(curve.thresholds, curve.points, strict=True):
        above = confidence > threshold
        assert coverage == above.mean()
        assert limit == pytest.approx(min(1.0, ((above & wrong).sum() + more) / above.sum()))
    assert curve.points[0][0] == 1.0
    assert curve.thresholds[-1] == EDGES[confidence.max() > EDGES][-1]


@pytest.mark.parametrize("delta", [0.5, 0.05])
def test_all_points_hold_together(delta: float) -> None:
    rng, failures, trials = np.random.default_rng(1), 0, 100
    for _ in range(trials):
        curve = AnswerCurve(ConfidenceHistogram.of(*drawn(300, rng)), delta)
        true = 0.25 * (1.0 - np.maximum(curve.thresholds, 0.0))
        failures += any(limit < risk for (_, limit), risk in zip(curve.points, true, strict=True))
    assert failures <= allowed(trials, delta)


def test_the_most_answers_for_an_error_are_the_most_of_all_thresholds() -> None:
    confidence, wrong = drawn(50_000, np.random.default_rng(2))
    curve = AnswerCurve(ConfidenceHistogram.of(confidence, wrong), delta=0.05)
    chosen = curve.most_answers(error=0.1)
    able = [coverage for coverage, limit in curve.points if limit <= 0.1]
    assert (chosen.witness.coverage, chosen.value <= 0.1) == (max(able), True)
    assert curve.most_answers(error=1.0).witness.coverage == 1.0


def test_too_much_is_refused() -> None:
    curve = AnswerCurve(ConfidenceHistogram.of(*drawn(100, np.random.default_rng(3))), delta=0.05)
    with pytest.raises(InputError, match="Hold out more"):
        curve.threshold(0.01)
    with pytest.raises(ParameterError, match="error"):
        curve.threshold(0.0)
    with pytest.raises(ParameterError, match="delta"):
        AnswerCurve(curve.seen, delta=1.0)
