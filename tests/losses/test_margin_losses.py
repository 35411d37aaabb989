"""Margin losses against tables, limits and each other."""

import math

import mpmath
import numpy as np
import pytest

from drupe.losses import (
    ClippedHinge,
    Exponential,
    Hinge,
    Logistic,
    MarginLoss,
    NegativeMargin,
    SquaredHinge,
    ZeroOne,
    disagreement,
)

MARGINS = [-2.0, -1.0, 0.0, 0.5, 1.0, 2.0]
GRID = np.linspace(-5.0, 5.0, 1001)


@pytest.mark.parametrize(
    ("loss", "table"),
    [
        pytest.param(ZeroOne(), [1, 1, 1, 0, 0, 0], marks=pytest.mark.spec("H.L01", "M.T08", "S.L05", "G.L-01")),
        pytest.param(NegativeMargin(), [2, 1, 0, -0.5, -1, -2], marks=pytest.mark.spec("H.L03")),
        pytest.param(Hinge(), [3, 2, 1, 0.5, 0, 0], marks=pytest.mark.spec("H.L04", "M.T09", "S.L06")),
        pytest.param(SquaredHinge(), [9, 4, 1, 0.25, 0, 0], marks=pytest.mark.spec("H.L05", "S.L07")),
        pytest.param(
            Logistic(),
            [2.126928, 1.313262, 0.693147, 0.474077, 0.313262, 0.126928],
            marks=pytest.mark.spec("M.T10", "S.L08"),
        ),
        pytest.param(
            Exponential(), [7.389056, 2.718282, 1, 0.606531, 0.367879, 0.135335], marks=pytest.mark.spec("S.L09")
        ),
        (ClippedHinge(0.75), [1, 1, 1, 1 / 3, 0, 0]),
    ],
)
def test_reference_values(loss: MarginLoss, table: list[float]) -> None:
    for y in (-1.0, 1.0):
        np.testing.assert_allclose(loss.value(y * np.array(MARGINS), y), table, atol=5e-7)


@pytest.mark.parametrize(
    "loss", [Hinge(), SquaredHinge(), Exponential(), Logistic(base=2.0), ClippedHinge(0.3)], ids=repr
)
def test_losses_that_lie_above_zero_one(loss: MarginLoss) -> None:
    assert np.all(loss.of_margin(GRID) >= ZeroOne().of_margin(GRID))


def test_natural_logistic_loss_does_not_lie_above_zero_one() -> None:
    assert np.any(Logistic().of_margin(GRID) < ZeroOne().of_margin(GRID))


@pytest.mark.spec("H.L01", "G.L-01")
def test_zero_one_in_its_class_form() -> None:
    assert disagreement([0, 1, 2, 2], [0, 2, 2, 1]).tolist() == [0, 1, 0, 1]
    outputs, signs = np.array([0.3, -0.2, 1.5]), np.array([1, 1, -1])
    np.testing.assert_array_equal(ZeroOne().value(outputs, signs), disagreement(np.sign(outputs), signs))
    with pytest.raises(ValueError, match="one to one"):
        disagreement([1, 2], [1])


@pytest.mark.spec("H.L01")
def test_outputs_that_decide_nothing_are_errors() -> None:
    assert ZeroOne().value([0.0, math.nan], [1, -1]).tolist() == [1, 1]


@pytest.mark.spec("M.T10", "S.L08")
@pytest.mark.parametrize("margin", [-1e4, -40.0, 1e-3, 40.0, 700.0, 1e4])
def test_logistic_loss_to_full_precision(margin: float) -> None:
    with mpmath.workdps(50):
        value, slope = mpmath.log1p(mpmath.exp(-margin)), -1 / (1 + mpmath.exp(margin))
    assert float(Logistic().of_margin(margin)) == pytest.approx(float(value), rel=1e-13, abs=0)
    assert float(Logistic().margin_slope(margin)) == pytest.approx(float(slope), rel=1e-13, abs=0)


@pytest.mark.spec("H.L08")
@pytest.mark.parametrize("beta", [0.25, 1.0, 3.0])
def test_sigmoidal_loss(beta: float) -> None:
    t = np.linspace(-3.0, 3.0, 61)
    for y in (-1.0, 1.0):
        printed = np.log(1 + np.exp(2 * y * t / beta)) - 2 * y * t / beta
        np.testing.assert_allclose(Logistic.sigmoidal(beta).value(t, y), printed, rtol=1e-9, atol=1e-9)


@pytest.mark.spec("H.L08")
def test_sigmoidal_loss_of_an_error_grows_without_limit_as_the_noise_vanishes() -> None:
    assert float(Logistic.sigmoidal(1e-6).value(-0.1, 1)) > 1e5
    assert float(Logistic.sigmoidal(1e-6).value(0.1, 1)) == 0.0


@pytest.mark.spec("H.L09")
def test_clipped_hinge() -> None:
    loss = ClippedHinge(margin=0.5)
    # Zero from the margin on, not from 1 on as printed; continuous at both ends.
    assert loss.value([0.0, 0.25, 0.5, 0.75, -2.0], np.ones(5)).tolist() == [1.0, 0.5, 0.0, 0.0, 1.0]
    assert float(loss.of_margin(0.5 - 1e-9)) == pytest.approx(0.0, abs=1e-8)
    assert np.all((loss.of_margin(GRID) >= 0) & (loss.of_margin(GRID) <= 1))
    np.testing.assert_array_equal(ClippedHinge(1e-12).of_margin(GRID), ZeroOne().of_margin(GRID))


def test_hinge_without_margin_is_what_the_perceptron_descends_on() -> None:
    loss = Hinge(margin=0.0)
    outputs, signs = np.array([2.0, -0.5, 0.3]), np.array([1.0, 1.0, -1.0])
    np.testing.assert_allclose(loss.value(outputs, signs), np.maximum(0.0, -signs * outputs))
    # The step of the perceptron: +y x on a mistake, nothing else.
    np.testing.assert_array_equal(-loss.derivative(outputs, signs), [0.0, 1.0, -1.0])


def test_exponential_loss_overflows_to_infinity_in_silence() -> None:
    assert float(Exponential().of_margin(-1e4)) == math.inf
    assert float(Exponential().margin_slope(-1e4)) == -math.inf
