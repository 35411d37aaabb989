"""The seasonal kernel: its formula in fifty digits, scikit-learn, and that it returns."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points
from sklearn.gaussian_process import kernels as peers

from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Seasonal


def test_it_is_the_formula():
    def formula(x, z, p):
        return mpmath.exp(-2 * mpmath.sin(mpmath.pi * (x[0] - z[0]) / p["period"]) ** 2 / p["width"] ** 2)

    assert_follows(Seasonal(0.8, 2.5), formula, points(0, 5, 1, 3.0))


def test_agrees_with_scikit_learn():
    x, z = points(1, 5, 1).array, points(2, 6, 1).array
    np.testing.assert_allclose(Seasonal(1.3, 0.7)(x, z), peers.ExpSineSquared(1.3, 0.7)(x, z), rtol=1e-10)


def test_it_is_a_gaussian_on_the_circle_and_returns():
    t = np.linspace(0.0, 9.0, 12)[:, None]
    angle = 2.0 * np.pi * t / 2.5
    circle = np.hstack([np.cos(angle), np.sin(angle)])
    np.testing.assert_allclose(Seasonal(0.8, 2.5)(t), Gaussian(0.8)(circle), rtol=1e-10)
    np.testing.assert_allclose(Seasonal(0.8, 2.5)(t, t + 7.5), Seasonal(0.8, 2.5)(t), rtol=1e-10)


def test_positive_and_refuses_what_is_out_of_range():
    assert_positive(Seasonal(0.8, 2.5), points(3, 15, 1))
    assert_refuses(lambda: Seasonal(1.0, 0.0), naming=r"Seasonal.period.*got 0.0")
    with pytest.raises(InputError, match="Seasonal compares numbers"):
        Seasonal()([[0.0, 1.0]])
