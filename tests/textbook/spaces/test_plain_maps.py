"""Logarithms, distances and principal components as features; and when to go through kernels at all."""

import numpy as np
import pytest
from sklearn.decomposition import PCA, KernelPCA

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.textbook.spaces import PrincipalComponents, distance_and_masses, dual_is_smaller, logarithms

rng = np.random.default_rng(31)


@pytest.mark.spec("C.B02")
def test_logarithms_make_gravitation_linear() -> None:
    bodies = rng.uniform(0.5, 10.0, size=(20, 3))
    force = 6.674 * bodies[:, 0] * bodies[:, 1] / bodies[:, 2] ** 2
    design = np.column_stack([np.ones(20), logarithms(bodies)])
    weights, residuals, *_ = np.linalg.lstsq(design, np.log(force), rcond=None)
    np.testing.assert_allclose(weights, [np.log(6.674), 1.0, 1.0, -2.0], atol=1e-12)
    assert residuals.item() < 1e-20
    with pytest.raises(InputError, match="above zero"):
        logarithms([[1.0, 0.0, 2.0]])
    with pytest.raises(InputError, match="expected 3 columns"):
        logarithms([[1.0, 2.0]])


@pytest.mark.spec("C.B03")
def test_distance_and_masses_are_all_that_matters() -> None:
    bodies = rng.normal(size=(6, 8))
    small = distance_and_masses(bodies)
    np.testing.assert_allclose(small[:, 0] ** 2, ((bodies[:, :3] - bodies[:, 3:6]) ** 2).sum(axis=1))
    np.testing.assert_array_equal(small[:, 1:], bodies[:, 6:])
    moved = bodies + np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 0.0, 0.0])
    np.testing.assert_allclose(distance_and_masses(moved), small)
    with pytest.raises(InputError, match="expected 8 columns"):
        distance_and_masses([[1.0, 2.0]])


@pytest.mark.spec("C.B05")
def test_principal_components_agree_with_scikit_learn() -> None:
    x = rng.normal(size=(30, 4)) @ rng.normal(size=(4, 4)) + 5.0
    ours, peer = PrincipalComponents.of(Vectors.of(x), 3), PCA(3).fit(x)
    scores, theirs = ours.features(Vectors.of(x)), peer.transform(x)
    np.testing.assert_allclose(scores, theirs * np.sign((scores * theirs).sum(axis=0)), atol=1e-10)
    np.testing.assert_allclose(ours.variances, peer.explained_variance_ * 29 / 30, rtol=1e-10)
    np.testing.assert_allclose(scores.var(axis=0), ours.variances, rtol=1e-10)
    assert np.all(np.diff(ours.variances) < 0)


@pytest.mark.spec("C.B05")
def test_principal_components_are_linear_kernel_components() -> None:
    x = rng.normal(size=(15, 3))
    scores = PrincipalComponents.of(Vectors.of(x)).features(Vectors.of(x))
    theirs = KernelPCA(3, kernel="linear").fit_transform(x)
    np.testing.assert_allclose(np.abs(scores), np.abs(theirs), atol=1e-8)


@pytest.mark.spec("C.B05")
def test_components_of_data_that_do_not_vary() -> None:
    flat = PrincipalComponents.of(Vectors.of([[1.0, 2.0], [1.0, 2.0]]))
    np.testing.assert_allclose(flat.variances, 0.0)
    np.testing.assert_allclose(flat.directions.T @ flat.directions, np.eye(2), atol=1e-12)


def test_bad_components_are_refused() -> None:
    x = Vectors.of(rng.normal(size=(5, 3)))
    with pytest.raises(ParameterError, match="count must lie in"):
        PrincipalComponents.of(x, 4)
    with pytest.raises(InputError, match="have 3 columns, but the data have 2"):
        PrincipalComponents.of(x).features(Vectors.of([[1.0, 2.0]]))
    with pytest.raises(InputError, match="empty sample"):
        PrincipalComponents.of(x.take(np.array([], dtype=np.int64)))


@pytest.mark.spec("M.K18")
@pytest.mark.parametrize(("examples", "features", "answer"), [(100, 99, False), (100, 100, False), (100, 101, True)])
def test_kernels_pay_for_a_linear_machine_only_with_more_features_than_examples(
    examples: int, features: int, answer: bool
) -> None:
    assert dual_is_smaller(examples, features) is answer
