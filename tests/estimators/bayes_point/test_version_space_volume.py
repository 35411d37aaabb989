"""The volume of mirrored version space: arcs of the circle, brute force, and estimates without bias."""

import numpy as np
import pytest
from scipy.special import logsumexp

from drupe.estimators.bayes_point import version_space_volume
from drupe.estimators.bayes_point.version_space_volume import ESTIMATES, Room, mirrored_volume


def room_of(x, w):
    """Examples in the plane or in space, labelled by w itself."""
    signs = np.where(x @ w > 0.0, 1.0, -1.0)
    alpha = np.linalg.lstsq(x.T, w, rcond=None)[0]
    return Room.around(x @ x.T, signs, alpha)


def total(logarithms):
    return float(np.exp(logsumexp(logarithms) - np.log(len(logarithms))))


@pytest.mark.parametrize("seed", range(4))
def test_in_the_plane_it_is_twice_the_smallest_angle(seed) -> None:
    rng = np.random.default_rng(seed)
    x, w = rng.normal(size=(12, 2)), np.array([1.0, 0.0])
    room = room_of(x, w)
    np.testing.assert_allclose(room.margins, np.abs(x[:, 0]) / np.linalg.norm(x, axis=1), atol=1e-5)
    exact = 2.0 * np.arcsin(room.margins.min()) / (2.0 * np.pi)
    assert total(mirrored_volume(room)) == pytest.approx(exact, rel=0.08)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_in_space_it_agrees_with_rejection(seed) -> None:
    rng = np.random.default_rng(seed)
    x, teacher = rng.normal(size=(5, 4)), rng.normal(size=4)
    walls = x * np.where(x @ teacher > 0.0, 1.0, -1.0)[:, None]
    w = (walls / np.linalg.norm(walls, axis=1)[:, None]).sum(axis=0)
    w /= np.linalg.norm(w)
    assert (walls @ w > 0.0).all()
    v = rng.normal(size=(400_000, 4))
    mirrored = 2.0 * (v @ w)[:, None] * w - v
    inside = ((v @ walls.T > 0.0) & (mirrored @ walls.T > 0.0)).all(axis=1)
    assert total(mirrored_volume(room_of(x, w))) == pytest.approx(inside.mean(), rel=0.1)


def test_length_of_examples_and_of_w_do_not_matter() -> None:
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=(6, 3)), np.array([1.0, 0.5, -0.5])
    stretched = x * rng.uniform(0.5, 20.0, size=6)[:, None]
    np.testing.assert_allclose(mirrored_volume(room_of(x, w)), mirrored_volume(room_of(stretched, 7.0 * w)), rtol=1e-4)


def test_estimates_are_right_on_average_whatever_they_are_told_to_look_at(monkeypatch) -> None:
    rng = np.random.default_rng(1)
    x, w = rng.normal(size=(8, 2)), np.array([0.0, 1.0])
    room = room_of(x, w)
    exact = 2.0 * np.arcsin(room.margins.min()) / (2.0 * np.pi)
    found = []
    for seed in range(30):
        monkeypatch.setattr(version_space_volume, "SEED", seed)
        found.append(np.exp(mirrored_volume(room)))
    values = np.concatenate(found)
    assert abs(values.mean() - exact) < 4.0 * values.std() / np.sqrt(len(values))


def test_a_rule_that_errs_has_no_version_space_around_it() -> None:
    gram, signs = np.eye(3), np.ones(3)
    room = Room.around(gram, signs, np.array([1.0, 1.0, -1.0]))
    assert not room.consistent
    assert (mirrored_volume(room) == -np.inf).all()
    assert len(mirrored_volume(room)) == ESTIMATES


def test_an_example_without_length_is_on_no_side() -> None:
    assert not Room.around(np.diag([1.0, 0.0]), np.ones(2), np.array([1.0, 1.0])).consistent
