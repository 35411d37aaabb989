"""Each regression loss is minus the logarithm of a density that integrates to one."""

import math

import numpy as np
import pytest
import scipy.integrate
import scipy.stats

from drupe.losses import (
    Absolute,
    EpsilonInsensitive,
    Huber,
    Noise,
    PiecewisePolynomial,
    Polynomial,
    ResidualLoss,
    Squared,
    SquaredEpsilonInsensitive,
)

LOSSES: list[ResidualLoss] = [
    Squared(),
    Squared(0.5),
    Absolute(),
    EpsilonInsensitive(0.0),
    EpsilonInsensitive(0.7),
    SquaredEpsilonInsensitive(0.7),
    *(Huber(transition) for transition in (0.5, 1.0, 2.0)),
    *(Polynomial(power) for power in (1.0, 1.5, 2.0, 4.0)),
    *(PiecewisePolynomial(power, transition) for power in (1.3, 2.0, 5.0) for transition in (0.4, 2.0)),
]


@pytest.mark.spec("M.T17")
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_density_integrates_to_one(loss: ResidualLoss) -> None:
    noise = Noise(loss)
    kinks = [0.0, 0.4, 0.5, 0.7, 1.0, 2.0]
    pieces = zip(kinks, [*kinks[1:], 60.0], strict=True)
    mass = 2 * sum(scipy.integrate.quad(noise.density, low, high, epsabs=1e-12)[0] for low, high in pieces)
    assert mass == pytest.approx(1.0, abs=1e-9)


@pytest.mark.spec("M.T17")
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
def test_minus_log_density_is_the_loss_plus_a_constant(loss: ResidualLoss) -> None:
    r = np.linspace(-5.0, 5.0, 101)
    constants = -np.log(Noise(loss).density(r)) - loss.of_residual(r)
    np.testing.assert_allclose(constants, math.log(loss.normalizer), rtol=0, atol=1e-10)


@pytest.mark.spec("M.T17", "M.T14")
@pytest.mark.parametrize(("transition", "normalizer"), [(0.5, 2.480164), (1.0, 2.924310), (2.0, 3.723055)])
def test_normalizer_of_huber(transition: float, normalizer: float) -> None:
    assert Huber(transition).normalizer == pytest.approx(normalizer, abs=5e-7)
    assert PiecewisePolynomial(2.0, transition).normalizer == pytest.approx(normalizer, abs=5e-7)


@pytest.mark.spec("M.T17", "M.T11", "M.T12", "M.T13", "M.T15")
def test_densities_of_the_table() -> None:
    r = np.linspace(-3.0, 3.0, 61)
    np.testing.assert_allclose(Noise(Squared(0.5)).density(r), scipy.stats.norm.pdf(r), rtol=1e-12)
    np.testing.assert_allclose(Noise(Absolute()).density(r), scipy.stats.laplace.pdf(r), rtol=1e-12)
    insensitive = np.exp(-np.maximum(np.abs(r) - 0.3, 0)) / (2 * (1 + 0.3))
    np.testing.assert_allclose(Noise(EpsilonInsensitive(0.3)).density(r), insensitive, rtol=1e-12)
    # gennorm's density is p / (2Γ(1/p)) exp(−|x|^p); with scale p^(1/p) it is that of |r|^p / p.
    peer = scipy.stats.gennorm(3.0, scale=3.0 ** (1 / 3)).pdf(r)
    np.testing.assert_allclose(Noise(Polynomial(3.0)).density(r), peer, rtol=1e-12)


@pytest.mark.spec("M.T17")
def test_log_density_does_not_underflow() -> None:
    assert float(Noise(Squared(0.5)).log_density(1e3)) == pytest.approx(-5e5, rel=1e-5)
