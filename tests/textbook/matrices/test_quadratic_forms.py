"""Sums of quadratic forms: everywhere equal to what is added, and least at the center."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.textbook.matrices.quadratic_forms import QuadraticForm


def semi_definite(rng, n, rank):
    root = rng.normal(size=(n, rank))
    return root @ root.T


@pytest.mark.spec("H.M05")
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000))
def test_sum_of_forms_of_maps(n, m, r, seed):
    """(a − Xu)ᵀA(a − Xu) + (b − Yu)ᵀB(b − Yu) = (u − c)ᵀC(u − c) + d, for any A, B ≥ 0, full rank or not."""
    rng = np.random.default_rng(seed)
    A, B = semi_definite(rng, n, rng.integers(1, n + 1)), semi_definite(rng, m, rng.integers(1, m + 1))
    x, y, a, b = rng.normal(size=(n, r)), rng.normal(size=(m, r)), rng.normal(size=n), rng.normal(size=m)
    both = QuadraticForm(A, a).pulled_back(x) + QuadraticForm(B, b).pulled_back(y)
    points = rng.normal(size=(20, r))
    direct = [(a - x @ u) @ A @ (a - x @ u) + (b - y @ u) @ B @ (b - y @ u) for u in points]
    np.testing.assert_allclose(both(points), direct, rtol=1e-7, atol=1e-7 * (1.0 + np.abs(both.center).max() ** 2))
    np.testing.assert_allclose(both.matrix, x.T @ A @ x + y.T @ B @ y, atol=1e-10)
    assert both(points).min() >= both.level - 1e-9


@pytest.mark.spec("H.M05")
@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10_000))
def test_the_least_value_by_one_inverse(n, r, seed):
    """With Y = I: d = (a − Xb)ᵀ(A⁻¹ + XB⁻¹Xᵀ)⁻¹(a − Xb)."""
    rng = np.random.default_rng(seed)
    A, B = semi_definite(rng, n, n + 2) + 0.1 * np.eye(n), semi_definite(rng, r, r + 2) + 0.1 * np.eye(r)
    x, a, b = rng.normal(size=(n, r)), rng.normal(size=n), rng.normal(size=r)
    both = QuadraticForm(A, a).pulled_back(x) + QuadraticForm(B, b)
    away = a - x @ b
    wanted = away @ np.linalg.solve(np.linalg.inv(A) + x @ np.linalg.solve(B, x.T), away)
    assert both.level == pytest.approx(wanted, rel=1e-8, abs=1e-10)


@pytest.mark.spec("H.M05")
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 10_000))
def test_levels_go_along(n, r, seed):
    """Three forms with levels of their own, pulled back and added in any order: the same values everywhere."""
    rng = np.random.default_rng(seed)
    maps = rng.normal(size=(3, n, r))
    forms = [QuadraticForm(semi_definite(rng, n, n + 1), rng.normal(size=n), level) for level in (2.0, -5.0, 0.5)]
    first, second, third = (form.pulled_back(a) for form, a in zip(forms, maps, strict=True))
    points = rng.normal(size=(10, r))
    direct = sum(form(points @ a.T) for form, a in zip(forms, maps, strict=True))
    for total in ((first + second) + third, first + (third + second)):
        np.testing.assert_allclose(
            total(points), direct, rtol=1e-7, atol=1e-6 * (1.0 + np.abs(total.center).max() ** 2)
        )


def test_forms_of_other_sizes_have_no_sum():
    with pytest.raises(InputError, match="of 1 and of 2 columns"):
        QuadraticForm(np.eye(1), np.zeros(1)) + QuadraticForm(np.eye(2), np.zeros(2))
