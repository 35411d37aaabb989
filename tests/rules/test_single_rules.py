"""Rules that stand alone: networks of radial units and constants, and lists of them."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.rules import ConstantRule, RadialRule, RuleList

RNG = np.random.default_rng(0)
CENTERS, WIDTHS, A, B = RNG.normal(size=(4, 3)), RNG.random(4) + 0.5, 3.0 * RNG.normal(size=4), 0.2
X = RNG.normal(size=(50, 3))
F = (
    np.array(
        [
            sum(a * np.exp(-((x - z) @ (x - z)) / (2 * s * s)) for a, z, s in zip(A, CENTERS, WIDTHS, strict=True))
            for x in X
        ]
    )
    + B
)


@pytest.mark.parametrize("graded", [False, True])
def test_network_is_cut_off_or_its_sign_taken(graded: bool) -> None:
    rule = RadialRule(Vectors.of(CENTERS), WIDTHS, A, B, graded)
    expected = np.clip(F, -1.0, 1.0) if graded else np.where(F >= 0.0, 1.0, -1.0)
    np.testing.assert_allclose(rule.values(Vectors.of(X)), expected, rtol=1e-12)
    assert {-1.0, 1.0} <= set(rule.values(Vectors.of(X)))


def test_widths_lie_above_zero() -> None:
    with pytest.raises(InputError, match="the least is 0"):
        RadialRule(Vectors.of(CENTERS), 0.0 * WIDTHS, A, B, False)


def test_list_is_asked_one_after_the_other() -> None:
    rules = (ConstantRule(-1.0), RadialRule(Vectors.of(CENTERS), WIDTHS, A, B, False), ConstantRule(1.0))
    both = RuleList(rules[:2], Vectors.of(X)).joined(RuleList(rules[2:], Vectors.of(X)))
    table = np.column_stack([np.full(50, -1.0), np.where(F >= 0.0, 1.0, -1.0), np.ones(50)])
    np.testing.assert_array_equal(both.values(Vectors.of(X)), table)
    weights = np.array([0.5, 2.0, 0.0])
    np.testing.assert_allclose(both.combined(Vectors.of(X), weights), table @ weights)
    assert (len(both), len(both.first(1)), len(both.space)) == (3, 1, 0)
    assert both.first(0).values(Vectors.of(X)).shape == (50, 0)
