"""Regression losses against tables, limits, each other and peers."""

import numpy as np
import pytest
import scipy.special

from drupe.losses import (
    Absolute,
    EpsilonInsensitive,
    Huber,
    PiecewisePolynomial,
    Polynomial,
    ResidualLoss,
    Squared,
    SquaredEpsilonInsensitive,
)

R = np.linspace(-4.0, 4.0, 801)


@pytest.mark.parametrize(
    ("loss", "table"),
    [
        pytest.param(Huber.from_epsilon(0.5), [0.03125, 0.125, 0.5, 1.5], marks=pytest.mark.spec("S.L03", "M.T14")),
        pytest.param(
            EpsilonInsensitive(0.5), [0, 0, 0.5, 1.5], marks=pytest.mark.spec("S.L04", "H.L06", "M.T12", "C.E07")
        ),
        pytest.param(SquaredEpsilonInsensitive(0.5), [0, 0, 0.25, 2.25], marks=pytest.mark.spec("C.E07")),
        pytest.param(Squared(), [0.0625, 0.25, 1, 4], marks=pytest.mark.spec("S.L01", "H.L07", "M.T11")),
        pytest.param(Absolute(), [0.25, 0.5, 1, 2], marks=pytest.mark.spec("S.L02", "M.T13")),
        pytest.param(Polynomial(3.0), [1 / 192, 1 / 24, 1 / 3, 8 / 3], marks=pytest.mark.spec("M.T15")),
        pytest.param(PiecewisePolynomial(3.0, 0.5), [1 / 48, 1 / 6, 2 / 3, 5 / 3], marks=pytest.mark.spec("M.T16")),
    ],
    ids=repr,
)
def test_reference_values(loss: ResidualLoss, table: list[float]) -> None:
    sizes = np.array([0.25, 0.5, 1.0, 2.0])
    np.testing.assert_allclose(loss.value(sizes + 7.0, np.full(4, 7.0)), table, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(loss.value(7.0 - sizes, np.full(4, 7.0)), table, rtol=1e-13, atol=1e-15)


@pytest.mark.spec("M.T14", "S.L03")
@pytest.mark.parametrize("transition", [0.3, 1.0, 2.5])
def test_huber_is_the_printed_formula_in_both_scalings(transition: float) -> None:
    size = np.abs(R)
    mika = np.where(size <= transition, R**2 / (2 * transition), size - transition / 2)
    np.testing.assert_allclose(Huber(transition).of_residual(R), mika, rtol=1e-12, atol=1e-15)
    epsilon = transition / 2
    mukherjee = np.where(size <= 2 * epsilon, R**2 / (4 * epsilon), size - epsilon)
    np.testing.assert_allclose(Huber.from_epsilon(epsilon).of_residual(R), mukherjee, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(
        transition * Huber(transition).of_residual(R), scipy.special.huber(transition, R), rtol=1e-12, atol=1e-15
    )


@pytest.mark.spec("M.T14", "M.T16")
@pytest.mark.parametrize("loss", [Huber(0.8), PiecewisePolynomial(3.0, 0.8), PiecewisePolynomial(1.5, 0.8)], ids=repr)
def test_pieces_meet_with_equal_value_and_slope_one(loss: ResidualLoss) -> None:
    for edge in (-0.8, 0.8):
        inside, outside = edge * (1 - 1e-9), edge * (1 + 1e-9)
        assert float(loss.of_residual(inside)) == pytest.approx(float(loss.of_residual(outside)), abs=1e-8)
        assert float(loss.residual_slope(inside)) == pytest.approx(np.sign(edge), abs=1e-8)
        assert float(loss.residual_slope(outside)) == np.sign(edge)


@pytest.mark.spec("S.L03", "S.L04")
def test_huber_and_insensitive_loss_agree_from_twice_epsilon_on() -> None:
    far = R[np.abs(R) >= 1.0]
    np.testing.assert_allclose(Huber.from_epsilon(0.5).of_residual(far), EpsilonInsensitive(0.5).of_residual(far))


@pytest.mark.spec("M.T12", "M.T14", "M.T16", "S.L03", "S.L04")
def test_limits_are_the_absolute_loss() -> None:
    np.testing.assert_array_equal(EpsilonInsensitive(0.0).of_residual(R), Absolute().of_residual(R))
    np.testing.assert_allclose(Huber(1e-9).of_residual(R), Absolute().of_residual(R), atol=1e-9)
    np.testing.assert_allclose(PiecewisePolynomial(4.0, 1e-9).of_residual(R), Absolute().of_residual(R), atol=1e-9)


@pytest.mark.spec("M.T15", "M.T16")
def test_members_of_the_polynomial_families() -> None:
    np.testing.assert_array_equal(Polynomial(1.0).of_residual(R), Absolute().of_residual(R))
    np.testing.assert_allclose(Polynomial(2.0).of_residual(R), Squared(0.5).of_residual(R), rtol=1e-14)
    np.testing.assert_allclose(PiecewisePolynomial(2.0, 0.7).of_residual(R), Huber(0.7).of_residual(R), rtol=1e-13)
    # Far inside the transition only the power is seen.
    np.testing.assert_allclose(PiecewisePolynomial(3.0, 4.0).of_residual(R), np.abs(R) ** 3 / (3 * 16.0), rtol=1e-12)


@pytest.mark.spec("C.E07")
def test_empty_tube_gives_absolute_and_squared_loss() -> None:
    np.testing.assert_array_equal(SquaredEpsilonInsensitive(0.0).of_residual(R), Squared().of_residual(R))


def test_residual_far_beyond_the_transition_does_not_overflow() -> None:
    assert float(PiecewisePolynomial(300.0, 1.0).of_residual(1e10)) == pytest.approx(1e10)
