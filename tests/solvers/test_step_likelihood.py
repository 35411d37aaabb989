"""What a label makes of a normal output: moments by numerical integration, limits, extremes."""

import mpmath
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from drupe.foundation.errors import ParameterError
from drupe.solvers.step_likelihood import StepLikelihood


def integrated(flips, blur, sign, mean, variance):
    """ln Z, mean and variance of N(t; m, v) [θ + (1 − 2θ) Φ(y t / √blur)] / Z."""
    deviation = np.sqrt(variance)

    def density(t):
        side = norm.cdf(sign * t / np.sqrt(blur)) if blur else float(sign * t > 0.0)
        return norm.pdf(t, mean, deviation) * (flips + (1.0 - 2.0 * flips) * side)

    ends = (min(mean - 12.0 * deviation, -1e-9), max(mean + 12.0 * deviation, 1e-9))
    Z, first, second = (
        quad(lambda t, power=power: t**power * density(t), *ends, points=[0.0, mean], limit=400, epsabs=1e-13)[0]
        for power in range(3)
    )
    return np.log(Z), first / Z, second / Z - (first / Z) ** 2


@pytest.mark.parametrize(("flips", "blur"), [(0.0, 0.0), (0.1, 0.0), (0.0, 1.0), (0.2, 0.5), (0.45, 1.0)])
@pytest.mark.parametrize(
    ("sign", "mean", "variance"), [(1.0, 0.3, 1.0), (-1.0, 0.3, 1.0), (1.0, -1.5, 4.0), (-1.0, 2.0, 0.2)]
)
def test_moments_are_integrals(flips, blur, sign, mean, variance):
    found = StepLikelihood(flips, blur).tilted(np.array([sign]), np.array([mean]), np.array([variance]))
    normalizer, first, second = integrated(flips, blur, sign, mean, variance)
    assert found.log_normalizer.item() == pytest.approx(normalizer, abs=1e-8)
    assert found.means.item() == pytest.approx(first, abs=1e-7)
    assert variance * (1.0 - found.shrinks.item()) == pytest.approx(second, abs=1e-7)


@pytest.mark.parametrize("mean", [-5.0, -30.0, -300.0])
def test_labels_far_on_the_wrong_side(mean):
    """ln Φ(z), where Φ itself is no float any more: against mpmath."""
    found = StepLikelihood(blur=1.0).tilted(np.ones(1), np.array([mean]), np.ones(1))
    with mpmath.workdps(40):
        truth = float(mpmath.log(mpmath.erfc(-mpmath.mpf(mean) / 2) / 2))
    assert found.log_normalizer.item() == pytest.approx(truth, rel=1e-12)
    assert mean < found.means.item() <= 0.0
    assert 0.0 < found.shrinks.item() < 1.0


def test_ranges():
    with pytest.raises(ParameterError, match="flips"):
        StepLikelihood(flips=0.6)
    with pytest.raises(ParameterError, match="blur"):
        StepLikelihood(blur=-1.0)
