"""Covariances after one example comes, goes or is exchanged equal those computed anew."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.textbook.spectra.covariance import SampleCovariance, second_moment

RNG = np.random.default_rng(3)
X = RNG.standard_normal((12, 4)) @ RNG.standard_normal((4, 4)) + 5.0
NEW = RNG.standard_normal(4)


def assert_same(found: SampleCovariance, x: np.ndarray) -> None:
    np.testing.assert_allclose(found.matrix, np.cov(x.T), rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(found.mean, x.mean(axis=0), rtol=1e-12)
    assert found.n == len(x)


@pytest.mark.spec("M.B04", "M.B05")
def test_updates_equal_a_new_start() -> None:
    seen = SampleCovariance.of(X)
    assert_same(seen, X)
    assert_same(seen.including(NEW), np.vstack([X, NEW]))
    assert_same(seen.without(X[3]), np.delete(X, 3, axis=0))
    assert_same(seen.exchanging(X[3], NEW), np.vstack([np.delete(X, 3, axis=0), NEW]))


@pytest.mark.spec("M.B04")
def test_estimators_are_right_on_average() -> None:
    true = np.array([[2.0, 0.5], [0.5, 1.0]])
    root = np.linalg.cholesky(true)
    draws = np.random.default_rng(0).standard_normal((40_000, 5, 2)) @ root.T
    unbiased = np.mean([SampleCovariance.of(x + 7.0).matrix for x in draws], axis=0)
    np.testing.assert_allclose(unbiased, true, atol=0.05)
    np.testing.assert_allclose(np.mean([second_moment(x) for x in draws], axis=0), true, atol=0.05)


def test_too_few_examples() -> None:
    with pytest.raises(InputError, match="two examples or more"):
        SampleCovariance.of(X[:1])
    with pytest.raises(InputError, match="none can be left out"):
        SampleCovariance.of(X[:2]).without(X[0])
