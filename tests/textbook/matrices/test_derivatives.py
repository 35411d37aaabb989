"""Derivatives in matrices against differences in many digits, and the slopes of a Gaussian process's evidence."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.textbook.matrices.derivatives import (
    inverse_form_gradient,
    inverse_slope,
    log_determinant_gradient,
    log_determinant_slope,
    quadratic_form_gradient,
)

STEP = mpmath.mpf(10) ** -25


def slope_of(function, matrix, direction):
    """The derivative of a function of a matrix along a direction, by a central difference in 60 digits."""
    with mpmath.workdps(60):
        a, b = mpmath.matrix(matrix.tolist()), mpmath.matrix(direction.tolist())
        ends = function(a + STEP * b), function(a - STEP * b)
        difference = (ends[0] - ends[1]) / (2 * STEP)
    if isinstance(difference, mpmath.matrix):
        return np.array(difference.tolist(), dtype=np.float64)
    return float(difference)


@pytest.mark.spec("H.M07")
@given(st.integers(1, 4), st.integers(0, 10_000))
def test_derivatives_by_differences(n, seed):
    rng = np.random.default_rng(seed)
    matrix, direction = rng.normal(size=(n, n)), rng.normal(size=(n, n))
    a, b = rng.normal(size=n), rng.normal(size=n)
    inverse = np.linalg.inv(matrix)
    rough = 1e-13 * np.linalg.cond(matrix) ** 3

    def form(m):
        return (mpmath.matrix([a.tolist()]) * mpmath.inverse(m) * mpmath.matrix(b.tolist()))[0]

    wanted = slope_of(mpmath.inverse, matrix, direction)
    np.testing.assert_allclose(inverse_slope(inverse, direction), wanted, atol=rough * max(1.0, np.abs(wanted).max()))
    wanted = slope_of(lambda m: mpmath.log(abs(mpmath.det(m))), matrix, direction)
    assert log_determinant_slope(inverse, direction) == pytest.approx(wanted, abs=rough * max(1.0, abs(wanted)))
    assert (log_determinant_gradient(inverse) * direction).sum() == pytest.approx(
        wanted, abs=rough * max(1, abs(wanted))
    )
    wanted = slope_of(form, matrix, direction)
    found = (inverse_form_gradient(inverse, a, b) * direction).sum()
    assert found == pytest.approx(wanted, abs=rough * max(1.0, abs(wanted)))


@pytest.mark.spec("H.M07")
@given(st.integers(1, 5), st.integers(0, 10_000))
def test_gradient_of_a_quadratic_form_is_exact(n, seed):
    """Of a parabola the central difference is the derivative, whatever its step."""
    rng = np.random.default_rng(seed)
    matrix, x = rng.normal(size=(n, n)), rng.normal(size=n)
    differences = [((x + e) @ matrix @ (x + e) - (x - e) @ matrix @ (x - e)) / 2.0 for e in np.eye(n)]
    np.testing.assert_allclose(quadratic_form_gradient(matrix, x), differences, atol=1e-12)


@pytest.mark.spec("H.M07")
def test_slopes_of_the_evidence_are_made_of_these():
    """∂ ln P / ∂width = −½ (⟨∂(yᵀC⁻¹y)/∂C, C′⟩ + ∂ ln det C): what the evidence is climbed by."""
    rng = np.random.default_rng(0)
    X, y, kernel, noise = rng.normal(size=(8, 2)), rng.normal(size=8), Gaussian(0.8), 0.3
    _, slopes = Evidence(Vectors.of(X), y[:, None]).slopes(kernel, noise)
    inverse = np.linalg.inv(kernel(X) + noise * np.eye(8))
    for name, turn in [*kernel.gradient(Vectors.of(X)).items(), ("noise", np.eye(8))]:
        energy = (inverse_form_gradient(inverse, y, y) * turn).sum()
        assert slopes[name] == pytest.approx(-0.5 * (energy + log_determinant_slope(inverse, turn)), rel=1e-10)
