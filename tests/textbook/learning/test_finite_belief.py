"""Bayes' rule on finitely many hypotheses, where everything can be enumerated."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe import BayesPointMachine
from drupe.bounds.complexity.angles import disagreement
from drupe.foundation.errors import InputError
from drupe.textbook.learning.finite_belief import FiniteBelief

RNG = np.random.default_rng(0)
# All classifiers of four inputs: one row each.
EVERY = np.array(list(itertools.product([0, 1], repeat=4)))


@pytest.mark.spec("G.A-43", "H.G01")
def test_posterior_by_hand():
    prior = FiniteBelief(np.array([0.7, 0.2, 0.1]))
    likelihood = np.array([0.1, 0.5, 0.0])
    with np.errstate(divide="ignore"):
        logs = np.log(likelihood)
    np.testing.assert_allclose(prior.after(logs).probabilities, [0.07 / 0.17, 0.1 / 0.17, 0.0])
    assert prior.log_evidence(logs) == pytest.approx(np.log(0.17))


@pytest.mark.spec("G.A-43")
@given(st.lists(st.floats(-30, 0), min_size=3, max_size=3), st.floats(-500, 500))
def test_only_ratios_of_likelihoods_matter(logs, common):
    prior = FiniteBelief(np.array([0.5, 0.3, 0.2]))
    np.testing.assert_allclose(
        prior.after(logs).probabilities, prior.after(np.array(logs) + common).probabilities, rtol=1e-9
    )


@pytest.mark.spec("H.G01")
def test_evidence_is_a_probability_of_labellings():
    """Summed over all labellings of the inputs it is one, whatever the noise of the labels."""
    prior = FiniteBelief(RNG.dirichlet(np.ones(16)))
    for noise in (0.1, 0.4):
        likelihoods = [np.where(labels == EVERY, 1.0 - noise, noise).prod(axis=1) for labels in EVERY]
        assert sum(np.exp(prior.log_evidence(np.log(one))) for one in likelihoods) == pytest.approx(1.0)


def test_one_example_after_the_other_is_all_at_once():
    prior = FiniteBelief(RNG.dirichlet(np.ones(5)))
    first, second = np.log(RNG.random(5)), np.log(RNG.random(5))
    np.testing.assert_allclose(
        prior.after(first).after(second).probabilities, prior.after(first + second).probabilities
    )
    chained = prior.log_evidence(first) + prior.after(first).log_evidence(second)
    assert prior.log_evidence(first + second) == pytest.approx(chained)


@pytest.mark.spec("G.A-43", "G.A-28")
def test_without_noise_the_belief_is_version_space():
    prior = FiniteBelief(RNG.dirichlet(np.ones(16)))
    agrees = (EVERY[:, :2] == [1, 0]).all(axis=1)
    posterior = prior.within(agrees)
    assert (posterior.probabilities[~agrees] == 0).all()
    np.testing.assert_allclose(
        posterior.probabilities[agrees], prior.probabilities[agrees] / prior.probabilities[agrees].sum()
    )
    assert posterior.vote(EVERY, 2)[:2].tolist() == [1, 0]


@pytest.mark.spec("G.A-27", "G.L-08", "H.G03")
def test_laplace_principle():
    belief = FiniteBelief(RNG.dirichlet(np.ones(6)))
    assert belief.decide(1.0 - np.eye(6)) == belief.most_probable()
    points = RNG.normal(size=(6, 2))
    mean = belief.mean(points)

    def expected(w):
        return belief.probabilities @ np.square(points - w).sum(axis=1)

    assert all(expected(mean) <= expected(mean + step) for step in RNG.normal(size=(50, 2)))
    squared = np.square(points[:, None] - points[None]).sum(axis=2)
    assert belief.decide(squared) == int(np.square(points - mean).sum(axis=1).argmin())


@pytest.mark.spec("G.A-28", "G.A-29", "H.G03")
@pytest.mark.parametrize("seed", range(20))
def test_vote_errs_at_most_twice_as_often_as_gibbs(seed):
    rng = np.random.default_rng(seed)
    belief = FiniteBelief(rng.dirichlet(np.full(16, 0.3)))
    for labels in EVERY:
        vote = belief.vote(EVERY, 2) != labels
        gibbs = belief.gibbs_error(EVERY, labels)
        assert (vote <= 2.0 * gibbs + 1e-9).all()


@pytest.mark.spec("G.Q-18", "G.A-28")
def test_vote_has_the_least_error_on_average_under_the_prior():
    prior = FiniteBelief(RNG.dirichlet(np.full(16, 0.5)))
    # Two inputs are seen, two asked for: every learner is a table from what was seen to two answers.
    seen, asked = EVERY[:, :2], EVERY[:, 2:]
    best = 0.0
    for pattern in itertools.product([0, 1], repeat=2):
        here = (seen == pattern).all(axis=1)
        best += min(prior.probabilities[here] @ (asked[here] != answer).mean(axis=1) for answer in seen[::4])
    vote = 0.0
    for true, p in enumerate(prior.probabilities):
        answers = prior.within((seen == seen[true]).all(axis=1)).vote(EVERY, 2)
        vote += p * np.mean(answers[2:] != EVERY[true, 2:])
    assert vote == pytest.approx(best)


def test_draws_follow_belief():
    belief = FiniteBelief(np.array([0.5, 0.3, 0.2]))
    counts = np.bincount(belief.draw(20_000, np.random.default_rng(0)), minlength=3)
    np.testing.assert_allclose(counts / 20_000, belief.probabilities, atol=0.02)


@pytest.mark.parametrize("wrong", [[0.5, 0.6], [-0.1, 1.1], []])
def test_no_belief(wrong):
    with pytest.raises(InputError, match="of sum one"):
        FiniteBelief(np.array(wrong))


def test_impossible_samples_are_refused():
    with pytest.raises(InputError, match="impossible under every hypothesis"):
        FiniteBelief.uniform(2).within([False, False])
    with pytest.raises(InputError, match="each of the 2 hypotheses needs one log likelihood"):
        FiniteBelief.uniform(2).after([0.0])


@pytest.mark.spec("G.A-32")
@given(st.integers(1, 8), st.integers(1, 6), st.integers(0, 10_000))
def test_bayes_point_by_definition(hypotheses, inputs, seed):
    """No other rule of the class disagrees less with a drawn one, on average over belief and inputs."""
    rng = np.random.default_rng(seed)
    answers, belief = rng.integers(0, 3, (hypotheses, inputs)), FiniteBelief(rng.dirichlet(np.ones(hypotheses)))
    weights = rng.dirichlet(np.ones(inputs))
    means = [
        sum(
            belief.probabilities[other] * weights[j] * (answers[h, j] != answers[other, j])
            for other in range(hypotheses)
            for j in range(inputs)
        )
        for h in range(hypotheses)
    ]
    assert means[belief.bayes_point(answers, weights)] == pytest.approx(min(means), abs=1e-11)
    # What it loses to the vote, which is best at every input, is no less than nothing.
    vote = belief.vote(answers, 3)
    assert min(means) >= belief.gibbs_error(answers, vote) @ weights - 1e-12
    # A class that holds the vote itself has it as its Bayes point.
    larger = FiniteBelief(np.append(belief.probabilities, 0.0))
    chosen = larger.bayes_point(np.vstack([answers, vote]), weights)
    best = larger.gibbs_error(np.vstack([answers, vote]), np.vstack([answers, vote])[chosen]) @ weights
    assert best == pytest.approx(belief.gibbs_error(answers, vote) @ weights, abs=1e-11)


@pytest.mark.spec("G.A-32")
def test_center_of_mass_stands_near_the_bayes_point():
    """Directions drawn from a version space, inputs without preference: the projection of the vote, and the machine."""
    rng = np.random.default_rng(0)
    truth, x = np.array([1.0, 0.5, -0.5]), rng.normal(size=(8, 3))
    y = np.sign(x @ truth)
    drawn = rng.normal(size=(60_000, 3))
    inside = drawn[((drawn @ x.T) * y > 0).all(axis=1)][:400]
    inside /= np.linalg.norm(inside, axis=1, keepdims=True)
    inputs = rng.normal(size=(2000, 3))
    answers = (inside @ inputs.T > 0).astype(int)
    belief = FiniteBelief.uniform(len(inside))
    point = inside[belief.bayes_point(answers)]
    center = belief.mean(inside)
    machine = BayesPointMachine("linear", n_samples=2000, random_state=0).fit(x, y)
    learned = machine.decision_function(np.eye(3))
    vote = belief.vote(answers, 2)
    typical = np.mean([(row != vote).mean() for row in answers])
    for w in (point, center, learned):
        assert ((inputs @ w > 0) != vote).mean() < 0.35 * typical
    assert disagreement(center, learned) < 0.02
    assert disagreement(point, center) < 0.03
