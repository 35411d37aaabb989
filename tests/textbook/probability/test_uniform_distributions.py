"""Uniform distributions against scipy, and the fit that is always too short."""

import numpy as np
import pytest
from scipy.stats import randint, uniform

from drupe.foundation.errors import ParameterError
from drupe.textbook.probability.uniform import ContinuousUniform, DiscreteUniform


@pytest.mark.spec("H.M01")
def test_against_scipy():
    ours, theirs = DiscreteUniform(tuple(range(3, 12))), randint(3, 12)
    x = np.arange(15)
    np.testing.assert_allclose(ours.likelihood(x), theirs.pmf(x))
    assert (ours.mean, ours.variance) == (pytest.approx(theirs.mean()), pytest.approx(theirs.var()))
    interval, peer = ContinuousUniform(-2.0, 3.0), uniform(-2.0, 5.0)
    points = np.linspace(-4.0, 4.0, 50)
    np.testing.assert_allclose(interval.likelihood(points), peer.pdf(points))
    assert (interval.mean, interval.variance) == (pytest.approx(peer.mean()), pytest.approx(peer.var()))


@pytest.mark.spec("H.M01")
def test_any_finite_set():
    """Mean of A, and mean of squares less the square of the mean."""
    law = DiscreteUniform((0.5, 4.0, -1.0, 100.0))
    values = np.array(law.values)
    assert law.variance == pytest.approx((values**2).mean() - values.mean() ** 2)
    drawn = law.draw(8000, np.random.default_rng(0))
    counts = np.array([np.count_nonzero(drawn == value) for value in values])
    assert counts.sum() == 8000
    assert np.abs(counts - 2000).max() < 5 * np.sqrt(1500)


def test_draws_and_fits_of_intervals():
    drawn = ContinuousUniform(1.0, 2.0).draw(1000, np.random.default_rng(0))
    found = ContinuousUniform.fit(drawn)
    assert 1.0 <= found.low <= 1.02 <= 1.98 <= found.high <= 2.0
    assert (found.likelihood(drawn) > 0).all()


def test_what_is_no_distribution():
    with pytest.raises(ParameterError, match="each number once"):
        DiscreteUniform((1, 1))
    with pytest.raises(ParameterError, match="at least one"):
        DiscreteUniform(())
    with pytest.raises(ParameterError, match="numbers in a row"):
        DiscreteUniform((1.0, float("nan")))
    for ends in ((1.0, 1.0), (2.0, 1.0), (-np.inf, 0.0), (0.0, np.inf), (np.nan, 1.0)):
        with pytest.raises(ParameterError, match="low < high"):
            ContinuousUniform(*ends)
    assert ContinuousUniform() == ContinuousUniform(0.0, 1.0)
