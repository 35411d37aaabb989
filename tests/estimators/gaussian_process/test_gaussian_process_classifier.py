"""Gaussian process classification: scikit-learn as peer, dense formulas, integrals, relevance, errors."""

import warnings

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm
from sklearn.datasets import load_iris, make_moons
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.gaussian_process import GaussianProcessClassifier as Peer
from sklearn.gaussian_process import kernels as peers
from solvers import plain_posteriors

from drupe import GaussianProcessClassifier, certify
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.kernels import ARD, Gaussian, Linear

X, y = make_moons(60, noise=0.3, random_state=0)
SIGNS = np.where(y > 0, 1.0, -1.0)
NEW = np.random.default_rng(1).uniform(-2.0, 3.0, size=(25, 2))
FLOWERS, KINDS = (part[::3] for part in load_iris(return_X_y=True))
KERNELS = [
    peers.RBF(0.7),
    peers.ConstantKernel(3.0) * peers.RBF([0.5, 2.0]),
    peers.ConstantKernel(30.0) * peers.Matern(1.0, nu=1.5) + peers.WhiteKernel(0.3),
    peers.DotProduct(0.5) ** 2 + peers.RationalQuadratic(0.8, 0.5),
]


def fitted(kind, kernel, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return kind(kernel, **settings).fit(X, y)


def fixed(kernel, **settings):
    return GaussianProcessClassifier(kernel, optimizer=None, **settings).fit(X, y)


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
def test_far_from_all_data_both_classes_are_equally_probable(approximation):
    """Whatever the variance there; of two classes `predict` takes the second, as everywhere in drupe."""
    for factor in (0.1, 0.9, 1.0, 7.0, 1e3, 1e6):
        machine = fixed(factor * Gaussian(0.5), approximation=approximation)
        assert machine.predict_proba([[1e3, 1e3]]).tolist() == [[0.5, 0.5]]
        assert machine.predict([[1e3, 1e3]]).tolist() == [1]


@pytest.mark.spec("H.G09")
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("moved", [0.0, 1.0, -0.7])
def test_evidence_and_its_slopes_are_those_of_scikit_learn(kernel, moved):
    theirs, ours = Peer(kernel, optimizer=None).fit(X, y), fixed(kernel)
    theta = kernel.theta + moved
    value, slopes = ours.log_marginal_likelihood(theta, eval_gradient=True)
    expected, gradient = theirs.log_marginal_likelihood(theta, eval_gradient=True)
    assert value == pytest.approx(expected, abs=1e-7)
    np.testing.assert_allclose(slopes, gradient, rtol=1e-5, atol=1e-5)
    assert ours.log_marginal_likelihood_value_ == pytest.approx(theirs.log_marginal_likelihood_value_, abs=1e-7)


@pytest.mark.parametrize("seed", range(4))
def test_of_several_summits_the_one_of_scikit_learn_is_found(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(120, 3))
    labels = x[:, 1] + 0.2 * rng.normal(size=120) > 0.0
    kernel = peers.ConstantKernel(4.0) * peers.RBF([1.0, 1.0, 1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        found = [
            kind(kernel).fit(x, labels).log_marginal_likelihood_value_ for kind in (GaussianProcessClassifier, Peer)
        ]
    assert found[0] == pytest.approx(found[1], abs=1e-4)


@pytest.mark.spec("H.G09")
@pytest.mark.parametrize("kernel", KERNELS[1:3], ids=str)
def test_what_is_found_is_as_high_as_what_scikit_learn_finds(kernel):
    theirs, ours = fitted(Peer, kernel), fitted(GaussianProcessClassifier, kernel)
    assert ours.log_marginal_likelihood_value_ >= theirs.log_marginal_likelihood_value_ - 1e-4
    assert type(ours.kernel_) is type(theirs.kernel_)
    again = Peer(ours.kernel_, optimizer=None).fit(X, y)
    assert again.log_marginal_likelihood_value_ == pytest.approx(ours.log_marginal_likelihood_value_, abs=1e-6)
    np.testing.assert_allclose(ours.predict_proba(NEW), again.predict_proba(NEW), atol=5e-3)  # theirs is a fit of σ


@pytest.mark.spec("H.G10")
@pytest.mark.parametrize("factor", [0.5, 5.0, 500.0])
def test_probability_is_the_integral_over_the_dense_gaussian(factor):
    kernel = factor * Gaussian(0.8)
    machine = fixed(kernel)
    K, across = kernel(X) + 1e-9 * np.eye(60), kernel(NEW, X)
    mode, evidence = plain_posteriors.laplace(K, SIGNS)
    precisions = expit(mode) * expit(-mode)
    means = across @ (SIGNS * expit(-SIGNS * mode))
    variances = factor - np.einsum("ij,ji->i", across, np.linalg.solve(K + np.diag(1.0 / precisions), across.T))
    found = machine.latent_mean_and_variance(NEW)
    np.testing.assert_allclose(found[0], means, atol=1e-5)
    np.testing.assert_allclose(found[1], variances, atol=1e-4)
    truth = [
        quad(lambda z, m=m, v=v: norm.pdf(z) * expit(m + np.sqrt(v) * z), -12, 12, points=[-m / np.sqrt(v)], limit=200)[
            0
        ]
        for m, v in zip(*found, strict=True)
    ]
    np.testing.assert_allclose(machine.predict_proba(NEW)[:, 1], truth, atol=1e-9)
    assert machine.log_evidence_ == pytest.approx(evidence, abs=1e-5)


@pytest.mark.spec("H.G10")
def test_decisions_are_on_the_side_of_the_mean():
    for approximation in ("laplace", "ep"):
        machine = fixed(10.0 * Gaussian(0.7), approximation=approximation)
        means, _ = machine.latent_mean_and_variance(NEW)
        probabilities = machine.predict_proba(NEW)
        np.testing.assert_array_equal(machine.predict(NEW), (means >= 0.0).astype(int))
        np.testing.assert_array_equal(probabilities[:, 1] > 0.5, means > 0.0)
        odds = machine.decision_function(NEW)
        np.testing.assert_allclose(expit(odds), probabilities[:, 1], atol=1e-12)


def test_expectation_propagation_is_nearer_to_the_posterior_than_laplace():
    """Four examples, by a sum over a grid of outputs, at the outputs themselves; each with its own likelihood."""
    few, labels, kernel = X[:4], np.array([0, 1, 1, 0]), 9.0 * Gaussian(0.6)
    signs, K = 2.0 * labels - 1.0, kernel(few) + 1e-9 * np.eye(4)
    evidence, means, _ = plain_posteriors.moments(K, lambda f: norm.cdf(signs * f), points=24)
    ours = GaussianProcessClassifier(kernel, optimizer=None, approximation="ep").fit(few, labels)
    assert ours.log_evidence_ == pytest.approx(evidence, abs=0.02)
    np.testing.assert_allclose(ours.latent_mean_and_variance(few)[0], means, atol=0.1)
    truth, logistic, _ = plain_posteriors.moments(K, lambda f: expit(signs * f), points=24)
    laplace = GaussianProcessClassifier(kernel, optimizer=None).fit(few, labels)
    assert abs(laplace.log_evidence_ - truth) > abs(ours.log_evidence_ - evidence)
    assert (
        np.abs(laplace.latent_mean_and_variance(few)[0] - logistic).max()
        > np.abs(ours.latent_mean_and_variance(few)[0] - means).max()
    )


def test_slopes_of_expectation_propagation_are_differences():
    machine = fixed(peers.ConstantKernel(4.0) * peers.RBF([0.6, 1.5]), approximation="ep")
    theta = machine.kernel_.theta
    _, slopes = machine.log_marginal_likelihood(theta, eval_gradient=True)
    for i, step in enumerate(1e-4 * np.eye(3)):
        ends = [machine.log_marginal_likelihood(theta + sign * step) for sign in (1.0, -1.0)]
        assert slopes[i] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("multi_class", ["one_vs_rest", "one_vs_one"])
def test_several_classes_are_those_of_scikit_learn(multi_class):
    kernel = peers.ConstantKernel(5.0) * peers.RBF(1.5)
    theirs = Peer(kernel, optimizer=None, multi_class=multi_class).fit(FLOWERS, KINDS)
    ours = GaussianProcessClassifier(kernel, optimizer=None, multi_class=multi_class).fit(FLOWERS, KINDS)
    np.testing.assert_array_equal(ours.predict(FLOWERS), theirs.predict(FLOWERS))
    assert ours.log_marginal_likelihood_value_ == pytest.approx(theirs.log_marginal_likelihood_value_, abs=1e-7)
    for theta in (kernel.theta + 0.3, np.tile(kernel.theta, 3) + np.linspace(-1.0, 1.0, 6)):
        assert ours.log_marginal_likelihood(theta) == pytest.approx(theirs.log_marginal_likelihood(theta), abs=1e-7)
        _, slopes = ours.log_marginal_likelihood(theta, eval_gradient=True)  # of several classes theirs has none
        for i, step in enumerate(1e-4 * np.eye(len(theta))):
            ends = [theirs.log_marginal_likelihood(theta + sign * step) for sign in (1.0, -1.0)]
            assert slopes[i] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-4, abs=1e-5)
    if multi_class == "one_vs_rest":
        np.testing.assert_allclose(ours.predict_proba(FLOWERS), theirs.predict_proba(FLOWERS), atol=5e-3)
    else:
        with pytest.raises(ParameterError, match="does not support predicting probability"):
            ours.predict_proba(FLOWERS)


def test_softmax_is_one_evidence_of_all_labels():
    kernel = 4.0 * Gaussian(1.5)
    machine = GaussianProcessClassifier(kernel, multi_class="softmax", optimizer=None).fit(FLOWERS, KINDS)
    jittered = kernel(FLOWERS) + 1e-9 * np.eye(len(FLOWERS))
    _, evidence, _ = plain_posteriors.softmax_laplace(jittered, np.eye(3)[KINDS])
    assert machine.log_evidence_ == pytest.approx(evidence, abs=1e-5)
    assert machine.score(FLOWERS, KINDS) > 0.9
    np.testing.assert_allclose(machine.predict_proba(FLOWERS).sum(axis=1), 1.0)
    _, slopes = machine.log_marginal_likelihood(np.log([1.5, 4.0]), eval_gradient=True)
    for i, step in enumerate(1e-4 * np.eye(2)):
        ends = [machine.log_marginal_likelihood(np.log([1.5, 4.0]) + sign * step) for sign in (1.0, -1.0)]
        assert slopes[i] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-4, abs=1e-5)
    with pytest.raises(ParameterError, match="goes with approximation='laplace'"):
        GaussianProcessClassifier(multi_class="softmax", approximation="ep").fit(FLOWERS, KINDS)


@pytest.mark.spec("H.G08")
def test_columns_that_do_not_matter_are_seen_through():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(120, 3))
    labels = np.sin(2.0 * x[:, 1]) + 0.3 * rng.normal(size=120) > 0.0
    for kernel in (4.0 * ARD((1.0, 1.0, 1.0)), peers.ConstantKernel(4.0) * peers.RBF([1.0, 1.0, 1.0])):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            relevance = GaussianProcessClassifier(kernel).fit(x, labels).column_relevance_
        assert relevance.shape == (1, 3)
        assert relevance[0, 1] > 10.0 * max(relevance[0, 0], relevance[0, 2])
    assert fixed(Gaussian()).column_relevance_ is None


def test_rough_slopes_in_the_search_end_where_exact_ones_do():
    """At the end of the search the slopes in double precision are those of a summit."""
    machine = GaussianProcessClassifier(1.0 * Gaussian(1.0)).fit(X, y)
    point = np.log([machine.kernel_.kernel.width, machine.kernel_.factor])
    value, slopes = machine.log_marginal_likelihood(point, eval_gradient=True)
    assert value == pytest.approx(machine.log_evidence_, abs=1e-9)
    assert np.abs(slopes).max() < 60 * 1e-5
    assert machine.solution_.converged


def test_parameters_that_are_held_stay():
    machine = GaussianProcessClassifier(2.0 * Gaussian(0.5), held=("factor",)).fit(X, y)
    assert machine.kernel_.factor == 2.0
    assert machine.kernel_.kernel.width != 0.5
    with pytest.raises(ParameterError, match="no parameter 'breadth' to hold"):
        GaussianProcessClassifier(Gaussian(0.5), held=("breadth",)).fit(X, y)


def test_further_starts_are_never_worse():
    one = GaussianProcessClassifier(1.0 * Gaussian(30.0), random_state=0).fit(X, y)
    many = GaussianProcessClassifier(1.0 * Gaussian(30.0), n_restarts_optimizer=3, random_state=0).fit(X, y)
    assert many.log_evidence_ >= one.log_evidence_ - 1e-6
    assert len(many.solution_.problems[0].search.summits) == 4


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
def test_examples_that_contradict_each_other_leave_one_half(approximation):
    machine = GaussianProcessClassifier(2.0 * Gaussian(), approximation=approximation, optimizer=None)
    machine.fit(np.ones((6, 2)), [0, 1] * 3)
    np.testing.assert_allclose(machine.predict_proba(np.ones((1, 2))), 0.5, atol=1e-9)


@pytest.mark.parametrize("approximation", ["laplace", "ep"])
@pytest.mark.parametrize("multi_class", ["one_vs_rest", "softmax"])
def test_examples_without_length_are_tosses_of_a_coin(approximation, multi_class):
    """Rows of K that are zero add ln ½ each, and change nothing else."""
    settings = {"approximation": approximation, "multi_class": multi_class, "optimizer": None}
    without = GaussianProcessClassifier(2.0 * Linear(), **settings).fit(X, y)
    machine = GaussianProcessClassifier(2.0 * Linear(), **settings).fit(np.vstack([X, np.zeros((3, 2))]), [*y, 0, 1, 1])
    assert machine.log_evidence_ == pytest.approx(without.log_evidence_ + 3.0 * np.log(0.5), abs=1e-7)
    np.testing.assert_allclose(machine.predict_proba(NEW), without.predict_proba(NEW), atol=1e-6)
    np.testing.assert_allclose(machine.predict_proba(np.zeros((1, 2))), 0.5)


def test_what_cannot_be_is_refused():
    with pytest.raises(InputError, match="number of classes has to be greater than one; got 1"):
        GaussianProcessClassifier().fit(X, np.ones(60))
    with pytest.raises(InputError, match="cannot be negative"):
        GaussianProcessClassifier(lambda a, b: -np.asarray(a) @ np.asarray(b).T).fit(X, y)
    with pytest.raises(BudgetError, match="a Gaussian process on 60 examples"):
        GaussianProcessClassifier("auto", cache_size=0.05).fit(X, y)
    with pytest.raises(ParameterError, match="CompoundKernel"):
        GaussianProcessClassifier(peers.CompoundKernel([peers.RBF()])).fit(X, y)
    with pytest.raises(NotFittedError):
        GaussianProcessClassifier().log_marginal_likelihood([0.0])
    machine = fixed(1.0 * Gaussian())
    with pytest.raises(ParameterError, match="Shape of theta must be"):
        machine.log_marginal_likelihood([0.0, 0.0, 0.0])
    with pytest.raises(ParameterError, match="Gradient can only be evaluated"):
        machine.log_marginal_likelihood(eval_gradient=True)
    several = GaussianProcessClassifier(optimizer=None).fit(FLOWERS, KINDS)
    with pytest.raises(ParameterError, match="only supported for binary"):
        several.latent_mean_and_variance(FLOWERS)


def test_too_few_steps_are_told():
    with pytest.warns(ConvergenceWarning, match="violation of .* Allow more max_iter or max_iter_predict"):
        GaussianProcessClassifier(300.0 * Gaussian(0.3), optimizer=None, max_iter_predict=1).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="Allow more max_iter"):
        GaussianProcessClassifier("auto", max_iter=1).fit(X, y)


def test_an_interruption_keeps_the_best_so_far_or_raises(monkeypatch):
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        GaussianProcessClassifier("auto").fit(X, y)
    with pytest.warns(ConvergenceWarning):
        kept = GaussianProcessClassifier("auto", on_interrupt="keep").fit(X, y)
    assert kept.predict(X).shape == (60,)
    assert not kept.solution_.converged


def test_words_and_their_own_memory():
    given = X.copy()
    own, shared = (
        GaussianProcessClassifier(optimizer=None, copy_X_train=copied).fit(given, y) for copied in (True, False)
    )
    assert not np.shares_memory(own.X_train_, given)
    assert np.shares_memory(shared.X_train_, given)
    assert GaussianProcessClassifier("rbf", optimizer=None).fit(X, y).score(X, y) > 0.8
    assert own.n_classes_ == 2
    np.testing.assert_array_equal(own.y_train_, y)


def test_default_kernel_is_fixed_as_in_scikit_learn():
    X, y = make_moons(60, noise=0.2, random_state=0)
    ours, peer = GaussianProcessClassifier().fit(X, y), Peer().fit(X, y)
    assert str(ours.kernel_) == str(peer.kernel_)
    assert ours.log_marginal_likelihood_value_ == pytest.approx(peer.log_marginal_likelihood_value_, abs=1e-6)


def test_a_mode_that_was_not_reached_does_not_accuse_the_labels():
    X, y = make_moons(60, noise=0.2, random_state=0)
    machine = GaussianProcessClassifier(4.0 * Gaussian(1.0), optimizer=None, max_iter_predict=1)
    with pytest.warns(ConvergenceWarning, match="max_iter_predict"):
        machine.fit(X, y)
    assert certify(machine, X, y).best.value <= 1.0
