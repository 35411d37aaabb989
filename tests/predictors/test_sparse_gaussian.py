"""Sums of few functions with Gaussian weights, and the averaged logistic function, against plain formulas."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.predictors import sparse_gaussian
from drupe.predictors.expansion import Expansion
from drupe.predictors.moderated_logistic import log_odds, moderated
from drupe.predictors.sparse_gaussian import SparseGaussian


def test_variances_are_quadratic_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse_gaussian, "BLOCK_BYTES", 8 * 4 * 3)
    rng = np.random.default_rng(0)
    centers, new = Vectors.of(rng.standard_normal((3, 2))), Vectors.of(rng.standard_normal((10, 2)))
    mean = Expansion(Gaussian(1.0), centers, rng.standard_normal((3, 2)), rng.standard_normal(2))
    reductions = (rng.standard_normal((4, 4)), rng.standard_normal((2, 4)))
    found = SparseGaussian(mean, reductions, noise=0.3)
    values = np.column_stack([Gaussian(1.0).matrix(new, centers), np.ones(10)])
    wanted = np.column_stack([np.einsum("ij,jk,ik->i", values, f.T @ f, values) for f in reductions])
    np.testing.assert_allclose(found.variances(new), wanted, rtol=1e-12)
    np.testing.assert_allclose(found.variances(new, noisy=True), wanted + 0.3, rtol=1e-12)
    np.testing.assert_allclose(found.decision(new), mean.decision(new))
    assert found.outputs == 2


@given(st.floats(-30.0, 30.0), st.floats(0.0, 400.0))
def test_the_logistic_average_is_that_of_fifty_digits(mean: float, variance: float) -> None:
    with mpmath.workdps(30):
        wide = mpmath.sqrt(variance)

        def part(z):
            return mpmath.npdf(z) / (1 + mpmath.exp(-(mean + wide * z)))

        turn = float(-mean / wide) if wide > 0 else 0.0
        cuts = sorted(
            {-15.0, -5.0, 0.0, 5.0, 15.0, *(cut for cut in (turn - 1.0, turn, turn + 1.0) if abs(cut) < 15.0)}
        )
        wanted = float(mpmath.quad(part, cuts))
    assert moderated(np.array([mean]), np.array([variance])).item() == pytest.approx(wanted, abs=1e-11)


@given(st.floats(-1e-12, 1e-12), st.floats(0.0, 400.0))
def test_probabilities_are_on_the_side_of_the_mean_and_in_the_middle_at_zero(mean: float, variance: float) -> None:
    below, middle, above = moderated(np.array([-abs(mean), 0.0, abs(mean)]), np.full(3, variance)).tolist()
    assert below <= middle == 0.5 <= above


@given(st.floats(-30.0, 30.0), st.floats(0.0, 400.0))
def test_log_odds_have_the_sign_of_the_mean_and_are_its_size_at_most(mean: float, variance: float) -> None:
    found = log_odds(np.array([mean]), np.array([variance])).item()
    assert found == 0.0 if mean == 0.0 else found * mean >= 0.0
    assert abs(found) <= abs(mean) + 1e-9
    other = log_odds(np.array([-mean]), np.array([variance])).item()
    assert other == pytest.approx(-found, abs=1e-12)
