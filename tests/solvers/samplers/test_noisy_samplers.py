"""Under label noise the posterior is piecewise constant: exact arcs, importance sampling, and a formula that fails."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from solvers.samplers.sphere_oracle import arc_hits, arcs, error_shares, linear_gram, off_by, weights

from drupe.grams import DenseGram
from drupe.solvers.samplers import Billiard, Gibbs, Rejection, Sampler

NOISY = {"rejection": Rejection, "gibbs": Gibbs, "billiard": Billiard}
every_noisy = pytest.mark.parametrize("kind", NOISY.values(), ids=NOISY)
Kind = Callable[..., Sampler]

rng = np.random.default_rng
X = rng(5).standard_normal((10, 3))
SIGNS = np.where(X[:, 0] > 0, 1.0, -1.0) * np.repeat([-1.0, 1.0], [2, 8])
ERRORS = error_shares(X * SIGNS[:, None], 0.2)
"""P(0 training errors), P(1), ..."""


def errors_fit(errors: np.ndarray, draws_per_independent: float) -> float:
    """Greatest difference to importance sampling in standard errors, over the numbers of errors that occur."""
    got = np.bincount(errors, minlength=11) / len(errors)
    error = np.sqrt(ERRORS * (1 - ERRORS) * draws_per_independent / len(errors)) + 1e-4
    return float((np.abs(got - ERRORS) / error).max())


@every_noisy
@pytest.mark.spec("G.S-06", "G.S-07", "G.S-08")
def test_training_errors_follow_the_posterior(kind: Kind) -> None:
    drawn = kind(noise=0.2).sample(linear_gram(X), SIGNS, 30_000, rng(1))
    errors = (drawn.outputs * SIGNS <= 0).sum(axis=1)
    assert errors_fit(errors, 4.0) < 5
    assert np.allclose(drawn.outputs, weights(X, drawn) @ X.T, atol=1e-9)


def great_circle_chain(angles_of: Callable[..., np.ndarray], draws: int) -> np.ndarray:
    """Training errors along a chain as the source describes it, with this formula for the crossings."""
    walls, noise, generator = X * SIGNS[:, None], 0.2, rng(2)
    norms = np.linalg.norm(X, axis=1)
    w = np.array([1.0, 0.0, 0.0])
    errors = np.empty(draws, dtype=int)
    for s in range(draws):
        v = generator.standard_normal(3)
        v -= (v @ w) * w
        v /= np.linalg.norm(v)
        half = angles_of(X @ w, X @ v, norms) % math.pi
        ends = np.sort(np.concatenate([half, half + math.pi]))
        lengths = np.diff(np.append(ends, ends[0] + 2 * math.pi))
        middles = ends + lengths / 2
        wrong = (np.outer(np.cos(middles), walls @ w) - np.outer(np.sin(middles), walls @ v) <= 0).sum(axis=1)
        likely = lengths * (noise / (1 - noise)) ** wrong
        arc = generator.choice(len(ends), p=likely / likely.sum())
        angle = ends[arc] + lengths[arc] * generator.random()
        w = math.cos(angle) * w - math.sin(angle) * v
        w /= np.linalg.norm(w)
        errors[s] = (walls @ w <= 0).sum()
    return errors


@pytest.mark.spec("G.S-07")
def test_the_printed_crossings_have_another_posterior() -> None:
    """arccos(⟨v, x⟩ / ‖x‖) forgets the part of x outside the circle's plane; the angle of the projection does not."""
    right = great_circle_chain(lambda at, across, norms: np.arctan2(at, across), 6000)
    printed = great_circle_chain(lambda at, across, norms: np.arccos(across / norms), 6000)
    assert errors_fit(right, 4.0) < 5
    assert errors_fit(printed, 4.0) > 8


@every_noisy
@pytest.mark.parametrize("noise", [0.05, 0.3])
def test_exact_arcs_in_the_plane(kind: Kind, noise: float) -> None:
    x = rng(3).standard_normal((7, 2))
    signs = np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0])
    ends, probabilities = arcs(x * signs[:, None], noise)
    drawn = weights(x, kind(noise=noise).sample(linear_gram(x), signs, 40_000, rng(4)))
    hits = arc_hits(drawn, ends)
    shares = np.bincount(hits, minlength=len(ends)) / len(hits)
    if kind is Billiard:
        # In the plane a ball has to cross arcs of many errors to find the next good one.
        likely = np.flatnonzero(probabilities > 0.003)
        assert max(off_by((hits == arc).astype(float), probabilities[arc]) for arc in likely) < 5
        assert np.abs(shares - probabilities).max() < 0.06
    else:
        # Gibbs in the plane is an independent draw from the whole circle at every step, and so is rejection.
        error = np.sqrt(probabilities * (1 - probabilities) / len(drawn)) + 1e-5
        assert (np.abs(shares - probabilities) / error).max() < 5


@every_noisy
@pytest.mark.spec("G.S-06")
def test_one_half_is_uniform_on_the_sphere_whatever_the_scales(kind: Kind) -> None:
    """Coefficients drawn independently would have the second moments .447, .352, .201 here."""
    x = np.diag([3.0, 1.0, 0.3])
    drawn = weights(x, kind(noise=0.5).sample(linear_gram(x), np.ones(3), 20_000, rng(5)))
    for j in range(3):
        assert off_by(drawn[:, j] ** 2, 1 / 3) < 5
        assert off_by(drawn[:, j], 0.0) < 5
        assert (drawn[:, j] ** 2).mean() == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("kind", [Gibbs, Billiard])
def test_a_noise_above_one_half_turns_the_posterior_round(kind: Kind) -> None:
    below, above = (kind(noise=p).sample(linear_gram(X), SIGNS, 20_000, rng(6)) for p in (0.2, 0.8))
    assert weights(X, below).mean(axis=0) == pytest.approx(-weights(X, above).mean(axis=0), abs=0.05)
    assert np.abs(weights(X, below).mean(axis=0)).max() > 0.2


@every_noisy
def test_on_a_line_two_classifiers_share_the_posterior(kind: Kind) -> None:
    """One error to the one side and two to the other: 4 to 1 at θ = 0.2."""
    x = np.array([[1.0], [2.0], [3.0]])
    drawn = kind(noise=0.2).sample(linear_gram(x), np.array([1.0, 1.0, -1.0]), 20_000, rng(7))
    assert (weights(x, drawn)[:, 0] > 0).mean() == pytest.approx(0.8, abs=0.015)


@every_noisy
def test_an_example_at_the_origin_changes_nothing(kind: Kind) -> None:
    x = np.concatenate([X, np.zeros((1, 3))])
    signs = np.append(SIGNS, 1.0)
    drawn = kind(noise=0.2).sample(linear_gram(x), signs, 30_000, rng(8))
    assert np.array_equal(drawn.outputs[:, 10], np.zeros(30_000))
    assert errors_fit((drawn.outputs[:, :10] * SIGNS <= 0).sum(axis=1), 4.0) < 5


@pytest.mark.parametrize("kind", [Gibbs, Billiard])
def test_little_noise_is_nearly_none(kind: Kind) -> None:
    signs = np.ones(4)
    drawn = kind(noise=1e-9).sample(DenseGram(np.eye(4)), signs, 2_000, rng(9))
    assert (drawn.outputs > 0).all()


def test_the_billiard_agrees_with_gibbs_where_gibbs_is_given_time() -> None:
    x = rng(10).standard_normal((15, 4))
    signs = np.where(x[:, 0] > 0.3, 1.0, -1.0)
    gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2) / 8))
    slow = Gibbs(noise=0.1, thin=40).sample(gram, signs, 8_000, rng(11))
    fast = Billiard(noise=0.1, bounces=30).sample(gram, signs, 8_000, rng(12))
    for i in range(15):
        difference = abs(slow.outputs[:, i].mean() - fast.outputs[:, i].mean())
        assert difference < 0.05 * slow.outputs[:, i].std() * 4
    errors = [(drawn.outputs * signs <= 0).sum(axis=1).mean() for drawn in (slow, fast)]
    assert errors[0] == pytest.approx(errors[1], abs=0.15)
