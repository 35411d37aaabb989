"""(B + λI)⁻¹ by a factor and by a spectrum, beside numpy's inverse; and its limit where B is singular."""

import numpy as np
import pytest

from drupe.solvers.cholesky import NotPositiveError
from drupe.solvers.smoothers.resolvents import Factor, Spectrum

RNG = np.random.default_rng(1)
ROOT = RNG.normal(size=(12, 12))
B = ROOT @ ROOT.T
RIGHT = RNG.normal(size=(12, 3))


@pytest.mark.parametrize("shift", [1e-3, 2.0])
@pytest.mark.parametrize(
    "made",
    [lambda shift: Factor.of(B.copy(), shift), lambda shift: Spectrum.of(B.copy()).at(shift)],
    ids=["one", "all"],
)
def test_both_are_the_inverse(made, shift):
    resolvent, inverse = made(shift), np.linalg.inv(B + shift * np.eye(12))
    np.testing.assert_allclose(resolvent.solve(RIGHT), inverse @ RIGHT, rtol=1e-7)
    np.testing.assert_allclose(resolvent.root() @ resolvent.root().T, inverse, rtol=1e-7, atol=1e-9)
    assert resolvent.trace == pytest.approx(np.trace(inverse), rel=1e-8)
    assert resolvent.log_determinant == pytest.approx(-np.linalg.slogdet(inverse)[1])


def test_of_a_singular_matrix_the_limit_is_the_pseudoinverse():
    low = ROOT[:, :5] @ ROOT[:, :5].T
    limit = Spectrum.of(low.copy(), rounding=1e-10).at(1e-28)
    expected = np.linalg.pinv(low, rcond=1e-10)
    np.testing.assert_allclose(limit.solve(RIGHT), expected @ RIGHT, atol=1e-8)
    np.testing.assert_allclose(limit.root() @ limit.root().T, expected, atol=1e-8)
    assert 1e-28 * limit.trace == pytest.approx(7.0)


def test_a_shift_above_rounding_counts_everywhere():
    low = ROOT[:, :5] @ ROOT[:, :5].T
    shifted = Spectrum.of(low.copy(), rounding=1e-10).at(1e-6)
    np.testing.assert_allclose(shifted.solve(RIGHT), np.linalg.solve(low + 1e-6 * np.eye(12), RIGHT), rtol=1e-5)


def test_what_rounding_made_negative_is_zero():
    assert Spectrum.of(np.diag([-1e-17, 1e-17, 2.0]), rounding=1e-15).values.tolist() == [0.0, 0.0, 2.0]


def test_a_factor_of_what_is_not_positive_is_refused():
    with pytest.raises(NotPositiveError):
        Factor.of(-np.eye(3), 0.5)


def test_nothing_has_a_resolvent_too():
    nothing = Factor.of(np.empty((0, 0)), 1.0)
    assert nothing.solve(np.empty((0, 2))).shape == (0, 2)
    assert nothing.trace == nothing.log_determinant == 0.0
