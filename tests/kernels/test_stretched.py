"""A width for each column: formulas in fifty digits, scikit-learn, the slopes of all columns at once."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared
from sklearn.gaussian_process import kernels as peers

from drupe.inputs.vectors import Vectors
from drupe.kernels import ARD, Gaussian, Laplacian, Matern12, Matern32, Matern52, RationalQuadratic, Stretched

WIDTHS = (0.5, 1.0, 3.0)


def radial(of):
    def formula(x, z, p):
        widths = [p[f"widths.{j}"] for j in range(3)]
        return of([a / w for a, w in zip(x, widths, strict=True)], [a / w for a, w in zip(z, widths, strict=True)], p)

    return formula


FORMULAS = [
    (Gaussian(), lambda x, z, p: mpmath.exp(-squared(x, z) / 2)),
    (Matern32(), lambda x, z, p: (1 + (a := mpmath.sqrt(3 * squared(x, z)))) * mpmath.exp(-a)),
    (Matern52(2.0), lambda x, z, p: (1 + (a := mpmath.sqrt(5 * squared(x, z)) / 2) + a**2 / 3) * mpmath.exp(-a)),
    (
        RationalQuadratic(1.0, 0.7),
        lambda x, z, p: (1 + squared(x, z) / (2 * p["kernel.shape"])) ** -p["kernel.shape"],
    ),
]


@pytest.mark.parametrize(("kernel", "of"), FORMULAS, ids=lambda part: repr(part) if isinstance(part, Gaussian) else "")
def test_it_is_the_kernel_of_scaled_columns(kernel, of):
    assert_follows(Stretched(kernel, WIDTHS), radial(of), points(0, 4, 3))


def test_of_a_gaussian_it_is_ard():
    inputs = points(1, 9, 3)
    a, b = Stretched(Gaussian(), WIDTHS), ARD(WIDTHS)
    np.testing.assert_allclose(a.matrix(inputs, inputs), b.matrix(inputs, inputs), rtol=1e-13)
    for name, slope in b.gradient(inputs).items():
        np.testing.assert_allclose(a.gradient(inputs)[name], slope, rtol=1e-12)


@pytest.mark.parametrize(("kernel", "order"), [(Matern12(), 0.5), (Matern32(), 1.5), (Matern52(), 2.5)])
def test_scikit_learn_has_the_same_values_and_slopes(kernel, order):
    inputs = points(2, 8, 3)
    K, slopes = peers.Matern(WIDTHS, nu=order)(inputs.array, eval_gradient=True)
    ours = Stretched(kernel, WIDTHS)
    np.testing.assert_allclose(ours.matrix(inputs, inputs), K, rtol=1e-10)
    assert list(ours.parameters()) == ["widths.0", "widths.1", "widths.2"]
    weights = np.cos(np.add.outer(np.arange(8), np.arange(8)))
    found = ours.slopes(inputs, weights)
    for j, width in enumerate(WIDTHS):
        assert found[f"widths.{j}"] * width == pytest.approx((weights * slopes[:, :, j]).sum(), rel=1e-9)


def test_examples_that_repeat_each_other_have_no_slope():
    x = np.random.default_rng(3).normal(size=(6, 2))
    twice = Vectors.of(np.vstack([x, x]))
    kernel, weights = Stretched(Matern12(), (1.0, 2.0)), np.ones((12, 12))
    once = kernel.slopes(Vectors.of(x), np.ones((6, 6)))
    assert kernel.slopes(twice, weights) == pytest.approx({name: 4.0 * slope for name, slope in once.items()})


def test_kernels_that_do_not_know_how_they_fall_are_differenced():
    inputs = points(4, 7, 3)
    kernel, weights = Stretched(Laplacian(), WIDTHS), np.ones((7, 7))
    at = dict(kernel.parameters())
    for name, value in at.items():
        high, low = (kernel.replace({name: value + by}).matrix(inputs, inputs).sum() for by in (1e-6, -1e-6))
        assert kernel.slopes(inputs, weights)[name] == pytest.approx((high - low) / 2e-6, rel=1e-6)


def test_positive_and_refuses_widths_out_of_range():
    assert_positive(Stretched(Matern52(), WIDTHS), points(5, 15, 3))
    assert_refuses(lambda: Stretched(Matern52(), (1.0, 0.0)), naming="widths")
