"""Gaussian process regression: worked numbers, facts of the theory, scikit-learn as peer, errors, speed."""

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor as Peer
from sklearn.gaussian_process import kernels as peers

from drupe import GaussianProcessRegressor
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.kernels import ARD, Gaussian, Linear, Noise, Polynomial, Sigmoid
from drupe.textbook.learning.finite_belief import FiniteBelief

RNG = np.random.default_rng(0)
X = RNG.uniform(-3.0, 3.0, size=(60, 2))
Y = np.column_stack([np.sin(X[:, 0]) + 0.1 * RNG.normal(size=60), 40.0 + 7.0 * X[:, 1] + RNG.normal(size=60)])
y = Y[:, 0]
NEW = RNG.uniform(-4.0, 4.0, size=(9, 2))
TOY = [[0.0], [1.0], [2.0]], [0.0, 1.0, 0.5]


def fixed(kernel=None, noise=0.1, **settings):
    return GaussianProcessRegressor(kernel or Gaussian(1.0), noise=noise, optimizer=None, **settings)


@pytest.mark.spec("C.E11", "C.E12")
def test_worked_numbers():
    process = fixed(Gaussian(np.sqrt(0.5))).fit(*TOY)
    mean, deviation = process.predict([[0.5], [1.5], [3.0]], return_std=True)
    np.testing.assert_allclose(mean, [0.51719694, 0.82847146, 0.06720916], atol=1e-8)
    np.testing.assert_allclose(deviation**2, [0.16334442, 0.16334442, 0.86463173], atol=1e-8)
    assert process.log_evidence_ == pytest.approx(-3.2958909, abs=1e-7)
    assert process.log_marginal_likelihood_value_ == process.log_evidence_


@pytest.mark.spec("H.G06")
def test_one_point():
    process = fixed(Gaussian(1.0), 1.0).fit([[3.0]], [1.0])
    mean, deviation = process.predict([[3.0]], return_std=True, noisy=True)
    assert (mean.item(), deviation.item() ** 2) == (pytest.approx(0.5), pytest.approx(1.5))
    assert process.log_evidence_ == pytest.approx(-1.51551, abs=1e-5)


@pytest.mark.spec("C.C29")
def test_mean_is_the_most_probable_function():
    """The outputs at the examples that maximize posterior density are the posterior means."""
    K = Gaussian(1.0)(X[:20])
    means = fixed().fit(X[:20], y[:20]).predict(X[:20])

    def minus_log_posterior(t):
        return 0.5 * np.sum((y[:20] - t) ** 2) / 0.1 + 0.5 * t @ np.linalg.solve(K, t)

    slope = (means - y[:20]) / 0.1 + np.linalg.solve(K, means)
    np.testing.assert_allclose(slope, 0.0, atol=1e-5)
    for _ in range(20):
        assert minus_log_posterior(means + 1e-2 * RNG.normal(size=20)) > minus_log_posterior(means)


@pytest.mark.spec("C.E11")
def test_facts_about_the_variance():
    few, many = fixed().fit(X[:30], y[:30]), fixed().fit(X[:31], y[:31])
    others = fixed().fit(X[:30], -5.0 * y[:30] + 1.0)
    known, more, other = (process.predict(NEW, return_std=True)[1] for process in (few, many, others))
    assert (known > 0.0).all()
    assert (known <= 1.0).all()
    assert (more <= known + 1e-12).all()
    np.testing.assert_array_equal(known, other)
    mean, deviation = few.predict([[1e3, 0.0]], return_std=True)
    assert (mean.item(), deviation.item()) == (pytest.approx(0.0), pytest.approx(1.0))
    exact = fixed(noise=1e-10).fit(X[:10], y[:10])
    mean, deviation = exact.predict(X[:10], return_std=True)
    np.testing.assert_allclose(mean, y[:10], atol=1e-7)
    np.testing.assert_allclose(deviation, 0.0, atol=1e-4)


@pytest.mark.spec("H.G05")
def test_linear_kernel_is_bayesian_linear_regression():
    """w ~ N(0, I): mean (XᵀX + σ²I)⁻¹Xᵀy, covariance (XᵀX/σ² + I)⁻¹."""
    mean, covariance = fixed(Linear(), 0.3).fit(X, y).predict(NEW, return_cov=True)
    weights = np.linalg.solve(X.T @ X + 0.3 * np.eye(2), X.T @ y)
    spread = np.linalg.inv(X.T @ X / 0.3 + np.eye(2))
    np.testing.assert_allclose(mean, NEW @ weights, atol=1e-10)
    np.testing.assert_allclose(covariance, NEW @ spread @ NEW.T, atol=1e-10)


@pytest.mark.parametrize("targets", [y, Y], ids=["one target", "two"])
@pytest.mark.parametrize("normalize", [False, True])
def test_scikit_learn_says_the_same(targets, normalize):
    ours = fixed(1.5 * Gaussian(0.8), 0.2, normalize_y=normalize).fit(X, targets)
    kernel = peers.ConstantKernel(1.5) * peers.RBF(0.8)
    peer = Peer(kernel, alpha=0.2, optimizer=None, normalize_y=normalize).fit(X, targets)
    for question in ({"return_std": True}, {"return_cov": True}):
        for mine, theirs in zip(ours.predict(NEW, **question), peer.predict(NEW, **question), strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, atol=1e-8, rtol=1e-8)
    assert ours.log_evidence_ == pytest.approx(peer.log_marginal_likelihood_value_)
    assert ours.sample_y(NEW, 3).shape == peer.sample_y(NEW, 3).shape


def test_scikit_learn_finds_the_same_summit():
    ours = GaussianProcessRegressor(1.0 * Gaussian(1.0), noise=0.1).fit(X, y)
    kernel = peers.ConstantKernel(1.0) * peers.RBF(1.0) + peers.WhiteKernel(0.1)
    peer = Peer(kernel, alpha=0.0).fit(X, y)
    assert ours.log_evidence_ == pytest.approx(peer.log_marginal_likelihood_value_, abs=1e-6)
    np.testing.assert_allclose(
        [ours.kernel_.factor, ours.kernel_.kernel.width, ours.noise_], np.exp(peer.kernel_.theta), rtol=1e-3
    )
    ours_said, peer_said = ours.predict(NEW, return_std=True, noisy=True), peer.predict(NEW, return_std=True)
    np.testing.assert_allclose(ours_said, peer_said, atol=1e-5)


def test_noise_inside_the_kernel_is_noise():
    inside = fixed(1.5 * Gaussian(0.8) + Noise(0.2), 0.0).fit(X, y)
    beside = fixed(1.5 * Gaussian(0.8), 0.2).fit(X, y)
    np.testing.assert_allclose(
        inside.predict(NEW, return_std=True), beside.predict(NEW, return_std=True, noisy=True), atol=1e-10
    )
    assert inside.log_evidence_ == pytest.approx(beside.log_evidence_)


@pytest.mark.spec("C.E12", "H.G04")
def test_evidence_chooses_the_noise_and_the_width_that_made_the_data():
    rng = np.random.default_rng(5)
    x = rng.uniform(-10.0, 10.0, size=(300, 1))
    process = np.linalg.cholesky(4.0 * Gaussian(1.5)(x) + 1e-9 * np.eye(300)) @ rng.normal(size=300)
    targets = process + 0.5 * rng.normal(size=300)
    found = GaussianProcessRegressor("auto").fit(x, targets)
    assert found.noise_ == pytest.approx(0.25, rel=0.3)
    assert found.kernel_.kernel.width == pytest.approx(1.5, rel=0.3)
    wrong = fixed(4.0 * Gaussian(0.1), 0.25).fit(x, targets)
    assert found.log_evidence_ > wrong.log_evidence_ + 10.0


@pytest.mark.spec("H.G04")
def test_models_are_believed_in_by_their_evidence():
    """P(model | y) ∝ P(y | model) P(model): of three kernels, that which drew the targets."""
    rng = np.random.default_rng(7)
    x = rng.uniform(-3.0, 3.0, size=(80, 1))
    models = [Linear(), Gaussian(1.0), Gaussian(0.2)]
    for true, kernel in enumerate(models):
        targets = np.linalg.cholesky(kernel(x) + 0.01 * np.eye(80)) @ rng.normal(size=80)
        evidences = [fixed(model, 0.01).fit(x, targets).log_evidence_ for model in models]
        belief = FiniteBelief.uniform(3).after(evidences)
        assert belief.most_probable() == true
        assert belief.probabilities[true] > 0.99


def test_error_bars_cover_what_they_promise():
    rng = np.random.default_rng(6)
    x, new = rng.uniform(-5.0, 5.0, size=(2, 400, 1))
    both = np.linalg.cholesky(Gaussian(1.0)(np.vstack([x, new])) + 1e-9 * np.eye(800)) @ rng.normal(size=800)
    targets = both + 0.3 * rng.normal(size=800)
    found = GaussianProcessRegressor("auto").fit(x, targets[:400])
    mean, deviation = found.predict(new, return_std=True, noisy=True)
    inside = np.mean(np.abs(targets[400:] - mean) <= 1.96 * deviation)
    assert 0.91 <= inside <= 0.98


def test_default_suits_targets_of_any_scale():
    scores = [GaussianProcessRegressor("auto").fit(X, scale * y).score(X, scale * y) for scale in (1e-4, 1.0, 1e6)]
    assert min(scores) > 0.95
    np.testing.assert_allclose(scores, scores[1], atol=1e-3)


@pytest.mark.parametrize("unit", [1e-100, 1e-6, 1e6, 1e40])
def test_answers_of_auto_follow_the_unit_of_the_targets(unit):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 1))
    y = np.sin(2.0 * X[:, 0]) + 0.05 * rng.normal(size=60)
    expected = GaussianProcessRegressor("auto").fit(X, y).predict(X)
    np.testing.assert_allclose(GaussianProcessRegressor("auto").fit(X, unit * y).predict(X) / unit, expected, atol=1e-3)


def test_held_parameters_stay():
    found = GaussianProcessRegressor(1.0 * Gaussian(1.3), noise=0.05, held=("noise", "kernel.width")).fit(X, y)
    assert found.noise_ == 0.05
    assert found.kernel_.kernel.width == 1.3
    assert found.kernel_.factor != 1.0
    with pytest.raises(ParameterError, match="no parameter 'width' to hold"):
        GaussianProcessRegressor(1.0 * Gaussian(1.3), held=("width",)).fit(X, y)


def test_restarts_are_repeatable_and_never_worse():
    settings = {"kernel": ARD((20.0, 0.1)), "noise": 0.5}
    alone = GaussianProcessRegressor(**settings).fit(X, y)
    several = [GaussianProcessRegressor(n_restarts_optimizer=3, random_state=1, **settings).fit(X, y) for _ in range(2)]
    assert several[0].log_evidence_ == several[1].log_evidence_
    assert several[0].log_evidence_ >= alone.log_evidence_ - 1e-6
    assert len(several[0].solution_.summits) == 4


def test_draws_follow_the_posterior():
    process = fixed(normalize_y=True).fit(X, Y[:, 1])
    drawn = process.sample_y(NEW, 4000, random_state=0)
    mean, deviation = process.predict(NEW, return_std=True)
    assert np.abs((drawn.mean(axis=1) - mean) / deviation).max() < 5.0 / np.sqrt(4000)
    np.testing.assert_allclose(drawn.std(axis=1), deviation, rtol=0.1)
    np.testing.assert_array_equal(drawn, process.sample_y(NEW, 4000, random_state=0))


def test_constant_targets():
    for normalize in (False, True):
        process = GaussianProcessRegressor("auto", normalize_y=normalize).fit(X, np.full(60, 3.0))
        np.testing.assert_allclose(process.predict(X), 3.0, atol=0.1)


def test_precomputed_kernel_values():
    K, across = Gaussian(1.0)(X), Gaussian(1.0)(NEW, X)
    process = fixed("precomputed").fit(K, y)
    np.testing.assert_allclose(process.predict(across), fixed().fit(X, y).predict(NEW), atol=1e-10)
    with pytest.raises(InputError, match="was not precomputed"):
        process.predict(across, return_std=True)


def test_both_spreads_at_once_are_refused():
    with pytest.raises((ParameterError, RuntimeError), match="At most one"):
        fixed().fit(X, y).predict(NEW, return_std=True, return_cov=True)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"noise": -0.1}, "'noise' parameter"),
        ({"kernel": "gauss"}, "'kernel' parameter"),
        ({"optimizer": "adam"}, "'optimizer' parameter"),
        ({"n_restarts_optimizer": -1}, "'n_restarts_optimizer' parameter"),
        ({"held": "noise"}, "'held' parameter"),
        ({"held": [["noise"]]}, "no parameter"),
        ({"kernel": Gaussian}, "'kernel' parameter"),
    ],
    ids=str,
)
def test_parameters_out_of_range_are_named(settings, problem):
    with pytest.raises(ParameterError, match=problem):
        GaussianProcessRegressor(**settings).fit(X, y)


def test_slopes_beyond_float64_are_named():
    with pytest.raises(InputError, match="slopes of Polynomial are beyond float64"):
        GaussianProcessRegressor(Polynomial(3, 0.0, 1e-301), noise=0.1).fit(1e152 * X, 1e90 * y)


def test_negative_variances_are_no_process():
    with pytest.raises(InputError, match=r"k\(x, x\) is the variance .* Sigmoid is -.* take a positive kernel"):
        fixed(Sigmoid(1e-3, -2.0), noise=1e3).fit(X, y)


def test_too_little_noise_for_repeated_examples_is_named():
    with pytest.raises(InputError, match="a larger alpha or noise"):
        fixed(noise=0.0, alpha=0.0).fit(np.vstack([X, X]), np.tile(y, 2))


def test_matrices_beyond_the_budget_are_refused():
    with pytest.raises(BudgetError, match="larger cache_size"):
        GaussianProcessRegressor("auto", cache_size=0.01).fit(X, y)


def test_search_that_does_not_end_is_told():
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit"):
        GaussianProcessRegressor("auto", max_iter=1).fit(X, y)


def test_interrupted_search_keeps_the_best_if_asked(monkeypatch):
    interrupt_at_once(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        GaussianProcessRegressor("auto").fit(X, y)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        kept = GaussianProcessRegressor("auto", on_interrupt="keep").fit(X, y)
    assert np.isfinite(kept.predict(NEW)).all()


SCIKIT_LEARN = [
    None,
    peers.ConstantKernel(1.0) * peers.RBF([1.0, 1.0]) + peers.WhiteKernel(0.1),
    peers.Matern([1.0, 2.0], nu=1.5) + peers.WhiteKernel(0.1),
    peers.RationalQuadratic() + peers.WhiteKernel(0.1),
    peers.DotProduct(1.0) + peers.WhiteKernel(0.1),
    peers.Matern(nu=1.0) + peers.WhiteKernel(0.1),
]


@pytest.mark.filterwarnings("ignore:The optimal value found:sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("kernel", SCIKIT_LEARN, ids=str)
def test_kernels_of_scikit_learn_are_tuned_as_there(kernel, normalize):
    alpha = 0.01 if kernel is None else 1e-10
    ours, peer = (
        kind(kernel, alpha=alpha, normalize_y=normalize).fit(X, y) for kind in (GaussianProcessRegressor, Peer)
    )
    assert ours.log_evidence_ >= peer.log_marginal_likelihood_value_ - 1e-4
    assert type(ours.kernel_) is type(peer.kernel_)
    again = Peer(ours.kernel_, alpha=alpha, optimizer=None, normalize_y=normalize).fit(X, y)
    assert again.log_marginal_likelihood_value_ == pytest.approx(ours.log_evidence_, rel=1e-7)
    for question in ({"return_std": True}, {"return_cov": True}):
        for mine, theirs in zip(ours.predict(NEW, **question), again.predict(NEW, **question), strict=True):
            np.testing.assert_allclose(mine, theirs, atol=1e-6)
    np.testing.assert_allclose(ours.alpha_, again.alpha_, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(ours.L_, again.L_, atol=1e-7)
    np.testing.assert_array_equal(ours.X_train_, again.X_train_)
    np.testing.assert_allclose(ours.y_train_, again.y_train_)


def test_evidence_at_other_parameters():
    kernel = peers.ConstantKernel(2.0) * peers.RBF(0.7)
    ours, peer = (kind(kernel, alpha=0.1, optimizer=None).fit(X, Y) for kind in (GaussianProcessRegressor, Peer))
    for theta in (kernel.theta, kernel.theta - 0.4):
        assert ours.log_marginal_likelihood(theta) == pytest.approx(peer.log_marginal_likelihood(theta), rel=1e-9)
        mine, theirs = (one.log_marginal_likelihood(theta, eval_gradient=True) for one in (ours, peer))
        np.testing.assert_allclose(mine[1], theirs[1], rtol=1e-6)
    assert ours.log_marginal_likelihood() == ours.log_evidence_
    with pytest.raises(ParameterError, match="theta has the shape"):
        ours.log_marginal_likelihood([1.0])
    own = fixed(1.5 * Gaussian(0.8), 0.2).fit(X, y)
    point = np.log([1.0, 2.0, 0.3])
    assert own.log_marginal_likelihood(point) == pytest.approx(fixed(2.0 * Gaussian(1.0), 0.3).fit(X, y).log_evidence_)


def test_known_noise_of_each_example_is_added():
    each = RNG.uniform(0.01, 0.5, size=60)
    ours = GaussianProcessRegressor(Gaussian(1.0), alpha=each, noise=0.0, optimizer=None).fit(X, y)
    peer = Peer(peers.RBF(1.0), alpha=each, optimizer=None).fit(X, y)
    np.testing.assert_allclose(ours.predict(NEW, return_std=True), peer.predict(NEW, return_std=True), atol=1e-8)
    assert GaussianProcessRegressor(Gaussian(1.0), alpha=[0.1], noise=0.0).fit(X, y).noise_ == 0.0
    for alpha, problem in ((each[:5], "5 != 60"), (-each, "finite numbers >= 0"), (-1.0, "'alpha' parameter")):
        with pytest.raises(ParameterError, match=problem):
            GaussianProcessRegressor(Gaussian(1.0), alpha=alpha).fit(X, y)


def test_noise_of_a_kernel_of_scikit_learn_is_its_own_unless_told():
    kernel = peers.ConstantKernel() * peers.RBF()
    assert GaussianProcessRegressor(kernel, alpha=0.1).fit(X, y).noise_ == 0.0
    told = GaussianProcessRegressor(kernel, noise=0.1).fit(X, y)
    own = GaussianProcessRegressor(1.0 * Gaussian(), noise=0.1).fit(X, y)
    assert told.noise_ == pytest.approx(own.noise_, rel=1e-2)
    assert told.log_evidence_ == pytest.approx(own.log_evidence_, abs=1e-4)


def test_machine_keeps_a_copy_of_the_examples():
    own = X.copy()
    copied, lent = (
        GaussianProcessRegressor(Gaussian(), noise=0.1, copy_X_train=keep).fit(own, y) for keep in (True, False)
    )
    before = copied.predict(NEW)
    own += 1.0
    np.testing.assert_array_equal(copied.predict(NEW), before)
    assert np.shares_memory(lent.X_train_, own)


@pytest.mark.filterwarnings("ignore:The optimal value found:sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kernel", [None, "auto", 1.0 * Gaussian(), peers.RBF() + peers.WhiteKernel()], ids=str)
def test_hard_cases_have_answers(kernel):
    """One example, repeated inputs, constant targets, targets of zero, no noise at all."""
    cases = [
        ([[0.0]], [1.0]),
        (np.repeat(X[:10], 3, axis=0), np.repeat(y[:10], 3)),
        (X, np.full(60, 3.0)),
        (X, np.zeros(60)),
        (X, np.sin(X[:, 0])),
        (np.zeros((5, 2)), np.zeros(5)),
    ]
    for x, targets in cases:
        mean, deviation = GaussianProcessRegressor(kernel, alpha=1e-6).fit(x, targets).predict(x, return_std=True)
        assert np.isfinite(mean).all()
        assert np.isfinite(deviation).all()
        assert np.abs(mean - targets).max() < 1.0


def test_repeated_inputs_without_anything_on_the_diagonal_are_refused_in_both_words():
    with pytest.raises(np.linalg.LinAlgError, match=r"positive definite matrix.*Examples repeat"):
        GaussianProcessRegressor(peers.RBF(), alpha=0.0).fit(np.repeat(X[:10], 3, axis=0), np.repeat(y[:10], 3))
