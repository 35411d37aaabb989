"""Mirror images, polars and cummerbunds by draws: arcs in the plane, caps in closed form, the machine's estimate."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.bounds.complexity.cap_volume import belt_volume, cap_information, log_cap_share, polar_volume
from drupe.estimators.bayes_point.version_space_volume import Room, mirrored_volume
from drupe.textbook.capacity.sampled_volumes import (
    SampledShare,
    cummerbund_share,
    mirrored_sample,
    polar_share,
    symmetric_share,
    version_space_share,
)

DRAWS = 40_000


def unit(angle):
    return np.array([math.cos(angle), math.sin(angle)])


def sample(n, d, seed):
    rng = np.random.default_rng(seed)
    w, x = rng.normal(size=d), rng.normal(size=(n, d))
    return w / np.linalg.norm(w), x, np.sign(x @ w), rng


@pytest.mark.spec("G.Q-14")
@given(st.integers(2, 6), st.integers(0, 10_000))
def test_the_mirrored_sample_is_the_mirror_image_of_version_space(d, seed):
    """v gets the mirrored sample right exactly if 2⟨v, w⟩w − v gets the sample right; Q is symmetric about w."""
    w, x, signs, rng = sample(4, d, seed)
    mirrored, opposite = mirrored_sample(3.0 * w, x, signs)
    v = rng.normal(size=(50, d))
    image = 2.0 * np.outer(v @ w, w) - v
    np.testing.assert_allclose(opposite * (v @ mirrored.T), signs * (image @ x.T), atol=1e-11)
    again, back = mirrored_sample(w, mirrored, opposite)
    np.testing.assert_allclose(again, x, atol=1e-12)
    np.testing.assert_array_equal(back, signs)


@pytest.mark.spec("G.Q-14")
@pytest.mark.parametrize("place", [0.1, 0.35, 0.5, 0.8])
def test_arcs_of_the_plane(place):
    """V an arc from 0 to 1.2 and w inside: Q is twice the way to the nearer end."""
    width = 1.2
    x, signs = np.array([unit(math.pi / 2), unit(width - math.pi / 2)]), np.ones(2)
    rng = np.random.default_rng(0)
    assert width / (2.0 * math.pi) in version_space_share(x, signs, DRAWS, rng)
    found = symmetric_share(unit(place * width), x, signs, DRAWS, rng)
    assert 2.0 * min(place, 1.0 - place) * width / (2.0 * math.pi) in found


@pytest.mark.spec("G.Q-14", "G.Q-12")
def test_cap_within_symmetric_part_within_version_space():
    w, x, signs, rng = sample(6, 3, 0)
    margin = float((signs * (x @ w) / np.linalg.norm(x, axis=1)).min())
    v = rng.normal(size=(200_000, 3))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    inside = (signs * (v @ x.T) > 0.0).all(axis=1)
    mirrored, opposite = mirrored_sample(w, x, signs)
    symmetric = inside & (opposite * (v @ mirrored.T) > 0.0).all(axis=1)
    cap = v @ w > math.sqrt(1.0 - margin**2)
    assert not (cap & ~symmetric).any()
    assert 0 < cap.sum() < symmetric.sum() < inside.sum()
    assert math.exp(-cap_information(margin, 3)) in SampledShare(int(cap.sum()), len(v))
    # Half of the symmetric part or more votes as w does, at any input: it stands for w.
    for z in rng.normal(size=(20, 3)):
        votes = np.sign(v[symmetric] @ z) == np.sign(w @ z)
        assert SampledShare(int(votes.sum()), len(votes)).limits(1e-6)[1] >= 0.5


@pytest.mark.spec("G.Q-14")
@pytest.mark.parametrize("d", [2, 3, 5])
def test_estimates_of_the_machine_agree_with_draws(d):
    """What the bound is fed, by walls one after the other under a Gaussian prior, is the same share of the sphere."""
    w, x, signs, rng = sample(5, d, d)
    found = symmetric_share(w, x, signs, 200_000, rng)
    alpha = np.linalg.lstsq(x.T, w, rcond=None)[0]
    logarithms = mirrored_volume(Room.around(x @ x.T, signs, alpha))
    assert float(np.exp(logarithms).mean()) == pytest.approx(found.value, rel=0.1)


@pytest.mark.spec("G.Q-15")
@pytest.mark.parametrize("angle", [0.3, 0.9, 1.4])
def test_polar_and_cummerbund_of_a_cap(angle):
    """Points around the rim of a cone stand for the cone; in three dimensions its polar has (1 − sin angle)/2."""
    turns = np.linspace(0.0, 2.0 * math.pi, 200, endpoint=False)
    rim = np.column_stack(
        [math.sin(angle) * np.cos(turns), math.sin(angle) * np.sin(turns), np.full(200, math.cos(angle))]
    )
    concentration, rng = math.cos(angle), np.random.default_rng(0)
    by_hand = 0.5 * (1.0 - math.sin(angle))
    assert polar_volume(concentration, 3) == pytest.approx(by_hand, rel=1e-12)
    assert polar_volume(concentration, 3) == pytest.approx(math.exp(log_cap_share(math.pi / 2 - angle, 3)), rel=1e-12)
    assert by_hand in polar_share(rim, DRAWS, rng)
    assert belt_volume(concentration, 3) in cummerbund_share(rim, DRAWS, rng)


@pytest.mark.spec("G.Q-15")
@given(st.floats(0.0, 1.0), st.integers(1, 3000))
def test_two_polars_and_the_belt_make_the_sphere(concentration, n):
    assert belt_volume(concentration, n) + 2.0 * polar_volume(concentration, n) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.spec("G.Q-15")
def test_cummerbunds_of_finite_sets():
    """Two points at an angle t: w separates them with probability t/π; the polar has the rest, halved."""
    rng, x = np.random.default_rng(0), np.array([unit(0.0), unit(1.0)])
    assert 1.0 / math.pi in cummerbund_share(x, DRAWS, rng)
    assert 0.5 * (1.0 - 1.0 / math.pi) in polar_share(x, DRAWS, rng)
    # Mixed signs on the points are a zero somewhere in their convex hull: its points add nothing.
    points = rng.normal(size=(4, 3)) + 1.0
    inner = rng.dirichlet(np.ones(4), size=50) @ points
    one = cummerbund_share(points, DRAWS, np.random.default_rng(1))
    assert one == cummerbund_share(np.vstack([points, inner]), DRAWS, np.random.default_rng(1))
    # With the origin inside nobody gives all points the same label.
    assert cummerbund_share(np.vstack([np.eye(2), -np.eye(2)]), 1000, rng).value == 1.0


def test_limits_hold_the_share():
    low, high = SampledShare(30, 100).limits(0.05)
    assert low < 0.3 < high
    assert SampledShare(0, 100).limits(0.05)[0] == 0.0
    misses = 0
    for seed in range(400):
        hits = int(np.random.default_rng(seed).binomial(200, 0.07))
        low, high = SampledShare(hits, 200).limits(0.1)
        misses += not low <= 0.07 <= high
    assert misses <= 55
