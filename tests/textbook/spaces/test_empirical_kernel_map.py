"""Empirical kernel maps: similarities as features, whitened to give the kernel back."""

import numpy as np
import pytest
import scipy.linalg
from sklearn.kernel_approximation import Nystroem

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Sigmoid
from drupe.textbook.spaces import EmpiricalKernelMap, WhitenedKernelMap

rng = np.random.default_rng(7)
REFERENCE = Vectors.of(rng.normal(size=(8, 2)))
NEW = Vectors.of(rng.normal(size=(5, 2)))


@pytest.mark.spec("M.K16")
def test_plain_map_is_the_row_of_similarities_for_any_comparison() -> None:
    features = EmpiricalKernelMap(Sigmoid(), REFERENCE).features(NEW)
    for i in range(len(NEW)):
        one = NEW.take(np.array([i]))
        np.testing.assert_allclose(features[i], Sigmoid().matrix(one, REFERENCE)[0], rtol=1e-12)


@pytest.mark.spec("M.K16")
def test_whitened_map_reproduces_the_kernel_on_the_reference() -> None:
    mapping = WhitenedKernelMap(Gaussian(), REFERENCE)
    gram = Gaussian().matrix(REFERENCE, REFERENCE)
    features = mapping.features(REFERENCE)
    np.testing.assert_allclose(features @ features.T, gram, atol=1e-10)
    np.testing.assert_allclose(features, scipy.linalg.sqrtm(gram), atol=1e-8)
    # One of the two on the reference is enough: the other is projected onto its span.
    np.testing.assert_allclose(mapping.features(NEW) @ features.T, Gaussian().matrix(NEW, REFERENCE), atol=1e-10)


@pytest.mark.spec("M.K16")
def test_whitened_map_gives_projections_elsewhere() -> None:
    features = WhitenedKernelMap(Gaussian(), REFERENCE).features(NEW)
    cross, gram = Gaussian().matrix(NEW, REFERENCE), Gaussian().matrix(REFERENCE, REFERENCE)
    np.testing.assert_allclose(features @ features.T, cross @ np.linalg.solve(gram, cross.T), atol=1e-9)
    assert np.all(np.linalg.norm(features, axis=1) <= 1.0)


@pytest.mark.spec("M.K16")
def test_whitened_map_agrees_with_scikit_learn() -> None:
    peer = Nystroem(kernel="rbf", gamma=0.5, n_components=8, random_state=0).fit(REFERENCE.array)
    ours = WhitenedKernelMap(Gaussian(1.0), Vectors.of(peer.components_)).features(NEW)
    theirs = peer.transform(NEW.array)
    np.testing.assert_allclose(ours @ ours.T, theirs @ theirs.T, atol=1e-9)


def test_singular_reference_is_no_obstacle() -> None:
    mapping = WhitenedKernelMap(Linear(), REFERENCE)  # eight examples in the plane
    features = mapping.features(NEW)
    np.testing.assert_allclose(features @ features.T, Linear().matrix(NEW, NEW), atol=1e-10)
