"""Bayesian transduction and the Gibbs strategy: votes in closed form, and optimality under the prior."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from drupe import BayesianTransduction, BayesPointMachine, GibbsClassifier, HardMarginSVC
from drupe.kernels import Gaussian

sys.path.insert(0, str(Path(__file__).parents[1] / "bayes_point"))
from plain_samplers import PlainPerceptron, PlainRejection, perceptron

RNG = np.random.default_rng(0)


def voters(machine=BayesianTransduction, **parameters):
    settings = {"kernel": "linear", "sampler": PlainRejection(), "n_samples": 4000, "random_state": 0}
    return machine(**{**settings, **parameters})


@pytest.mark.spec("G.A-30")
def test_votes_are_arc_lengths():
    # Directions lie between −π/2 and 0; the share that has x at angle a on its positive side is 1 − a / (π/2).
    fitted = voters().fit([[1.0, 0.0], [0.0, 1.0]], [1, -1])
    angles = np.array([0.0, 0.4, np.pi / 4 - 0.1, np.pi / 4 + 0.1, 1.2])
    working = np.column_stack([np.cos(angles), np.sin(angles)])
    share = 1.0 - angles / (np.pi / 2)
    labelling = fitted.transduce(working)
    np.testing.assert_allclose(fitted.predict_proba(working)[:, 1], share, atol=0.03)
    np.testing.assert_array_equal(labelling.labels, [1, 1, 1, -1, -1])
    np.testing.assert_array_equal(fitted.predict(working), labelling.labels)
    np.testing.assert_allclose(labelling.confidence, np.abs(2 * share - 1), atol=0.06)
    np.testing.assert_allclose(fitted.confidence(working), labelling.confidence)
    np.testing.assert_allclose(fitted.decision_function(working), 2 * share - 1, atol=0.06)


@pytest.mark.spec("G.A-31")
def test_joint_labels_are_the_longest_arc():
    # Three working points cut the arc of length π/2 into pieces of 0.4, 0.2, 0.3 and the rest: the first arc wins.
    fitted = voters().fit([[1.0, 0.0], [0.0, 1.0]], [1, -1])
    cuts = np.array([0.3, 0.55, 0.8])
    working = np.column_stack([np.cos(cuts), np.sin(cuts)])
    labelling = fitted.transduce(working)
    pieces = np.diff([0.0, *cuts, np.pi / 2]) / (np.pi / 2)
    assert labelling.joint_probability == pytest.approx(pieces.max(), abs=0.03)
    assert labelling.joint_labels.tolist() == [1, 1, 1]


@pytest.mark.spec("G.A-30")
def test_confidence_is_one_where_version_space_agrees():
    X = RNG.normal(size=(30, 3))
    y = np.where(X[:, 0] > 0, "up", "down")
    fitted = voters(n_samples=500).fit(X, y)
    np.testing.assert_array_equal(fitted.transduce(X).labels, y)
    np.testing.assert_allclose(fitted.confidence(X), 1.0)
    assert fitted.gibbs_error_ == 0.0


def test_several_classes_vote_member_by_member():
    X, y = load_iris(return_X_y=True)
    fitted = voters(kernel=Gaussian(1.0), sampler=PlainPerceptron(), n_samples=5).fit(X, y)
    probabilities = fitted.predict_proba(X)
    np.testing.assert_allclose(probabilities * 5, np.rint(probabilities * 5), atol=1e-12)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    assert fitted.score(X, y) > 0.98


@pytest.mark.spec("G.A-29")
def test_gibbs_errs_as_often_as_its_samples():
    X = RNG.normal(size=(10, 3))
    fitted = voters(GibbsClassifier, n_samples=300).fit(X, X[:, 0] > 0)
    new = RNG.normal(size=(5000, 3))
    truth = new[:, 0] > 0
    assert 1.0 - fitted.score(new, truth) == pytest.approx(fitted.error(new, truth), abs=0.02)


def test_gibbs_draws_anew_for_every_answer():
    X = RNG.normal(size=(10, 3))
    fitted, again = (voters(GibbsClassifier, n_samples=300, random_state=3).fit(X, X[:, 0] > 0) for _ in range(2))
    doubtful = np.full((1, 3), [[0.0, 1.0, 1.0]])
    one_by_one = [bool(fitted.predict(doubtful)[0]) for _ in range(200)]
    # A seed planted anew for each call would ask the same classifier every time.
    share = float(fitted.error(doubtful, [False]))
    assert 0.05 < share < 0.95
    assert np.mean(one_by_one) == pytest.approx(share, abs=4.0 * np.sqrt(share * (1.0 - share) / 200))
    assert one_by_one == [bool(again.predict(doubtful)[0]) for _ in range(200)]
    loaded = [bool(pickle.loads(pickle.dumps(fitted)).predict(doubtful)[0]) for _ in range(200)]
    assert np.mean(loaded) == pytest.approx(share, abs=5.0 * np.sqrt(share * (1.0 - share) / 200))


class World:
    """One truth drawn from the prior, a few examples of it, and all ways to learn from them."""

    def __init__(self, seed, n=10, d=4):
        rng = np.random.default_rng(seed)
        truth = rng.normal(size=d)
        X, self.new = rng.normal(size=(n, d)), rng.normal(size=(400, d))
        y, self.labels = X @ truth > 0, self.new @ truth > 0
        if y.all() or not y.any():
            y[0], X[0] = not y[0], -X[0]
        self.X, self.y, self.seed = X, y, seed

    def errors(self):
        learned = {"random_state": self.seed, "n_samples": 100}
        gibbs = voters(GibbsClassifier, **learned).fit(self.X, self.y)
        signs = np.where(self.y, 1.0, -1.0)
        w = perceptron(self.X @ self.X.T, signs, np.arange(len(signs))) @ self.X
        svm = HardMarginSVC("linear", fit_intercept=False).fit(self.X, self.y)
        return [
            self.error(voters(**learned).fit(self.X, self.y).predict(self.new)),
            self.error(voters(BayesPointMachine, **learned).fit(self.X, self.y).predict(self.new)),
            self.error(svm.predict(self.new)),
            self.error(self.new @ w > 0),
            gibbs.error(self.new, self.labels),
        ]

    def error(self, answers):
        return np.mean(answers != self.labels)


@pytest.mark.spec("G.Q-18", "G.A-28")
def test_no_rule_beats_the_vote_on_average_under_the_prior():
    errors = np.array([World(seed).errors() for seed in range(80)])
    vote, point, svm, single, gibbs = errors.T
    for other in (point, svm, single, gibbs):
        difference = other - vote
        assert difference.mean() > -3.0 * difference.std() / np.sqrt(len(difference))
    # These are clear-cut, and the vote errs at most twice as often as Gibbs, in every world.
    assert vote.mean() < single.mean()
    assert vote.mean() < 0.9 * gibbs.mean()
    assert (vote <= 2.0 * gibbs + 1e-12).all()
    # The Bayes point is the vote's best stand-in.
    assert abs(point.mean() - vote.mean()) < 0.25 * (single.mean() - vote.mean())
