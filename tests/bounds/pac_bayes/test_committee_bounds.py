"""Aggregation and votes: weights that lower the bound, and the inequalities between drawing and voting."""

import numpy as np
import pytest

from drupe.bounds.pac_bayes.aggregation import Aggregation, learned_weights
from drupe.bounds.pac_bayes.committee import FirstOrderVote, TandemVote
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.witness.committee import Committee, Tandem

ERRORS = np.array([8, 9, 10, 30, 40])


def test_equal_weights_have_no_divergence_and_one_rule_costs_ln_k() -> None:
    equal = Committee(ERRORS, 100, np.full(5, 0.2))
    single = Committee(ERRORS, 100, np.eye(5)[0])
    assert equal.divergence == 0.0
    assert single.divergence == pytest.approx(np.log(5.0))
    assert Aggregation().risk(single, 0.05) == pytest.approx(pac_bayes_kl(0.08, np.log(5.0), 100, 0.05))


def test_learned_weights_beat_equal_and_single_ones() -> None:
    weights = learned_weights(ERRORS, 100, 0.05)
    learned = Aggregation().risk(Committee(ERRORS, 100, weights), 0.05)
    assert np.all(np.diff(weights) <= 0)
    assert learned < Aggregation().risk(Committee(ERRORS, 100, np.full(5, 0.2)), 0.05)
    assert learned < Aggregation().risk(Committee(ERRORS, 100, np.eye(5)[0]), 0.05) + 1e-3


@pytest.mark.spec("G.B-21")
def test_vote_is_at_most_twice_the_draw() -> None:
    team = Committee(ERRORS, 100, learned_weights(ERRORS, 100, 0.05))
    assert FirstOrderVote().risk(team, 0.05) == pytest.approx(min(1.0, 2.0 * Aggregation().risk(team, 0.05)))
    rng = np.random.default_rng(0)
    wrong = rng.random((20_000, 5)) < rng.random(5)
    weights = rng.dirichlet(np.ones(5))
    assert np.mean(wrong @ weights >= 0.5) <= 2.0 * np.mean(wrong @ weights)
    assert np.mean(wrong @ weights >= 0.5) <= 4.0 * np.mean((wrong @ weights) ** 2)


def test_independent_errors_favor_the_second_order() -> None:
    n, rules = 5000, 25
    rng = np.random.default_rng(1)
    wrong = (rng.random((n, rules)) < 0.1).astype(np.int64)
    joint, weights = wrong.T @ wrong, np.full(rules, 1.0 / rules)
    second = TandemVote().risk(Tandem(joint, np.full_like(joint, n), weights), 0.05)
    first = FirstOrderVote().risk(Committee(np.diag(joint).copy(), n, weights), 0.05)
    assert second < 0.5 * first


@pytest.mark.parametrize("weights", [[0.5, 0.6], [1.0], [1.5, -0.5]])
def test_bad_weights_are_refused(weights) -> None:
    with pytest.raises(ValueError, match="weights"):
        Committee(np.array([1, 2]), 10, np.array(weights))
