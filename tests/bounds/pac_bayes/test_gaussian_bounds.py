"""Gaussian PAC-Bayes, its learned prior and its derandomization: Monte Carlo over rules, and relations between them."""

import numpy as np
import pytest
from scipy.special import ndtr

from drupe.bounds.pac_bayes.derandomized import Derandomized
from drupe.bounds.pac_bayes.gaussian import GaussianPacBayes, best_length
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.pac_bayes.learned_prior import LearnedPrior
from drupe.witness.directions import Direction, ShiftedDirection


@pytest.fixture(scope="module")
def margins():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 6))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = np.sign(x[:, 0] + 0.1 * rng.normal(size=400))
    return x, y, y * x[:, 0]


def test_error_under_the_gaussian_is_what_drawn_rules_do(margins) -> None:
    x, y, cosines = margins
    length, rng = 4.0, np.random.default_rng(1)
    drawn = length * np.eye(6)[0] + rng.normal(size=(4000, 6))
    simulated = np.mean((drawn @ x.T) * y <= 0)
    assert ndtr(-length * cosines).mean() == pytest.approx(simulated, abs=0.005)
    witness = Direction(cosines, length)
    expected = pac_bayes_kl(float(ndtr(-length * cosines).mean()), length**2 / 2, 400, 0.05)
    assert GaussianPacBayes().risk(witness, 0.05) == pytest.approx(expected, rel=1e-9)


def test_best_length_is_best(margins) -> None:
    length = best_length(margins[2], 1, 0.05)
    best = GaussianPacBayes().risk(Direction(margins[2], length), 0.05)
    others = [GaussianPacBayes().risk(Direction(margins[2], factor * length), 0.05) for factor in (0.7, 1.4)]
    assert best <= min(others)


def test_a_prior_at_the_origin_is_no_learned_prior(margins) -> None:
    learned = ShiftedDirection(margins[2], 3.0, prior_scale=0.0, cosine=0.3)
    assert learned.divergence == pytest.approx(Direction(margins[2], 3.0).divergence)
    assert LearnedPrior().risk(learned, 0.05) == pytest.approx(
        GaussianPacBayes().risk(Direction(margins[2], 3.0), 0.05)
    )


def test_divergence_is_that_of_two_gaussians() -> None:
    rng = np.random.default_rng(2)
    v, w = rng.normal(size=(2, 5))
    v, w = v / np.linalg.norm(v), w / np.linalg.norm(w)
    seen = ShiftedDirection(np.array([0.5]), 2.0, 3.0, float(v @ w))
    assert seen.divergence == pytest.approx(0.5 * np.sum((2.0 * w - 3.0 * v) ** 2))


def test_no_shift_is_twice_the_gibbs_bound(margins) -> None:
    length = best_length(margins[2], 1, 0.05)
    twice = 2.0 * GaussianPacBayes().risk(Direction(margins[2], length), 0.05)
    assert Derandomized(shifts=(0.0,)).risk(Direction(margins[2], 1.0), 0.05) == pytest.approx(twice, rel=1e-2)


def test_a_shift_helps_where_margins_are_large() -> None:
    witness = Direction(np.full(2000, 0.9), 1.0)
    assert Derandomized().risk(witness, 0.05) < 0.9 * Derandomized(shifts=(0.0,)).risk(witness, 0.05)


def test_where_the_rule_errs_shifted_neighbors_err_often_enough() -> None:
    # 1{m ≤ 0} Φ(τ) ≤ Φ(τ − μ m): the inequality that the bound rests on.
    m, shift = np.linspace(-1.0, 1.0, 101)[:, None], np.linspace(0.0, 3.0, 13)[None, :]
    assert np.all((m <= 0.0) * ndtr(shift) <= ndtr(shift - 5.0 * m) + 1e-15)


@pytest.mark.parametrize("bad", [[], [1.5], [np.nan]])
def test_bad_margins_are_refused(bad) -> None:
    with pytest.raises(ValueError, match="normalized margins"):
        Direction(np.array(bad), 1.0)
