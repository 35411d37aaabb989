"""Squared differences of every column, weighed: the sum over pairs, also of data far from the origin."""

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import ARD
from drupe.kernels.width_slopes import spreads

RNG = np.random.default_rng(0)
a = RNG.normal(size=(40, 40))


@pytest.mark.parametrize("rows", [1, 7, 40])
@pytest.mark.parametrize("origin", [0.0, 1e6])
def test_spreads_are_sums_over_pairs(rows, origin, monkeypatch):
    monkeypatch.setattr("drupe.kernels.strips.STRIP_BYTES", 8 * 40 * rows)
    x = origin + RNG.normal(size=(40, 3)) * [1.0, 10.0, 0.1]
    weights = a + a.T + 1e8 * np.eye(40)
    fall = np.abs(a @ a.T)
    expected = np.einsum("il,ilj->j", weights * fall, (x[:, None] - x[None]) ** 2)
    found = spreads(Vectors.of(x), weights, lambda strip, right: strip.of(fall))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_narrow_widths_keep_most_digits():
    """Only neighbors at a thousandth of the spread count."""
    x = np.arange(1000.0)[:, None] + RNG.uniform(-0.1, 0.1, (1000, 1))
    kernel, weights = ARD((0.5,)), np.ones((1000, 1000))
    (slope,) = kernel.gradient(Vectors.of(x)).values()
    assert kernel.slopes(Vectors.of(x), weights)["widths.0"] == pytest.approx(slope.sum(), rel=1e-8)
