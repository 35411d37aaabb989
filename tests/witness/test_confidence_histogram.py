"""The histogram counts what lies above its edges, as brute force does, and adds up."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.witness.confidence_histogram import EDGES, ConfidenceHistogram


def sample(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    confidence = np.concatenate([rng.exponential(size=n), 1.0 - rng.exponential(1e-6, size=n), EDGES[::7]])
    return confidence, rng.random(len(confidence)) < 0.3


def test_counts_above_every_edge_are_those_of_brute_force() -> None:
    confidence, wrong = sample(500)
    seen = ConfidenceHistogram.of(confidence, wrong)
    for threshold in (-np.inf, *EDGES.tolist()):
        above = confidence > threshold
        assert seen.above(threshold) == (int((above & wrong).sum()), int(above.sum()))


def test_histograms_of_parts_are_those_of_the_whole() -> None:
    confidence, wrong = sample(300)
    whole = ConfidenceHistogram.of(confidence, wrong)
    parts = [ConfidenceHistogram.of(confidence[i::3], wrong[i::3]) for i in (2, 0, 1)]
    total = parts[0] + parts[1] + parts[2]
    np.testing.assert_array_equal(total.right, whole.right)
    np.testing.assert_array_equal(total.wrong, whole.wrong)


def test_what_is_no_number_is_least_sure_and_infinity_most() -> None:
    seen = ConfidenceHistogram.of([np.nan, np.inf, -np.inf, 0.0], [False, True, False, False])
    assert (seen.right[0], seen.wrong[-1], seen.n) == (3, 1, 4)


def test_edges_are_fine_where_confidences_lie() -> None:
    assert (np.diff(EDGES) > 0.0).all()
    inside = EDGES[(EDGES > 0.01) & (EDGES < 100.0)]
    assert (inside[1:] / inside[:-1]).max() < 1.1
    # Four in five probabilities of well separated classes lie here.
    assert ((EDGES > 0.99) & (EDGES < 1.0)).sum() > 50


def test_only_edges_can_be_asked_for() -> None:
    seen = ConfidenceHistogram.of([1.0], [False])
    for threshold in (0.123456, 2.0**11, np.nan):
        with pytest.raises(InputError, match="is none"):
            seen.above(threshold)
    with pytest.raises(InputError, match="intervals"):
        ConfidenceHistogram(np.zeros(3, int), np.zeros(3, int))
