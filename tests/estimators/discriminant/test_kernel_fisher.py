"""The kernel Fisher discriminant: worked numbers, equivalences, limits, several classes, any kernel."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_ridge import KernelRidge as PeerRidge
from solvers.expansions.toy import KERNEL, POINTS, SIGNS, K

from drupe import FisherDiscriminant, KernelFisher, KernelRidge
from drupe.estimators.discriminant.centers import ClusterCenters, FirstExamples, RandomExamples
from drupe.estimators.discriminant.solver_choice import solver_of
from drupe.estimators.discriminant.thresholds import GaussianCrossing, MaximalMargin, OutputsOf
from drupe.estimators.warnings import FitWarning
from drupe.kernels import Gaussian, Linear
from drupe.solvers.expansions.coordinate_descent import CoordinateDescent
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.greedy import Greedy
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm
from drupe.solvers.expansions.program import ExpansionSolution
from drupe.solvers.expansions.rayleigh_form import between, within
from drupe.solvers.solution import Stop

WORKED = {
    "function": (
        [2.121998, -1.982182, -1.841287, 1.873839, 1.161483, -1.333850],
        -0.188597,
        [0.787800, -0.801782, -0.815871, 0.812616, 0.883852, -0.866615],
        0.515732,
        [-0.997262, 0.874912, 0.766212, -0.475635, -0.098644, 0.540572],
    ),
    "coefficients": (
        [1.941967, -1.259399, -1.103313, 1.549903, 1.476630, -0.858616],
        -0.699538,
        [0.592654, -0.629612, -0.667445, 0.671009, 0.853838, -0.820444],
        0.882499,
        [-1.560739, 1.419865, 1.206373, -0.652316, 0.066746, 0.706728],
    ),
}


def blobs(n: int, classes: int = 2, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    codes = np.arange(n) % classes
    angles = 2.0 * np.pi * codes / classes
    return rng.normal(size=(n, 2)) + 2.0 * np.column_stack([np.cos(angles), np.sin(angles)]), codes


@pytest.mark.spec("M.Q01", "M.Q02", "M.Q03", "M.A11", "M.A12", "H.F03", "M.P01")
@pytest.mark.parametrize("solver", ["auto", "cholesky", "eigen", "rayleigh", Eigen()], ids=str)
@pytest.mark.parametrize("penalty", WORKED)
def test_worked_numbers(penalty: str, solver: object) -> None:
    a, b, outputs, objective, left_out = WORKED[penalty]
    machine = KernelFisher(KERNEL, alpha=0.1, penalty=penalty, threshold="least squares", solver=solver)
    machine.fit(POINTS, SIGNS)
    assert_allclose(machine.dual_coef_[0], a, atol=1e-6)
    assert_allclose(machine.intercept_, [b], atol=1e-6)
    assert_allclose(machine.offset_, machine.intercept_)
    assert_allclose(machine.decision_function(POINTS), outputs, atol=1e-6)
    assert machine.objective_ == pytest.approx(objective, abs=1e-6)
    assert machine.support_.tolist() == list(range(6))
    if solver != "rayleigh":
        assert_allclose(machine.leave_one_out_outputs_, left_out, atol=1e-6)


@pytest.mark.spec("M.A20")
@pytest.mark.parametrize("penalty", WORKED)
@pytest.mark.parametrize("solver", ["cholesky", "eigen", "coordinate descent", "greedy", "interior point", "rayleigh"])
def test_all_solvers_reach_one_optimum(penalty: str, solver: str) -> None:
    if solver == "coordinate descent" and penalty == "coefficients":
        pytest.skip("it moves coefficients that the function pays for")
    value = {"coordinate descent": CoordinateDescent(figures=9.0), "greedy": Greedy(tolerance=0.0)}.get(solver, solver)
    X, y = blobs(40, classes=3)
    best = KernelFisher(Gaussian(1.0), alpha=0.5, penalty=penalty, solver="eigen").fit(X, y)
    other = KernelFisher(Gaussian(1.0), alpha=0.5, penalty=penalty, solver=value).fit(X, y)
    assert_allclose(other.solution_.outputs, best.solution_.outputs, atol=1e-4)
    assert other.objective_ == pytest.approx(best.objective_, rel=1e-6)
    named = KernelFisher(Gaussian(1.0), alpha=0.5, penalty=penalty, solver=solver).fit(X, y)
    # Greedy choice ends where a center more makes the objective fall by less than a thousandth.
    assert named.objective_ == pytest.approx(best.objective_, rel=0.01 if solver == "greedy" else 1e-3)


@pytest.mark.spec("M.A20")
def test_the_solver_is_chosen_by_size() -> None:
    small, large = 10**6, 10**3
    for penalty, beyond in ((FunctionNorm(), CoordinateDescent), (CoefficientNorm(), Greedy)):
        assert isinstance(solver_of("auto", 100, penalty, True, small), Factorization)
        assert isinstance(solver_of("auto", 100, penalty, True, large), beyond)
    X, y = blobs(60)
    whole = KernelFisher(Gaussian(1.0)).fit(X, y)
    little = KernelFisher(Gaussian(1.0), cache_size=0.01, threshold="least squares").fit(X, y)
    assert little.objective_ == pytest.approx(whole.objective_, rel=1e-3)


@pytest.mark.spec("M.Q02", "M.Q03")
def test_duals_have_the_residuals_as_variables() -> None:
    """Both dual objectives, at the residuals ξ = y − f, are the primal one, and ξ are free of the ones."""
    for penalty, S in (("function", K), ("coefficients", K @ K)):
        machine = KernelFisher(KERNEL, alpha=0.1, penalty=penalty, threshold="least squares").fit(POINTS, SIGNS)
        slack = SIGNS - machine.decision_function(POINTS)
        dual = -0.5 * slack @ slack - slack @ S @ slack / 0.2 + SIGNS @ slack
        assert dual == pytest.approx(machine.objective_, rel=1e-10)
        assert slack.sum() == pytest.approx(0.0, abs=1e-10)
        assert_allclose(S @ slack / 0.1 + slack - SIGNS, -machine.offset_[0], atol=1e-9)


@pytest.mark.spec("M.R07", "M.R10", "M.R11", "M.R02")
@pytest.mark.parametrize("penalty", WORKED)
def test_the_direction_maximizes_the_rayleigh_coefficient(penalty: str) -> None:
    X, y = blobs(40)
    signs, kernel, alpha = np.where(y == 1, 1.0, -1.0), Gaussian(1.0), 0.2
    machine = KernelFisher(kernel, alpha=alpha, penalty=penalty).fit(X, y)
    K40 = kernel(X, X)
    d, noise = between(K40, signs, np.ones(40)), within(K40, signs, np.ones(40))
    noise = noise + alpha * (K40 if penalty == "function" else np.eye(40))

    def coefficient(a: np.ndarray) -> float:
        return float((a @ d) ** 2 / (a @ noise @ a))

    best = coefficient(machine.dual_coef_[0])
    rng = np.random.default_rng(1)
    near = [machine.dual_coef_[0] + 0.1 * rng.normal(size=40) for _ in range(100)]
    assert best >= max(map(coefficient, [*near, *rng.normal(size=(100, 40))]))
    assert best == pytest.approx(d @ np.linalg.solve(noise, d), rel=1e-6)
    assert machine.rayleigh_[0] == pytest.approx(best * 10.0, rel=1e-6), "S_B = c d dᵀ with c = n₁n₂/n = 10"


@pytest.mark.spec("M.Q11", "M.Q09")
def test_least_squares_support_vector_machines_and_ridge_regression_are_the_same() -> None:
    X, y = blobs(30)
    signs, kernel = np.where(y == 1, 1.0, -1.0), Gaussian(1.0)
    machine = KernelFisher(kernel, alpha=0.5, threshold="least squares").fit(X, y)
    # The system of least-squares support vector machines: y (w φ + b) = 1 − e, price γ = 1/alpha of e²/2.
    omega = np.outer(signs, signs) * kernel(X, X) + 0.5 * np.eye(30)
    system = np.block([[np.zeros((1, 1)), signs[None, :]], [signs[:, None], omega]])
    solved = np.linalg.solve(system, np.concatenate([[0.0], np.ones(30)]))
    assert_allclose(machine.dual_coef_[0], solved[1:] * signs, atol=1e-10)
    assert_allclose(machine.intercept_[0], solved[0], atol=1e-10)
    ridge = KernelRidge(0.5, kernel=kernel, fit_intercept=True).fit(X, signs)
    assert_allclose(machine.decision_function(X), ridge.predict(X), atol=1e-10)
    centered = np.eye(30) - 1.0 / 30
    peer = PeerRidge(alpha=0.5, kernel="precomputed").fit(centered @ kernel(X, X) @ centered, signs - signs.mean())
    assert_allclose(machine.dual_coef_[0], peer.dual_coef_, atol=1e-9)


@pytest.mark.spec("M.Q01", "H.F04")
def test_a_linear_kernel_finds_fishers_direction() -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0], y[y > 0]
    for alpha in (1e-6, 1.0, 100.0):
        w = KernelFisher("linear", alpha=alpha).fit(X, y).predictor_.weights[:, 0]
        fisher = FisherDiscriminant(alpha=alpha).fit(X, y).coef_[0]
        assert_allclose(w / np.linalg.norm(w), fisher / np.linalg.norm(fisher), atol=1e-6)
    flipped = KernelFisher("linear", threshold="least squares").fit(X, -y)
    straight = KernelFisher("linear", threshold="least squares").fit(X, y)
    assert_allclose(flipped.decision_function(X), -straight.decision_function(X), atol=1e-9)


@pytest.mark.spec("M.P05")
def test_several_classes_share_one_factorization() -> None:
    X, y = blobs(60, classes=4)
    together = KernelFisher(Gaussian(1.0), alpha=0.3).fit(X, y)
    assert together.dual_coef_.shape == (4, 60)
    assert together.leave_one_out_outputs_.shape == (60, 4)
    for code in range(4):
        alone = KernelFisher(Gaussian(1.0), alpha=0.3).fit(X, y == code)
        assert_allclose(together.decision_function(X)[:, code], alone.decision_function(X), atol=1e-9)
        assert_allclose(together.leave_one_out_outputs_[:, code], alone.leave_one_out_outputs_, atol=1e-9)
    assert (together.predict(X) == np.arange(4)[together.decision_function(X).argmax(axis=1)]).all()
    assert together.score(X, y) > 0.8


@pytest.mark.spec("M.B19")
def test_leave_one_out_and_progressive_outputs_are_refits() -> None:
    X, y = blobs(14, classes=3)
    machine = KernelFisher(Gaussian(1.0), alpha=0.3).fit(X, y)
    signs = np.where(y[:, None] == np.arange(3), 1.0, -1.0)
    for i in range(14):
        rest = np.arange(14) != i
        for code in range(3):
            refit = KernelRidge(0.3, kernel=Gaussian(1.0), fit_intercept=True).fit(X[rest], signs[rest, code])
            assert refit.predict(X[i : i + 1])[0] == pytest.approx(machine.leave_one_out_outputs_[i, code], abs=1e-9)
            if i:
                refit = KernelRidge(0.3, kernel=Gaussian(1.0), fit_intercept=True).fit(X[:i], signs[:i, code])
                there = machine.progressive_outputs_[i, code]
                assert refit.predict(X[i : i + 1])[0] == pytest.approx(there, abs=1e-9)
    assert np.isnan(machine.progressive_outputs_[0]).all()


@pytest.mark.spec("M.D06", "M.P04")
@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_of_gaussian_outputs(classes: int) -> None:
    X, y = blobs(90, classes)
    machine = KernelFisher(Gaussian(2.0), threshold=GaussianCrossing(OutputsOf.TRAINING)).fit(X, y)
    p = machine.predict_proba(X)
    assert_allclose(p.sum(axis=1), 1.0)
    if classes == 2:
        outputs = machine.decision_function(X) - machine.intercept_ + machine.offset_
        direct = []
        for code in range(2):
            mine = outputs[y == code]
            scale = mine.std()
            direct.append(0.5 * np.exp(-0.5 * ((outputs - mine.mean()) / scale) ** 2) / scale)
        assert_allclose(p[:, 1], direct[1] / (direct[0] + direct[1]), rtol=1e-9)
        between_means = np.abs(outputs) < 0.5
        assert ((p[:, 1] >= 0.5) == (machine.predict(X) == 1))[between_means].all()
    assert np.mean(p.argmax(axis=1) == y) > 0.85
    with pytest.raises(AttributeError, match="predict_proba") as caught:
        _ = KernelFisher().fit(X, y).predict_proba
    assert 'threshold="gaussians"' in str(caught.value.__cause__)


@pytest.mark.spec("M.R08", "M.P12", "M.D10")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_directions_of_several_classes_are_generalized_eigenvectors(penalty: str) -> None:
    from scipy.linalg import eigh

    X, y = blobs(45, classes=3)
    kernel, alpha = Gaussian(1.5), 0.5
    machine = KernelFisher(kernel, alpha=alpha, penalty=penalty).fit(X, y)
    K45 = kernel(X, X)
    mean, information = K45.mean(axis=1), np.zeros((45, 45))
    for code in range(3):
        apart = K45[:, y == code].mean(axis=1) - mean
        information += 15.0 * np.outer(apart, apart)
    noise = within(K45, y.astype(float), np.ones(45)) + alpha * (K45 if penalty == "function" else np.eye(45))
    values = eigh(information, noise + 1e-12 * np.eye(45), eigvals_only=True)[::-1]
    assert_allclose(machine.rayleigh_, values[:2], rtol=1e-6)
    for a, value in zip(machine.directions_, machine.rayleigh_, strict=True):
        assert a @ information @ a / (a @ noise @ a) == pytest.approx(value, rel=1e-6)
        assert a @ K45 @ a == pytest.approx(1.0)
    plane = machine.transform(X)
    assert plane.shape == (45, 2)
    assert_allclose(plane.mean(axis=0), 0.0, atol=1e-10)
    assert_allclose(plane, K45 @ machine.directions_.T - (K45 @ machine.directions_.T).mean(axis=0), atol=1e-9)
    assert machine.get_feature_names_out().tolist() == ["kernelfisher0", "kernelfisher1"]


@pytest.mark.spec("M.R08", "M.P12")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_a_plane_for_two_classes_by_deflation(penalty: str) -> None:
    """The second direction is at a right angle to the first, and the best of all that are."""
    X, y = blobs(40)
    kernel, alpha = Gaussian(1.0), 0.3
    machine = KernelFisher(kernel, alpha=alpha, penalty=penalty, n_components=2).fit(X, y)
    K40, signs = kernel(X, X), np.where(y == 1, 1.0, -1.0)
    one, two = machine.directions_
    assert one @ K40 @ two == pytest.approx(0.0, abs=1e-7)
    along = KernelFisher(kernel, alpha=alpha, penalty=penalty).fit(X, y).directions_[0]
    assert abs(one @ K40 @ along) == pytest.approx(1.0, rel=1e-6)
    d, noise = between(K40, signs, np.ones(40)), within(K40, signs, np.ones(40))
    noise = noise + alpha * (K40 if penalty == "function" else np.eye(40))
    value = (two @ d) ** 2 / (two @ noise @ two)
    rng = np.random.default_rng(0)
    others = two + 0.2 * rng.normal(size=(50, 40)) @ np.diag(np.abs(two))
    for other in others:
        straight = other - (one @ K40 @ other) * one
        assert (straight @ d) ** 2 / (straight @ noise @ straight) <= value * (1.0 + 1e-9)
    assert machine.rayleigh_[1] > 1e-3, "not one of the directions that have nothing to tell"
    assert KernelFisher(kernel, n_components=2).fit_transform(X, y).shape == (40, 2)


@pytest.mark.spec("M.A01", "M.P14")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_few_centers(penalty: str) -> None:
    X, y = blobs(80)
    kernel = Gaussian(1.0)
    whole = KernelFisher(kernel, penalty=penalty).fit(X, y)
    all_points = KernelFisher(kernel, penalty=penalty, centers=FirstExamples(80)).fit(X, y)
    assert_allclose(all_points.decision_function(X), whole.decision_function(X), atol=1e-7)
    errors = {}
    for name, centers in {
        "first": FirstExamples(10),
        "random": 10,
        "drawn": RandomExamples(10, 3),
        "clusters": ClusterCenters(10),
        "given": X[:10] + 0.1,
    }.items():
        machine = KernelFisher(kernel, penalty=penalty, centers=centers).fit(X, y)
        assert machine.dual_coef_.shape == (1, 10)
        assert hasattr(machine, "support_") == (name in ("first", "random", "drawn"))
        assert machine.objective_ >= whole.objective_ - 1e-9 or penalty == "coefficients"
        assert machine.transform(X).shape == (80, 1)
        errors[name] = 1.0 - machine.score(X, y)
    assert max(errors.values()) <= 1.0 - whole.score(X, y) + 0.1
    drawn = KernelFisher(kernel, penalty=penalty, centers=RandomExamples(10, None)).fit(X, y)
    along = drawn.transform(X)[:, 0]
    assert abs(np.corrcoef(along, drawn.decision_function(X))[0, 1]) == pytest.approx(1.0), "one choice, not two"
    wide = KernelFisher(kernel, penalty=penalty, centers=10, n_components=2).fit(X, y)
    assert wide.transform(X).shape == (80, 2)


@pytest.mark.spec("M.A01")
def test_given_centers_are_a_restricted_program() -> None:
    X, y = blobs(50)
    Z = X[:7] + 0.25
    kernel, signs = Gaussian(1.0), np.where(y == 1, 1.0, -1.0)
    machine = KernelFisher(kernel, alpha=0.4, centers=Z, threshold="least squares").fit(X, y)
    # Normal equations over a and b together.
    design = np.column_stack([kernel(X, Z), np.ones(50)])
    penalty = np.zeros((8, 8))
    penalty[:7, :7] = 0.4 * kernel(Z, Z)
    expected = np.linalg.solve(design.T @ design + penalty, design.T @ signs)
    assert_allclose(np.append(machine.dual_coef_[0], machine.intercept_), expected, rtol=1e-7)


@pytest.mark.spec("M.D09")
def test_an_rbf_network() -> None:
    """Basis functions around centers, trained by least squares alone."""
    X, y = blobs(60)
    Z, signs = X[:5], np.where(y == 1, 1.0, -1.0)
    network = KernelFisher(Gaussian(1.0), alpha=0.0, penalty="coefficients", centers=Z, threshold="least squares").fit(
        X, y
    )
    design = np.column_stack([Gaussian(1.0)(X, Z), np.ones(60)])
    expected = np.linalg.lstsq(design, signs)[0]
    assert_allclose(np.append(network.dual_coef_[0], network.intercept_), expected, rtol=1e-7)


def shared_pairs(left: list[str], right: list[str]) -> np.ndarray:
    """How many pairs of neighbors in one word are those of another."""
    pairs = [[word[i : i + 2] for i in range(len(word) - 1)] for word in (*left, *right)]
    return np.array([[sum(p == q for p in a for q in b) for b in pairs[len(left) :]] for a in pairs[: len(left)]])


def test_strings_and_kernel_values() -> None:
    words = ["abab", "baba", "abba", "xyxy", "yxyx", "xyyx"]
    y = ["low", "low", "low", "high", "high", "high"]
    machine = KernelFisher(shared_pairs).fit(words, y)
    assert machine.predict(["abaa", "yyxx"]).tolist() == ["low", "high"]
    assert machine.transform(["abaa"]).shape == (1, 1)
    X, codes = blobs(30)
    direct = KernelFisher(Gaussian(1.0)).fit(X[:20], codes[:20])
    values = KernelFisher("precomputed").fit(Gaussian(1.0)(X[:20], X[:20]), codes[:20])
    new = Gaussian(1.0)(X[20:], X[:20])
    assert_allclose(values.decision_function(new), direct.decision_function(X[20:]), atol=1e-10)
    assert_allclose(values.transform(new), direct.transform(X[20:]), atol=1e-10)
    some = KernelFisher("precomputed", centers=FirstExamples(5)).fit(Gaussian(1.0)(X[:20], X[:20]), codes[:20])
    few = KernelFisher(Gaussian(1.0), centers=FirstExamples(5)).fit(X[:20], codes[:20])
    assert_allclose(some.decision_function(new), few.decision_function(X[20:]), atol=1e-8)


def test_weights_are_repetitions_with_every_threshold() -> None:
    X, y = blobs(20)
    weights = np.random.default_rng(0).integers(0, 4, 20)
    again = np.repeat(np.arange(20), weights)
    for alpha in (1e-4, 1.0):
        for threshold in (None, "least squares", "svm", "errors", "gaussians"):
            a = KernelFisher(Gaussian(1.0), alpha=alpha, threshold=threshold).fit(X, y, sample_weight=weights)
            b = KernelFisher(Gaussian(1.0), alpha=alpha, threshold=threshold).fit(X[again], y[again])
            assert_allclose(a.decision_function(X), b.decision_function(X), atol=1e-6)


def test_a_fit_that_interpolates_is_cut_where_examples_left_out_say() -> None:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(60, 5)), 0.3 * rng.normal(size=(20, 5)) + 0.4])
    y = np.repeat([0, 1], [60, 20])
    tight = KernelFisher(Gaussian(1.0), alpha=1e-6).fit(X, y)
    training = KernelFisher(Gaussian(1.0), alpha=1e-6, threshold=MaximalMargin(OutputsOf.TRAINING)).fit(X, y)
    left_out = KernelFisher(Gaussian(1.0), alpha=1e-6, threshold=MaximalMargin(OutputsOf.LEFT_OUT)).fit(X, y)
    assert tight.intercept_ == left_out.intercept_ != training.intercept_
    quick = KernelFisher(Gaussian(1.0), alpha=1e-6, leave_one_out=False).fit(X, y)
    assert quick.intercept_ == pytest.approx(training.intercept_)
    assert not hasattr(quick, "leave_one_out_outputs_")


def test_a_linear_kernel_value_is_as_its_word() -> None:
    X, y = blobs(20)
    assert_allclose(
        KernelFisher("linear").fit(X, y).decision_function(X), KernelFisher(Linear()).fit(X, y).decision_function(X)
    )


@pytest.mark.spec("M.Q13")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_the_machine_is_most_probable_under_gaussian_noise_and_a_gaussian_prior(penalty: str) -> None:
    """y ~ N(Ka + b, σ²), and f a Gaussian process of variance τ² or a ~ N(0, τ²): alpha = σ²/τ², b without a prior."""
    from scipy.optimize import check_grad
    from scipy.stats import multivariate_normal, norm

    sigma, tau = 0.5, 1.5
    machine = KernelFisher(KERNEL, alpha=(sigma / tau) ** 2, penalty=penalty, threshold="least squares")
    machine.fit(POINTS, SIGNS)

    def log_posterior(parameters: np.ndarray) -> float:
        images = K @ parameters[:6]
        likelihood = norm(images + parameters[6], sigma).logpdf(SIGNS).sum()
        function, coefficients = multivariate_normal(np.zeros(6), tau**2 * K), norm(0.0, tau)
        prior = function.logpdf(images) if penalty == "function" else coefficients.logpdf(parameters[:6]).sum()
        return float(likelihood + prior)

    found = np.append(machine.dual_coef_[0], machine.intercept_)
    assert check_grad(log_posterior, lambda _: np.zeros(7), found, epsilon=1e-6) < 1e-4
    rng = np.random.default_rng(0)
    assert all(log_posterior(found + 0.05 * rng.normal(size=7)) < log_posterior(found) for _ in range(50))


class Impatient:
    """A solver that hears Ctrl-C at once."""

    def solve(self, program: object, progress: object = None, keep: bool = False) -> ExpansionSolution:
        if not keep:
            raise KeyboardInterrupt
        return replace(Eigen().solve(program), stop=Stop.INTERRUPTED)


def test_interrupted_fits_are_kept_or_not() -> None:
    X, y = blobs(20)
    with pytest.raises(KeyboardInterrupt):
        KernelFisher(Gaussian(1.0), solver=Impatient()).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        machine = KernelFisher(Gaussian(1.0), solver=Impatient(), on_interrupt="keep").fit(X, y)
    assert machine.score(X, y) > 0.8


def test_a_long_fit_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    X, y = blobs(30)
    KernelFisher(Gaussian(1.0), solver="coordinate descent", verbose=True).fit(X, y)
    assert "KernelFisher" in capsys.readouterr().err


@pytest.mark.spec("M.P12")
@pytest.mark.parametrize("solver", ["cholesky", "eigen", "coordinate descent", "interior point"])
@pytest.mark.parametrize("alpha", [0.1, 1e3, 1e8])
def test_one_column_has_one_direction_for_any_number_of_classes(alpha: float, solver: str) -> None:
    """Functions of a linear kernel on one column are multiples of each other; what differs is their rounding."""
    for seed in range(20):
        X = np.random.default_rng(seed).normal(size=(27, 1))
        machine = KernelFisher("linear", alpha=alpha, solver=solver, leave_one_out=False, threshold="least squares")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)  # noise: every example may get one class
            found = machine.fit(X, np.arange(27) % 4).transform(X)
        assert found.shape == (27, 1)
        assert abs(np.corrcoef(found[:, 0], X[:, 0])[0, 1]) > 1.0 - 1e-9
