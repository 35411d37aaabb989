"""Centers of directions: the fix point against brute force, and where both centers must coincide."""

import numpy as np
import pytest

from drupe.estimators.bayes_point.center import disagreement, mean_weights, spherical_weights


@pytest.mark.spec("G.A-34")
def test_fix_point_beats_every_other_direction_of_the_plane():
    angles = np.array([0.0, 0.1, 0.2, 1.4])
    w = np.column_stack([np.cos(angles), np.sin(angles)])
    v = spherical_weights(w @ w.T) @ w
    found = np.arctan2(v[1], v[0])
    # On an arc the mean angle is least at a median: anywhere between the second and the third.
    assert 0.1 - 1e-5 <= found <= 0.2 + 1e-5


def test_fix_point_disagrees_least_in_three_dimensions():
    rng = np.random.default_rng(0)
    w = rng.normal(size=(40, 3)) + np.array([2.0, 1.0, 0.0])
    w[:5] -= [0.0, 3.0, 0.0]
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    weights = spherical_weights(w @ w.T)
    v = rng.normal(size=(50_000, 3)) * 0.2 + weights @ w / np.linalg.norm(weights @ w)
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    least = (np.arccos(np.clip(v @ w.T, -1, 1)).mean(axis=1) / np.pi).min()
    assert disagreement(weights, w @ w.T) <= least + 1e-9
    assert disagreement(weights, w @ w.T) < disagreement(mean_weights(40), w @ w.T)


def test_symmetry_leaves_the_mean():
    np.testing.assert_allclose(spherical_weights(np.eye(5)), 0.2)
    np.testing.assert_allclose(spherical_weights(np.array([[1.0]])), 1.0)


@pytest.mark.spec("G.A-34")
def test_angle_is_the_rate_of_disagreement_on_spherical_inputs():
    rng = np.random.default_rng(1)
    w = rng.normal(size=(2, 4))
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    signs = np.sign(rng.normal(size=(200_000, 4)) @ w.T)
    # weights (1, 0): the disagreement of the first with both, of which the first is none
    differ = np.mean(signs[:, 0] != signs[:, 1])
    assert 2 * disagreement(np.array([1.0, 0.0]), w @ w.T) == pytest.approx(differ, abs=0.01)
