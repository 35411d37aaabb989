"""The marginal prior of a weight: the integral over its variance, Student's density, and what it prefers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import gamma, norm
from scipy.stats import t as student

from drupe.foundation.errors import ParameterError
from drupe.textbook.probability.sparsity_prior import SparsityPrior

pytestmark = pytest.mark.spec("H.R05")


@pytest.mark.parametrize(("a", "b"), [(0.5, 2.0), (1.0, 1.0), (2.5, 0.3), (0.1, 10.0)])
@pytest.mark.parametrize("w", [0.0, 0.3, -2.0])
def test_density_is_the_integral_over_precisions(a: float, b: float, w: float) -> None:
    def mixed(log_precision: float) -> float:
        precision = np.exp(log_precision)
        return float(norm.pdf(w, scale=precision**-0.5) * gamma.pdf(precision, a, scale=b) * precision)

    whole, _ = quad(mixed, -60.0, 20.0, limit=500, epsabs=1e-13)
    assert SparsityPrior(a, b).density([w]).item() == pytest.approx(whole, rel=1e-7)


@given(st.floats(1e-3, 50.0), st.floats(1e-3, 1e3), st.floats(-1e3, 1e3))
def test_it_is_a_student_density(a: float, b: float, w: float) -> None:
    wanted = student.logpdf(w, df=2.0 * a, scale=(a * b) ** -0.5)
    assert SparsityPrior(a, b).log_density([w]).item() == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("a", [1e-2, 1e-3, 1e-4])
def test_one_weight_of_zero_is_preferred_to_two_small_ones(a: float) -> None:
    prior = SparsityPrior(a, 1.0 / a)
    surface = prior.surface([0.0, 0.5, 1.0], [0.0, 0.5, 1.0])
    assert surface.shape == (3, 3)
    assert surface[0, 2] > surface[1, 1]
    np.testing.assert_allclose(surface, surface.T)
    assert surface[0, 1] == pytest.approx(prior.log_density([0.0, 0.5]).sum())


def test_the_peak_grows_without_limit_as_the_textbook_draws_it() -> None:
    heights = [
        SparsityPrior(a, 1.0 / a).log_density([0.0]) - SparsityPrior(a, 1.0 / a).log_density([1.0])
        for a in (1e-2, 1e-3, 1e-4)
    ]
    assert heights[0] < heights[1] < heights[2]


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(ParameterError):
        SparsityPrior(0.0, 1.0)
