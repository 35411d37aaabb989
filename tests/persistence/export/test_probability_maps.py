"""Maps from outputs to probabilities in a graph are those of the predictors, and Φ that of mpmath."""

import mpmath
import numpy as np
import pytest
from persistence.export.graph_runs import computed
from scipy.special import expit, ndtr, softmax

from drupe.estimators.discriminant.thresholds.gaussian_crossing import TwoGaussians
from drupe.persistence.export import averaged_sigmoid, coupling, probabilities, votes
from drupe.persistence.export.normal_distribution import below
from drupe.predictors import consistent as plain_consistent
from drupe.predictors import votes as plain_votes
from drupe.predictors.averaged_sigmoid import averaged_logistic, averaged_probit
from drupe.predictors.coupling import coupled
from drupe.predictors.moderated_logistic import log_odds, moderated

RNG = np.random.default_rng(0)
MEANS, VARIANCES = (
    part.ravel()[:, None]
    for part in np.meshgrid([-40.0, -7.0, -1.0, -1e-3, 0.0, 0.5, 3.0, 30.0], [0.0, 1e-4, 0.3, 1.0, 1.01, 9.0, 1e4])
)


def test_normal_distribution_has_all_its_digits_also_in_the_tail():
    z = np.concatenate([np.linspace(-37.0, 9.0, 93), [0.0, -1e-9, 1e-9, 8.885, -8.886]])[:, None]
    wanted = np.array([float(mpmath.ncdf(mpmath.mpf(float(t)))) for t in z[:, 0]])
    np.testing.assert_allclose(computed(below, z)[:, 0], wanted, rtol=3e-13)


def test_normal_distribution_in_single_precision():
    z = np.linspace(-6.0, 6.0, 49)[:, None]
    np.testing.assert_allclose(computed(below, z, dtype=np.float32), ndtr(z), rtol=3e-5, atol=1e-7)


@pytest.mark.parametrize("name", ["averaged_logistic", "averaged_probit", "moderated", "log_odds"])
def test_averages_over_gaussians(name):
    plain = {"averaged_logistic": averaged_logistic, "averaged_probit": averaged_probit, "moderated": moderated,
             "log_odds": log_odds}[name]  # fmt: skip
    found = computed(getattr(averaged_sigmoid, name), MEANS, VARIANCES)
    wanted = plain(MEANS[:, 0], VARIANCES[:, 0])
    np.testing.assert_allclose(found[:, 0], wanted, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("classes", [2, 3, 5, 10])
def test_coupling_solves_the_same_equations(classes):
    pairs = classes * (classes - 1) // 2
    strengths = RNG.dirichlet(np.ones(classes), 20)
    first, second = plain_votes.pair_codes(classes)
    agreeing = strengths[:, first] / (strengths[:, first] + strengths[:, second])
    beliefs = np.vstack([RNG.random((50, pairs)), expit(30.0 * RNG.normal(size=(50, pairs))), agreeing])
    found = computed(lambda x: coupling.coupled(x, classes), beliefs)
    np.testing.assert_allclose(found, coupled(beliefs), rtol=1e-7, atol=1e-11)
    np.testing.assert_allclose(found[-20:], strengths, atol=1e-8)


@pytest.mark.parametrize("classes", [2, 3, 6])
def test_probabilities_agree_with_the_prediction(classes):
    known, codes = RNG.dirichlet(np.ones(classes), 200), RNG.integers(0, classes, 200)
    known[:3] = 1.0 / classes
    confidence = np.tanh(RNG.normal(size=200))
    found = computed(lambda p, c, s: probabilities.consistent(p, c, s, classes), known, codes, confidence[:, None])
    np.testing.assert_allclose(found, plain_consistent.consistent(known, codes, confidence), rtol=1e-12, atol=1e-15)
    assert (found.argmax(axis=1) == codes).all()


def test_outputs_to_probabilities():
    one, three = RNG.normal(size=(9, 1)), RNG.normal(size=(9, 3))
    above = expit(2.0 * three)
    found = computed(lambda x: probabilities.logistic(x, 2.0, 3), three)
    np.testing.assert_allclose(found, above / above.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(computed(lambda x: probabilities.logistic(x, 2.0, 1), one)[:, 1:], expit(2.0 * one))
    np.testing.assert_allclose(computed(lambda x: probabilities.soft(x, 3, 0.5), three), softmax(0.5 * three, axis=1))
    np.testing.assert_allclose(computed(lambda x: probabilities.soft(x, 1), one)[:, 1:], expit(one))


def test_no_class_probable_makes_all_alike():
    found = computed(lambda x: probabilities.normalized(x, 3), np.array([[0.0, 0.0, 0.0], [0.2, 0.2, 0.0]]))
    np.testing.assert_allclose(found, [[1 / 3] * 3, [0.5, 0.5, 0.0]])


def test_two_gaussians():
    beliefs = TwoGaussians(np.array([-1.0, 2.0]), np.array([0.5, 1.5]), np.array([0.3, 0.7]))
    outputs = np.linspace(-3.0, 4.0, 11)[:, None]
    found = computed(lambda x: probabilities.of_gaussians(x, (beliefs,)), outputs)
    np.testing.assert_allclose(found[:, 1], beliefs.posterior(outputs[:, 0]))


def test_votes_and_their_ties():
    """Every pattern of signs of the six pairs of four classes, zeros among them."""
    pairs = np.array(np.meshgrid(*[[-1.5, 0.0, 0.5]] * 6)).reshape(6, -1).T
    assert (computed(lambda x: votes.won(x, 4), pairs) == plain_votes.winners(pairs)).all()
    np.testing.assert_allclose(computed(lambda x: votes.votes_and_margins(x, 4), pairs), plain_votes.one_vs_rest(pairs))
    two = np.array([[0.0], [-1.0], [1.0]])
    assert computed(lambda x: votes.won(x, 2), two).tolist() == plain_votes.winners(two).tolist() == [1, 1, 0]
    assert computed(lambda x: votes.decided(x, 1), two).tolist() == [1, 0, 1]


def test_no_rows():
    assert computed(lambda x: coupling.coupled(x, 3), np.empty((0, 3))).shape == (0, 3)
    assert computed(averaged_sigmoid.averaged_logistic, np.empty((0, 1)), np.empty((0, 1))).shape == (0, 1)
