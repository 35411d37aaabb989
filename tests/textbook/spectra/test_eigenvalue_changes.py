"""Eigenvalues interlace under changes of rank one, and hardly move when an example is exchanged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.textbook.spectra.covariance import SampleCovariance
from drupe.textbook.spectra.eigenvalue_changes import RankOneChange, exchange_limit, stability_constant


@pytest.mark.spec("M.B06")
@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.floats(-10.0, 10.0))
def test_eigenvalues_interlace(seed: int, size: int, change: float) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.standard_normal((size, size))
    direction = rng.standard_normal(size)
    found = RankOneChange.of(matrix + matrix.T, direction / np.linalg.norm(direction), change)
    assert found.interlaces
    if abs(change) > 1e-3:
        assert found.shares.min() >= -1e-9
        assert found.shares.sum() == pytest.approx(1.0)


@pytest.mark.spec("M.B06")
def test_what_does_not_interlace_is_seen() -> None:
    assert not RankOneChange(np.array([3.0, 1.0]), np.array([3.5, 3.2]), 0.7).interlaces
    assert not RankOneChange(np.array([3.0, 1.0]), np.array([2.9, 1.8]), 0.7).interlaces
    assert RankOneChange(np.array([3.0, 1.0]), np.array([2.9, 0.4]), -0.7).interlaces


@pytest.mark.spec("M.B07")
@given(st.integers(0, 2**32 - 1), st.integers(3, 30))
def test_an_exchange_moves_no_sum_of_eigenvalues_far(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n + 1, 3))
    x /= np.linalg.norm(x, axis=1)[:, None]  # on the unit sphere: within 2 of any mean
    seen = SampleCovariance.of(x[:n])
    after = seen.exchanging(x[0], x[n])
    moved = np.linalg.eigvalsh(after.matrix) - np.linalg.eigvalsh(seen.matrix)
    most = max(abs(moved[list(chosen)].sum()) for chosen in ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]))
    exact = exchange_limit(seen, x[0], x[n])
    assert most <= exact + 1e-12
    assert exact <= stability_constant(2.0, n)


def test_the_constant_by_hand() -> None:
    assert stability_constant(2.0, 34) == 1.0
    with pytest.raises(InputError, match="three examples"):
        stability_constant(1.0, 2)
    with pytest.raises(InputError, match="unit vector"):
        RankOneChange.of(np.eye(2), np.ones(2), 1.0)
