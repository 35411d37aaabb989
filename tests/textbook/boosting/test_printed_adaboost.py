"""AdaBoost on ten points, worked by hand: with the half of the logarithm it boosts, as printed it does not."""

import math

import numpy as np
import pytest

from drupe.textbook.boosting.printed_adaboost import PRINTED, adaboost

X = np.arange(10.0)
SIGNS = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1], dtype=float)
STUMPS = [(t + 0.5, side) for t in range(-1, 9) for side in (1, -1)]
OUTPUTS = np.array([np.where(at > X, side, -side) for at, side in STUMPS], dtype=float)

WORKED = [
    # error, threshold and sign on its left, step, Z, product of Z, training error
    (0.300000, (2.5, 1), 0.423649, 0.916515, 0.916515, 0.3),
    (0.214286, (8.5, 1), 0.649641, 0.820652, 0.752140, 0.3),
    (0.181818, (5.5, -1), 0.752039, 0.771389, 0.580193, 0.0),
    (0.194444, (2.5, 1), 0.710693, 0.791545, 0.459248, 0.0),
    (0.189655, (8.5, 1), 0.726126, 0.784056, 0.360077, 0.0),
    (0.191489, (5.5, -1), 0.720181, 0.786946, 0.283361, 0.0),
]


def test_six_rounds_by_hand() -> None:
    found = adaboost(OUTPUTS, SIGNS, 6)
    assert [STUMPS[step.rule] for step in found] == [row[1] for row in WORKED]
    products = np.cumprod([step.normalizer for step in found])
    numbers = [
        (step.error, step.step, step.normalizer, product, step.training_error)
        for step, product in zip(found, products, strict=True)
    ]
    np.testing.assert_allclose(numbers, [(row[0], *row[2:]) for row in WORKED], atol=6e-7)
    np.testing.assert_allclose([step.error_after for step in found], 0.5)


def test_rule_as_printed_does_not_boost() -> None:
    found = adaboost(OUTPUTS, SIGNS, 6, PRINTED)
    np.testing.assert_allclose([step.normalizer for step in found], 1.0, rtol=1e-12)
    np.testing.assert_allclose([step.error_after for step in found], [1.0 - step.error for step in found])
    np.testing.assert_allclose([step.error for step in found[:4]], [0.30, 0.1286, 0.0253, 0.0027], atol=6e-5)
    assert found[4].error == pytest.approx(6e-5, abs=6e-6)
    assert found[5].error < 1e-6
    # Weighted errors vanish, and the vote is as bad as ever.
    assert [step.training_error for step in found] == [0.3, 0.3, 0.4, 0.3, 0.3, 0.4]


def test_runs_end_where_the_logarithm_does() -> None:
    perfect, coin = np.array([[1.0, -1.0]]), np.array([[1.0, 1.0]])
    for outputs in (perfect, coin):
        assert adaboost(outputs, np.array([1.0, -1.0]), 5) == []
    assert math.isclose(adaboost(np.ones((1, 3)), np.array([1.0, 1.0, -1.0]), 5)[0].step, 0.5 * math.log(2.0))
