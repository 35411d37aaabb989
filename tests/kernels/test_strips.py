"""Sums over pairs from strips: the sum itself, however the matrix is cut."""

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import ARD, Gaussian, Linear, Matern32, Noise, Polynomial
from drupe.kernels.strips import contracted, strips

RNG = np.random.default_rng(0)
X = RNG.normal(size=(23, 3))
a = RNG.normal(size=(23, 23))
WEIGHTS = a + a.T


@pytest.mark.parametrize("rows", [1, 4, 22, 23, 100])
def test_strips_cover_every_pair_once(rows):
    seen = np.zeros((23, 23), dtype=int)
    for strip in strips(23, 8 * 23 * rows):
        assert strip.rows <= rows
        strip.of(seen)[...] += 1
    assert (seen[np.triu_indices(23)] == 1).all()


@pytest.mark.parametrize("rows", [1, 4, 23])
def test_contraction_is_the_sum_over_all_pairs(rows, monkeypatch):
    monkeypatch.setattr("drupe.kernels.strips.STRIP_BYTES", 8 * 23 * rows)
    K, inputs = Gaussian(1.0)(X), Vectors.of(X)
    assert contracted(inputs, WEIGHTS, lambda strip, right: strip.of(K)) == pytest.approx((WEIGHTS * K).sum())
    assert Gaussian(1.0).contracted(inputs, WEIGHTS) == pytest.approx((WEIGHTS * K).sum())


@pytest.mark.parametrize("rows", [1, 5, 23])
@pytest.mark.parametrize(
    "kernel",
    [
        ARD((0.5, 1.0, 3.0)),
        2.0 * Gaussian(0.7) * Matern32(1.5) + Noise(0.2),
        (Polynomial(3, 1.0, 0.5) + 0.1 * Linear()).normalized(),
        ((Gaussian(1.0) + 0.5) ** 3).on([2, 0]),
        Gaussian(1.0) * ARD((1.0, 2.0, 3.0)) * Polynomial(2, 0.5),
    ],
    ids=repr,
)
def test_slopes_are_sums_of_the_gradient(kernel, rows, monkeypatch):
    inputs = Vectors.of(X)
    expected = {name: (WEIGHTS * slope).sum() for name, slope in kernel.gradient(inputs).items()}
    monkeypatch.setattr("drupe.kernels.strips.STRIP_BYTES", 8 * 23 * rows)
    assert kernel.slopes(inputs, WEIGHTS) == pytest.approx(expected, rel=1e-11)


class Doubled(Gaussian):
    """A kernel whose author wrote a gradient, and nothing on sums of it."""

    def gradient(self, inputs):
        return {"width": 2.0 * super().gradient(inputs)["width"]}


def test_gradient_of_an_author_counts():
    inputs = Vectors.of(X)
    (slope,) = Doubled(0.8).slopes(inputs, WEIGHTS).values()
    assert slope == pytest.approx(2.0 * Gaussian(0.8).slopes(inputs, WEIGHTS)["width"])
