"""Components and subspaces: matched by number, silent where eigenvalues meet, tighter than the printed forms."""

import numpy as np
import pytest

from drupe.bounds.spectral.covariance import HilbertSchmidtCovariance
from drupe.bounds.spectral.directions import ComponentSubspace
from drupe.bounds.spectral.perturbed import PerturbedSubspace, StewartSubspace
from drupe.bounds.spectral.subspaces import distance, separation
from drupe.foundation.errors import ParameterError
from drupe.witness.spectrum import Spectrum


def spectrum(*values: float, n: int = 10**4, total: float = 1.0) -> Spectrum:
    return Spectrum(np.array(values), n=n, radius=1.0, total=total, squares=0.3, fourth=1.0)


def test_one_component_and_subspaces() -> None:
    seen = spectrum(0.5, 0.3, 0.1)
    off = HilbertSchmidtCovariance().risk(seen, 0.05)
    covariance = HilbertSchmidtCovariance()
    assert ComponentSubspace(1, 1, covariance).risk(seen, 0.05) == pytest.approx(2.0 * off / 0.2)
    assert ComponentSubspace(1, 2, covariance).risk(seen, 0.05) == pytest.approx(2.0 * off / 0.2)
    assert ComponentSubspace(2, 2, covariance).risk(seen, 0.05) == pytest.approx(2.0 * off / 0.2)


def test_what_is_left_of_the_total_bounds_the_next_eigenvalue() -> None:
    assert spectrum(0.5, 0.3).gap(2) == pytest.approx(0.1)  # the next is 0.2 at most
    assert spectrum(0.5, 0.1).gap(2) == 0.0  # the next may be as large
    assert ComponentSubspace(2, 2).risk(spectrum(0.5, 0.1), 0.05) == 1.0


@pytest.mark.spec("M.B12", "M.B13")
def test_printed_forms_need_a_million_examples_where_ours_need_thousands() -> None:
    assert StewartSubspace(1).risk(spectrum(0.9, 0.1, n=10**4), 0.05) == 1.0
    assert ComponentSubspace(1, 1).risk(spectrum(0.9, 0.1, n=10**4), 0.05) < 0.2
    # ρ = 0.24870 for one component and 0.31088 for subspaces at a million examples on the unit sphere.
    assert 0.8 * StewartSubspace(1).risk(spectrum(0.9, 0.1, n=10**6), 0.05) == pytest.approx(0.24870, abs=1e-5)
    two = Spectrum([0.5, 0.45, 0.05], n=10**6, radius=1.0, total=1.0, squares=0.5, fourth=1.0)
    assert 0.4 * StewartSubspace(2).risk(two, 0.05) == pytest.approx(0.31088, abs=1e-5)


@pytest.mark.spec("M.B11", "M.B18")
@pytest.mark.parametrize("chosen", [[0], [2], [0, 1], [1, 3]])
def test_a_perturbed_matrix_has_an_invariant_subspace_nearby(chosen: list[int]) -> None:
    rng = np.random.default_rng(len(chosen))
    for _ in range(50):
        turn, _ = np.linalg.qr(rng.standard_normal((5, 5)))
        matrix = turn @ np.diag([5.0, 4.0, 3.0, 2.0, 1.0]) @ turn.T
        change = rng.standard_normal((5, 5))
        change = (change + change.T) * 0.19 / np.linalg.norm(change + change.T, 2)
        found = PerturbedSubspace.of(matrix, change, chosen)
        assert found.applies
        assert found.separation == pytest.approx(1.0)
        before = np.linalg.eigh(matrix)[1][:, ::-1][:, chosen]
        after = np.linalg.eigh(matrix + change)[1][:, ::-1][:, chosen]
        assert distance(before, after) <= found.limit + 1e-12
    assert not PerturbedSubspace.of(matrix, 10.0 * change, chosen).applies


@pytest.mark.spec("M.B18")
def test_distances_and_separations_by_hand() -> None:
    angle = 0.3
    one, other = np.array([[1.0], [0.0]]), np.array([[np.cos(angle)], [np.sin(angle)]])
    assert distance(one, other) == pytest.approx(np.sin(angle))
    assert np.linalg.norm(one - other) == pytest.approx(2.0 * np.sin(angle / 2.0))
    assert distance(np.eye(3)[:, :2], np.eye(3)[:, 1:]) == pytest.approx(1.0)
    assert separation(np.array([4.0, 1.0]), np.array([2.5])) == 1.5


def test_components_are_counted_from_one() -> None:
    with pytest.raises(ParameterError, match="from first to last"):
        ComponentSubspace(3, 2)
    with pytest.raises(ValueError, match="not among"):
        ComponentSubspace(1, 5).risk(spectrum(0.5, 0.3), 0.05)
