"""What every loss must keep: slope, convexity, Lipschitz constant and bounds agree with the value itself."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.losses import (
    Absolute,
    ClippedHinge,
    Domain,
    EpsilonInsensitive,
    Exponential,
    Hinge,
    Huber,
    Logistic,
    Loss,
    MarginLoss,
    NegativeMargin,
    PiecewisePolynomial,
    Polynomial,
    ResidualLoss,
    Smoothness,
    Squared,
    SquaredEpsilonInsensitive,
    SquaredHinge,
    TwoClassCosts,
    ZeroOne,
)

MARGIN: list[MarginLoss] = [
    ZeroOne(),
    NegativeMargin(),
    Hinge(),
    Hinge(0.0),
    SquaredHinge(0.7),
    ClippedHinge(0.4),
    Logistic(),
    Logistic(rate=3.0, base=2.0),
    Exponential(),
]
RESIDUAL: list[ResidualLoss] = [
    Squared(),
    Squared(0.5),
    Absolute(),
    EpsilonInsensitive(0.3),
    EpsilonInsensitive(0.0),
    SquaredEpsilonInsensitive(0.3),
    Huber(0.8),
    Polynomial(1.0),
    Polynomial(3.5),
    PiecewisePolynomial(3.0, 1.5),
]
ALL: list[Loss] = [*MARGIN, *RESIDUAL, TwoClassCosts(3.0, 0.5)]
GRID = np.linspace(-4.0, 4.0, 1601) + 1e-4  # a little off zero and off every kink
DOMAIN = Domain(outputs=3.0, targets=1.0)


@pytest.mark.parametrize("loss", ALL, ids=repr)
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_derivative_is_the_slope_of_the_value(loss: Loss, y: float) -> None:
    h = 1e-6
    slope = (loss.value(GRID + h, y) - loss.value(GRID - h, y)) / (2 * h)
    np.testing.assert_allclose(loss.derivative(GRID, y), slope, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_convexity_is_as_stated(loss: Loss) -> None:
    values = loss.value(GRID, 1.0)
    bends = values[:-2] + values[2:] - 2 * values[1:-1]
    assert loss.convex == bool(bends.min() >= -1e-9)


@pytest.mark.parametrize("loss", [loss for loss in ALL if loss.convex], ids=repr)
@given(f=st.floats(-5, 5), g=st.floats(-5, 5), y=st.sampled_from([-1.0, 1.0]))
def test_derivative_is_a_subgradient_even_at_kinks(loss: Loss, f: float, g: float, y: float) -> None:
    for base in (f, round(f), y):  # whole numbers and the target itself are where kinks are
        line = loss.value(base, y) + loss.derivative(base, y) * (g - base)
        assert loss.value(g, y) >= line - 1e-8 * (1 + abs(line))


@pytest.mark.spec("H.L14", "S.L10")
@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_lipschitz_constant_is_the_steepest_slope(loss: Loss) -> None:
    outputs = np.linspace(-3.0, 3.0, 60001)
    steepest = max(np.abs(np.diff(loss.value(outputs, y)) / np.diff(outputs)).max() for y in (-1.0, 1.0))
    if loss.smoothness is Smoothness.STEPPED:
        assert loss.lipschitz == math.inf == loss.lipschitz_on(DOMAIN)
    else:
        assert loss.lipschitz_on(DOMAIN) == pytest.approx(steepest, rel=1e-3)
        assert loss.lipschitz >= loss.lipschitz_on(DOMAIN)


@pytest.mark.spec("H.L14", "S.L10")
@pytest.mark.parametrize(
    ("loss", "constant"),
    [
        (Hinge(), 1.0),
        (EpsilonInsensitive(0.2), 1.0),
        (ClippedHinge(0.25), 4.0),
        (Absolute(), 1.0),
        (Huber(0.1), 1.0),
        (Logistic(), 1.0),
        (Logistic.sigmoidal(0.5), 4.0),
        (Squared(), math.inf),
        (SquaredHinge(), math.inf),
        (Exponential(), math.inf),
        (ZeroOne(), math.inf),
    ],
    ids=repr,
)
def test_lipschitz_constants_of_the_literature(loss: Loss, constant: float) -> None:
    assert loss.lipschitz == pytest.approx(constant)


@pytest.mark.spec("S.L10")
@pytest.mark.parametrize(
    ("loss", "at_zero"),
    [
        (Squared(), 9.0),
        (Absolute(), 3.0),
        (Huber.from_epsilon(0.5), 2.5),
        (EpsilonInsensitive(0.5), 2.5),
        (ZeroOne(), 1.0),
        (Hinge(), 1.0),
        (SquaredHinge(), 1.0),
        (Logistic(), math.log(2.0)),
        (Exponential(), 1.0),
        (TwoClassCosts(2.0, 5.0), 5.0),
    ],
    ids=repr,
)
def test_loss_of_the_zero_output(loss: Loss, at_zero: float) -> None:
    assert loss.at_zero(targets=3.0) == pytest.approx(at_zero, rel=1e-14)


@pytest.mark.spec("S.L10")
@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_bound_is_the_largest_loss_of_the_domain(loss: Loss) -> None:
    targets = [-1.0, 1.0] if not isinstance(loss, ResidualLoss) else np.linspace(-1.0, 1.0, 11)
    largest = max(loss.value(np.linspace(-3.0, 3.0, 601), y).max() for y in targets)
    assert loss.bound_on(DOMAIN) == pytest.approx(largest, rel=1e-12)


@pytest.mark.spec("S.L10")
def test_loss_bound_of_a_regularized_hinge() -> None:
    loss = Hinge()
    domain = Domain.of_minimizer(loss.at_zero(), ridge=0.1, kernel_length=1.0)
    assert domain.outputs == pytest.approx(math.sqrt(10.0))
    assert loss.bound_on(domain) == pytest.approx(4.1623, abs=5e-5)


@pytest.mark.parametrize("loss", MARGIN, ids=repr)
def test_margin_losses_never_rise_with_the_margin(loss: MarginLoss) -> None:
    assert np.all(np.diff(loss.of_margin(GRID)) <= 1e-12)


@pytest.mark.parametrize("loss", RESIDUAL, ids=repr)
def test_residual_losses_are_even_nonnegative_and_never_fall(loss: ResidualLoss) -> None:
    r = np.linspace(0.0, 5.0, 501)
    np.testing.assert_array_equal(loss.of_residual(r), loss.of_residual(-r))
    assert loss.of_residual(0.0) == 0.0
    assert np.all(np.diff(loss.of_residual(r)) >= 0.0)


@pytest.mark.parametrize("loss", ALL, ids=repr)
def test_huge_outputs_make_no_warning_and_no_nan(loss: Loss) -> None:
    outputs = np.array([-1e4, -1.0, 0.0, 1.0, 1e4])
    for y in (-1.0, 1.0):
        assert not np.isnan(loss.value(outputs, y)).any()
        assert not np.isnan(loss.derivative(outputs, y)).any()


@pytest.mark.parametrize("loss", [Hinge(), Squared(), ZeroOne(), TwoClassCosts()], ids=repr)
def test_shapes_that_would_only_broadcast_are_refused(loss: Loss) -> None:
    with pytest.raises(InputError, match=r"shape \(3, 1\) but targets \(3,\)"):
        loss.value(np.zeros((3, 1)), np.ones(3))
    with pytest.raises(InputError, match="one to one"):
        loss.derivative(np.zeros(3), np.ones(2))


@pytest.mark.parametrize("loss", [Hinge(), Logistic(), TwoClassCosts()], ids=repr)
def test_labels_of_zero_and_one_are_refused(loss: Loss) -> None:
    with pytest.raises(InputError, match=r"-1 or \+1, got 0"):
        loss.value([0.5, 0.5], [0, 1])
    with pytest.raises(InputError, match="got 3"):
        loss.derivative(0.5, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Hinge(-1.0),
        lambda: ClippedHinge(0.0),
        lambda: Logistic(rate=0.0),
        lambda: Logistic(base=1.0),
        lambda: Logistic.sigmoidal(-1.0),
        lambda: Squared(0.0),
        lambda: EpsilonInsensitive(-0.1),
        lambda: Huber(0.0),
        lambda: Huber.from_epsilon(0.0),
        lambda: Polynomial(0.5),
        lambda: PiecewisePolynomial(1.0),
        lambda: Domain(-1.0),
        lambda: Domain.of_minimizer(1.0, ridge=0.0, kernel_length=1.0),
    ],
)
def test_parameters_out_of_range_are_refused(make: object) -> None:
    with pytest.raises(ParameterError, match="must lie in"):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("loss", "output", "slope"),
    [
        (Hinge(), 1.0, 0.0),
        (Hinge(0.0), 0.0, 0.0),
        (ClippedHinge(0.5), 0.0, -2.0),
        (ClippedHinge(0.5), 0.5, 0.0),
        (EpsilonInsensitive(0.5), 1.5, 0.0),
        (EpsilonInsensitive(0.0), 1.0, 0.0),
        (Absolute(), 1.0, 0.0),
        (Polynomial(1.0), 1.0, 0.0),
    ],
    ids=repr,
)
def test_slope_at_a_kink_is_the_documented_one(loss: Loss, output: float, slope: float) -> None:
    assert float(loss.derivative(output, 1.0)) == slope
    assert loss.smoothness is Smoothness.KINKED
