"""Bayes' rule against every other rule of a small world, plug-in rules, risks in closed form, and risk minimizers."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm
from sklearn.naive_bayes import GaussianNB

from drupe import ParzenClassifier
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian
from drupe.losses import Hinge, Squared, ZeroOne
from drupe.models import Binomial, IndependentTokens, MostLikely, MultivariateNormal, Normal, NormalMean, Poisson
from drupe.textbook.learning.bayes_rule import BayesRule
from drupe.textbook.learning.finite_class import least_risk
from drupe.textbook.learning.plug_in import bayes_labels, bayes_risk, risk_of_labels
from drupe.textbook.learning.risks import empirical_risk, excess_risk, expected_risk, known_risk


def laws(inputs, classes, seed):
    return np.random.default_rng(seed).dirichlet(np.full(inputs * classes, 0.7)).reshape(inputs, classes)


@pytest.mark.spec("G.A-01", "M.T01")
@given(st.integers(1, 4), st.integers(2, 3), st.integers(0, 10_000))
def test_no_rule_of_a_finite_world_errs_less(inputs, classes, seed):
    """All |Y|^|X| rules are tried."""
    law = laws(inputs, classes, seed)
    rules = list(product(range(classes), repeat=inputs))
    risks = [sum(law[x, y] for x in range(inputs) for y in range(classes) if labels[x] != y) for labels in rules]
    np.testing.assert_allclose([risk_of_labels(np.array(labels), law) for labels in rules], risks, atol=1e-14)
    assert bayes_risk(law) == pytest.approx(min(risks), abs=1e-14)
    drawn = bayes_labels(law, np.random.default_rng(seed))
    assert risk_of_labels(drawn, law) == pytest.approx(min(risks), abs=1e-11)


@pytest.mark.spec("M.T01")
def test_ties_go_to_the_first_or_are_drawn():
    law = np.array([[0.1, 0.1 * (1 + 1e-15), 0.05]]).repeat(3000, axis=0)
    assert set(bayes_labels(law)) == {0}
    drawn = bayes_labels(law, np.random.default_rng(0))
    assert set(drawn) == {0, 1}
    assert abs(np.count_nonzero(drawn == 0) - 1500) < 5 * np.sqrt(750)
    np.testing.assert_array_equal(drawn, bayes_labels(law, np.random.default_rng(0)))
    middle = BayesRule((NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])), [0.5, 0.5])
    assert set(middle.decide(np.zeros((50, 1)), np.random.default_rng(0))) == {0, 1}


@pytest.mark.spec("M.T01")
@given(st.integers(0, 10_000))
def test_posteriors_by_the_formula(seed):
    rng = np.random.default_rng(seed)
    rates, priors = rng.uniform(0.1, 5.0, 3), rng.dirichlet(np.ones(3))
    x = rng.integers(0, 9, 6)
    rule = BayesRule(tuple(Poisson([rate]) for rate in rates), priors)
    factorials = np.array([np.prod(np.arange(1, count + 1)) for count in x], dtype=float)
    joint = priors * rates ** x[:, None] * np.exp(-rates) / factorials[:, None]
    np.testing.assert_allclose(rule.posteriors(x[:, None]), joint / joint.sum(axis=1, keepdims=True), rtol=1e-10)
    np.testing.assert_array_equal(rule.decide(x[:, None]), joint.argmax(axis=1))


@pytest.mark.spec("M.T01")
def test_examples_far_from_all_classes_still_have_posteriors():
    """At x = 3000 both densities are zero in floating point; P(1 | x) = 1 / (1 + e^(−2x)) is not, nor is its twin."""
    rule = BayesRule((NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])), [0.5, 0.5])
    np.testing.assert_allclose(rule.posteriors([[3000.0], [-3000.0]]), [[0.0, 1.0], [1.0, 0.0]], atol=1e-300)
    near = np.array([-300.0, -2.0, 0.0, 5.0, 300.0])
    np.testing.assert_allclose(rule.posteriors(near[:, None])[:, 1], 1.0 / (1.0 + np.exp(-2.0 * near)), rtol=1e-9)
    some = BayesRule.fit(IndependentTokens(alphabet="abc", smoothing=0.0), ["aab", "a"], [0, 1])
    assert some.posteriors(["b"]).tolist() == [[1.0, 0.0]], "impossible in one class"
    with pytest.raises(InputError, match="impossible in every class"):
        some.posteriors(["b", "c"])


@pytest.mark.spec("H.A12", "M.T02")
def test_intervals_of_simulated_risks_are_hoeffdings():
    """√(ln(2/δ) / (2n)) on each side, for losses in [0, 1]; in proportion for larger ones."""
    world = BayesRule((NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])), [0.5, 0.5])
    half = np.sqrt(np.log(2.0 / 0.01) / (2.0 * 500))
    assert world.risk(world.decide, 500, 0.01, np.random.default_rng(0)).deviation == pytest.approx(half)
    found = expected_risk(lambda rng, n: np.full(n, 2.0), 500, 3.0, 0.01, np.random.default_rng(0))
    assert (found.mean, found.deviation) == (2.0, pytest.approx(3.0 * half))
    assert 2.0 + 2.9 * half in found
    assert 2.0 - 3.1 * half not in found


@pytest.mark.spec("G.A-01", "H.A12", "M.T02")
def test_risks_of_known_gaussians():
    """Two Gaussians at distance 2: Φ(−1) for the best rule, and for a threshold t the mean of both tails."""
    world = BayesRule((NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])), [0.5, 0.5])
    best, rng = norm.cdf(-1.0), np.random.default_rng(0)
    assert best in world.risk(world.decide, 100_000, 1e-6, rng)

    def shifted(inputs):
        return (inputs.dense()[:, 0] > 0.7).astype(int)

    wrong = 0.5 * (norm.cdf(-1.7) + norm.cdf(-0.3))
    found = world.risk(shifted, 100_000, 1e-6, rng)
    assert wrong in found
    assert best not in found
    assert excess_risk(wrong, [best]) == pytest.approx(wrong - best)


@pytest.mark.spec("G.A-02")
def test_plug_in_rules_are_those_of_peers():
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(size=(60, 2)), rng.normal(size=(40, 2)) @ [[1.0, 0.5], [0.0, 2.0]] + 1.0])
    y = np.repeat([0, 1], [60, 40])
    naive = BayesRule.fit(MostLikely(Normal([0.0], [1.0])), X, y)
    np.testing.assert_allclose(naive.priors, [0.6, 0.4])
    peer = GaussianNB(var_smoothing=0.0).fit(X, y)
    np.testing.assert_allclose(naive.posteriors(X), peer.predict_proba(X), atol=1e-10)
    parts = tuple(MultivariateNormal.fit(X[y == code]) for code in (0, 1))
    densities = [
        share * multivariate_normal(X[y == code].mean(axis=0), np.cov(X[y == code].T, bias=True)).pdf(X)
        for code, share in ((0, 0.6), (1, 0.4))
    ]
    wanted = densities[1] / (densities[0] + densities[1])
    np.testing.assert_allclose(BayesRule(parts, naive.priors).posteriors(X)[:, 1], wanted, rtol=1e-9)


@pytest.mark.spec("G.A-02")
def test_plug_in_rules_of_estimators_and_of_sequences():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 2)) + np.repeat([[0.0, 0.0], [2.0, 2.0]], 40, axis=0), np.repeat([0, 1], 40)
    windows = ParzenClassifier(Gaussian(1.0)).fit(X, y)
    density = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    joint = np.column_stack([density[:, y == code].sum(axis=1) for code in (0, 1)])
    np.testing.assert_array_equal(bayes_labels(joint), windows.predict(X))
    words = ["aab", "aaa", "aba", "bbb", "bab"]
    rule = BayesRule.fit(IndependentTokens(alphabet="ab"), words, [0, 0, 0, 1, 1])
    assert rule.decide(["aaaa", "bbbb"]).tolist() == [0, 1]


@pytest.mark.spec("G.A-02", "G.A-01")
def test_the_plug_in_rule_nears_the_best_one():
    world = BayesRule((Binomial([10], [0.3]), Binomial([10], [0.5])), [0.5, 0.5])
    law = 0.5 * np.exp(np.column_stack([one.log_likelihood(np.arange(11.0)[:, None]) for one in world.models]))
    excess = []
    for n in (5, 5000):
        rng = np.random.default_rng(0)
        X = np.vstack([model.draw(n, rng).dense() for model in world.models])
        learned = BayesRule.fit(MostLikely(Binomial([10], [0.5], smoothing=1.0)), X, np.repeat([0, 1], n))
        labels = learned.decide(np.arange(11.0)[:, None])
        excess.append(excess_risk(risk_of_labels(labels, law), bayes_risk(law)))
    assert excess[1] == pytest.approx(0.0, abs=1e-15)
    assert 0.0 <= excess[0] < 0.1


@pytest.mark.spec("H.A12", "M.T02")
def test_empirical_and_expected_risks_of_losses():
    """A function of three inputs with real losses: in full, on a sample, and by simulation."""
    rng = np.random.default_rng(0)
    law, outputs, targets = laws(3, 2, 0), np.array([0.5, -2.0, 0.25]), np.array([-1.0, 1.0])
    places = rng.choice(6, size=200_000, p=law.ravel())
    f, y = outputs[places // 2], targets[places % 2]
    for loss, largest in ((ZeroOne(), 1.0), (Squared(), 9.0), (Hinge(), 3.0)):
        table = np.array([loss.value(np.full(2, output), targets) for output in outputs])
        risk = known_risk(table, law)
        by_hand = sum(law[i, j] * table[i, j] for i in range(3) for j in range(2))
        assert risk == pytest.approx(by_hand, rel=1e-14)
        losses = loss.value(f, y)
        assert empirical_risk(losses) == pytest.approx(sum(losses) / len(losses))
        assert empirical_risk(losses) == pytest.approx(risk, abs=5.0 * losses.std() / np.sqrt(len(losses)))

        def drawn(generator, n, table=table):
            return table.ravel()[generator.choice(6, size=n, p=law.ravel())]

        assert risk in expected_risk(drawn, 20_000, largest, 1e-6, rng)


@pytest.mark.spec("H.P01", "H.A12")
def test_empirical_risk_minimizers_over_a_finite_class():
    """All eight classifiers of three inputs: the minimizer's excess falls to nothing as the sample grows."""
    law, rules = laws(3, 2, 1), np.array(list(product([0, 1], repeat=3)))
    risks = [risk_of_labels(labels, law) for labels in rules]
    excess = []
    for n in (5, 20_000):
        rng = np.random.default_rng(1)
        places = rng.choice(6, size=n, p=law.ravel())
        losses = (rules[:, places // 2] != places % 2).astype(float)
        best = least_risk(losses)
        assert losses[best].mean() == min(losses.mean(axis=1))
        excess.append(excess_risk(risks[best], risks))
    assert excess[1] == 0.0 <= excess[0]
    assert min(risks) == pytest.approx(bayes_risk(law))


def test_what_makes_no_rule_is_said():
    with pytest.raises(InputError, match="2 classes, but 1 prob"):
        BayesRule((Poisson([1.0]), Poisson([2.0])), [1.0])
    with pytest.raises(InputError, match="class 1 has no examples"):
        BayesRule.fit(MostLikely(Poisson([1.0])), [[1.0], [2.0]], [0, 2])
    with pytest.raises(InputError, match="zero or more and of sum one"):
        BayesRule((Poisson([1.0]),), [0.5])
