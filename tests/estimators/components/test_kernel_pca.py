"""Kernel PCA: as scikit-learn and dense decompositions have it, in both precisions, with weights, and back."""

import warnings

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.decomposition import KernelPCA as Peer
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks
from solvers.expansions.toy import K as TOY_GRAM

from drupe import KernelPCA
from drupe.estimators.components.pre_images import pre_images
from drupe.foundation.errors import BudgetError, InputError, InputTypeError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.kernels.function_kernel import FunctionKernel
from drupe.kernels.multiquadric import Multiquadric
from drupe.solvers.leading_components import ComponentSolver, Covariance, Way
from drupe.solvers.rayleigh import quotient, rayleigh
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(3)
X = RNG.normal(size=(80, 4)) * [3.0, 2.0, 1.0, 0.5]
NEW = RNG.normal(size=(9, 4))
MANY = RNG.normal(size=(900, 5)) * [3.0, 2.0, 1.5, 1.0, 0.5]


def like(ours: np.ndarray, theirs: np.ndarray, **precision: float) -> None:
    """Columns are equal but for their signs."""
    signs = np.sign((ours * theirs).sum(axis=0))
    np.testing.assert_allclose(ours * signs, theirs, **precision)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"n_components": 3, "kernel": "rbf"},
        {"n_components": 5, "kernel": "rbf", "gamma": 0.3},
        {"n_components": 4, "kernel": "poly", "degree": 2, "coef0": 0.5},
        {"n_components": 4, "kernel": "cosine"},
        {"kernel": "rbf", "gamma": 0.02},
        {"n_components": 6, "remove_zero_eig": True},
        {"n_components": 3, "kernel": "rbf", "eigen_solver": "arpack"},
        {"n_components": 3, "kernel": "rbf", "eigen_solver": "dense"},
    ],
)
def test_scikit_learn_agrees(said: dict) -> None:
    ours, theirs = KernelPCA(**said).fit(X), Peer(**said).fit(X)
    np.testing.assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-9, atol=1e-10)
    assert ours.eigenvectors_.shape == theirs.eigenvectors_.shape
    kept = ours.eigenvalues_ > 1e-9
    like(ours.eigenvectors_[:, kept], theirs.eigenvectors_[:, kept], atol=1e-7)
    like(ours.transform(NEW)[:, kept], theirs.transform(NEW)[:, kept], atol=1e-7)
    like(ours.fit_transform(X)[:, kept], theirs.fit_transform(X)[:, kept], atol=1e-7)
    np.testing.assert_array_equal(ours.X_fit_, theirs.X_fit_)
    assert ours.gamma_ == theirs.gamma_
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())


def test_precomputed_values_are_centered_as_scikit_learn_centers_them() -> None:
    K, new = np.exp(-0.1 * squares(X, X)), np.exp(-0.1 * squares(NEW, X))
    ours, theirs = (kind(3, kernel="precomputed").fit(K) for kind in (KernelPCA, Peer))
    like(ours.transform(new), theirs.transform(new), atol=1e-9)


def squares(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return ((left[:, None] - right) ** 2).sum(axis=2)


@pytest.mark.parametrize("budget", [4096, 1e-3])
@pytest.mark.parametrize("kernel", [Gaussian(2.0), "poly", "linear"])
def test_iterations_find_every_eigenvalue_to_a_millionth(kernel: object, budget: float) -> None:
    machine = KernelPCA(40, kernel=kernel, cache_size=budget).fit(MANY)
    assert machine.solution_.way is Way.ITERATED
    gram = Gaussian(2.0)(MANY, MANY) if isinstance(kernel, Gaussian) else None
    gram = (MANY @ MANY.T / 5 + 1) ** 3 if kernel == "poly" else MANY @ MANY.T if kernel == "linear" else gram
    H = np.eye(900) - 1 / 900
    values = np.linalg.eigvalsh(H @ gram @ H)[::-1][:40]
    real = values > 1e-9 * values[0]
    np.testing.assert_allclose(machine.eigenvalues_[real], values[real], rtol=1e-6)
    v = machine.eigenvectors_
    residuals = np.linalg.norm(H @ gram @ H @ v - v * machine.eigenvalues_, axis=0)
    assert (residuals <= 1.5 * machine.residuals_ + 1e-6 * values[0] * 1e-1).all()
    np.testing.assert_allclose(v.T @ v, np.eye(40), atol=1e-9)
    assert v[np.abs(v).argmax(axis=0), np.arange(40)].min() > 0.0


def test_what_single_precision_cannot_tell_is_done_in_double() -> None:
    wide = Gaussian(60.0)  # eigenvalues fall by ten powers of ten within a few
    machine = KernelPCA(12, kernel=wide).fit(MANY)
    H = np.eye(900) - 1 / 900
    values = np.linalg.eigvalsh(H @ wide(MANY, MANY) @ H)[::-1][:12]
    assert machine.solution_.precision == "float64"
    np.testing.assert_allclose(machine.eigenvalues_, values, rtol=1e-6)
    assert KernelPCA(12, kernel=Gaussian(2.0)).fit(MANY).solution_.precision == "float32"


def test_results_repeat_and_do_not_hang_on_the_seed() -> None:
    one, two = (KernelPCA(5, kernel="rbf").fit(MANY) for _ in range(2))
    np.testing.assert_array_equal(one.eigenvectors_, two.eigenvectors_)
    other = KernelPCA(5, kernel="rbf", random_state=7).fit(MANY)
    np.testing.assert_allclose(other.eigenvalues_, one.eigenvalues_, rtol=1e-6)


@pytest.mark.parametrize("data", [X, MANY])
def test_weights_count_examples(data: np.ndarray) -> None:
    weights = RNG.integers(0, 4, size=len(data))
    copies = np.repeat(data, weights, axis=0)
    ours = KernelPCA(4, kernel="rbf", gamma=0.1, tol=1e-10).fit(data, sample_weight=weights)
    theirs = Peer(4, kernel="rbf", gamma=0.1, eigen_solver="dense").fit(copies)
    np.testing.assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-8)
    like(ours.transform(data), theirs.transform(data), atol=1e-5)
    like(np.repeat(ours.eigenvectors_, weights[weights > 0], axis=0), theirs.eigenvectors_, atol=1e-5)
    assert ours.total_weight_ == weights.sum()
    like(ours.fit_transform(data, sample_weight=weights), theirs.transform(data), atol=1e-5)


@pytest.mark.spec("M.D11")
def test_the_linear_kernel_gives_the_rayleigh_directions_of_the_covariance() -> None:
    machine, peer = KernelPCA(3).fit(X), PCA(3).fit(X)
    np.testing.assert_allclose(machine.covariance_eigenvalues_ * 80 / 79, peer.explained_variance_, rtol=1e-10)
    like(machine.transform(NEW), peer.transform(NEW), atol=1e-9)
    covariance = np.cov(X.T, bias=True)
    found = rayleigh(covariance, np.eye(4), 3)
    np.testing.assert_allclose(found.values, machine.covariance_eigenvalues_, rtol=1e-10)
    like(machine.transform(NEW), (NEW - X.mean(axis=0)) @ found.vectors, atol=1e-9)
    assert quotient(found.vectors[:, 0], covariance) >= quotient(RNG.normal(size=4), covariance)


@pytest.mark.spec("M.R03")
def test_the_six_points_have_the_eigenvalues_of_the_thesis_both_ways() -> None:
    wanted = [1.401241, 0.883815, 0.852109, 0.558062, 0.375611]
    machine = KernelPCA(kernel="precomputed").fit(TOY_GRAM)
    np.testing.assert_allclose(machine.eigenvalues_, wanted, atol=5e-7)
    information = TOY_GRAM @ (np.eye(6) - 1 / 6) @ TOY_GRAM.T
    found = rayleigh(information, TOY_GRAM, 5)
    np.testing.assert_allclose(found.values, wanted, atol=5e-7)
    scores = TOY_GRAM @ found.vectors
    like(scores - scores.mean(axis=0), machine.transform(TOY_GRAM), atol=1e-8)


@pytest.mark.spec("M.B10")
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_what_is_lost_is_the_sum_of_dropped_eigenvalues(kernel: str) -> None:
    every = KernelPCA(kernel=kernel).fit(X).covariance_eigenvalues_
    machine = KernelPCA(2, kernel=kernel).fit(X)
    assert machine.reconstruction_error_ == pytest.approx(every[2:].sum(), rel=1e-9)
    assert machine.reconstruction_errors(X).mean() == pytest.approx(every[2:].sum(), rel=1e-9)
    assert machine.total_variance_ == pytest.approx(every.sum(), rel=1e-9)
    assert machine.explained_variance_ratio_.sum() == pytest.approx(every[:2].sum() / every.sum())
    if kernel == "linear":
        peer = PCA(2).fit(X)
        lost = ((X - peer.inverse_transform(peer.transform(X))) ** 2).sum(axis=1)
        np.testing.assert_allclose(machine.reconstruction_errors(X), lost, atol=1e-9)


@pytest.mark.spec("M.R13")
def test_leading_eigenvalues_are_too_large_and_trailing_ones_too_small() -> None:
    true = np.array([1.0, 0.8, 0.6, 0.4, 0.2])
    draws = [RNG.normal(size=(15, 5)) * np.sqrt(true) for _ in range(1500)]
    found = np.array([KernelPCA(5, centered=False).fit(x).covariance_eigenvalues_ for x in draws])
    means, errors = found.mean(axis=0), found.std(axis=0) / np.sqrt(len(draws))
    assert means[0] > true[0] + 5 * errors[0]
    assert means[-1] < true[-1] - 5 * errors[-1]
    total = found.sum(axis=1)
    assert abs(total.mean() - true.sum()) < 4 * total.std() / np.sqrt(len(draws))


def test_without_centering_the_gram_itself_is_decomposed() -> None:
    machine = KernelPCA(4, kernel="rbf", centered=False).fit(X)
    K = Gaussian.from_gamma(0.25)(X, X)
    np.testing.assert_allclose(machine.eigenvalues_, np.linalg.eigvalsh(K)[::-1][:4], rtol=1e-9)
    np.testing.assert_allclose(machine.transform(X), machine.fit_transform(X), atol=1e-9)
    assert machine.radius_ == 1.0
    assert machine.total_variance_ == pytest.approx(1.0)


def shared_letters(left: list[str], right: list[str]) -> np.ndarray:
    return np.array([[float(len(set(x) & set(z))) for z in right] for x in left])


def test_strings_have_components() -> None:
    words = ["banana", "ananas", "bandana", "cabana", "kernel", "colonel", "kernels", "journal"]
    kernel = FunctionKernel(shared_letters)
    machine = KernelPCA(2, kernel=kernel).fit(words)
    K = shared_letters(words, words)
    like(machine.transform(words), Peer(2, kernel="precomputed").fit_transform(K), atol=1e-9)
    with pytest.raises(InputTypeError, match="map back to dense vectors"):
        KernelPCA(2, kernel=kernel, fit_inverse_transform=True).fit(words)
    with pytest.raises(NotFittedError, match="fit_inverse_transform=True"):
        machine.inverse_transform(machine.transform(words))


def test_kernels_that_are_positive_once_centered_will_do() -> None:
    machine = KernelPCA(3, kernel=Multiquadric(1.0)).fit(X)
    assert machine.eigenvalues_.min() > 0.0
    np.testing.assert_allclose(machine.transform(X), machine.fit_transform(X), atol=1e-8)


def test_the_learned_map_back_is_scikit_learns() -> None:
    said = {"n_components": 3, "kernel": "rbf", "gamma": 0.2, "fit_inverse_transform": True, "alpha": 0.1}
    ours, theirs = KernelPCA(**said).fit(X), Peer(**said).fit(X)
    back = ours.inverse_transform(ours.transform(NEW))
    np.testing.assert_allclose(back, theirs.inverse_transform(theirs.transform(NEW)), atol=1e-7)
    np.testing.assert_allclose(ours.dual_coef_.shape, theirs.dual_coef_.shape)
    like(ours.X_transformed_fit_, theirs.X_transformed_fit_, atol=1e-8)
    assert "inverse_" not in vars(ours.set_params(fit_inverse_transform=False).fit(X))


def test_pre_images_are_no_farther_than_any_example_and_cannot_be_improved_nearby() -> None:
    machine = KernelPCA(3, kernel="rbf", gamma=0.05).fit(X)
    scores = machine.transform(NEW)
    found = machine.inverse_transform(scores)
    coefficients = machine.predictor_.coefficients @ scores.T + 1 / 80

    def heights(z: np.ndarray) -> np.ndarray:
        return np.exp(-0.05 * squares(z, X)) @ coefficients

    mine = np.diag(heights(found))
    assert (mine >= heights(X).max(axis=0) - 1e-12).all()
    for _ in range(20):
        step = 1e-2 * RNG.normal(size=found.shape)
        assert (np.diag(heights(found + step)) <= mine + 1e-12).all()


def test_the_pre_image_of_an_image_is_the_point_itself() -> None:
    starts = X[:3] + 0.3
    np.testing.assert_allclose(pre_images(Gaussian(1.0), Vectors.of(X), np.eye(80)[:, :3], starts), X[:3], atol=1e-6)


def test_projections_take_noise_away() -> None:
    angles = RNG.uniform(0, 2 * np.pi, size=200)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    noisy = circle + 0.15 * RNG.normal(size=circle.shape)
    machine = KernelPCA(6, kernel=Gaussian(0.7)).fit(noisy)
    cleaned = machine.inverse_transform(machine.transform(noisy))
    assert off(cleaned) < 0.6 * off(noisy)


def off(points: np.ndarray) -> float:
    return float(np.abs(np.linalg.norm(points, axis=1) - 1.0).mean())


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="negative eigenvalues"):
        KernelPCA(kernel="sigmoid", gamma=2.0, coef0=-1.0).fit(X)
    with pytest.raises(ParameterError, match="precomputed"):
        KernelPCA(2, kernel="precomputed", fit_inverse_transform=True).fit(np.eye(5))
    with pytest.raises(ParameterError, match="n_components"):
        KernelPCA(0).fit(X)
    with pytest.raises(InputError, match="larger alpha"):
        KernelPCA(2, kernel="linear", fit_inverse_transform=True, alpha=0.0).fit(X)
    with pytest.raises(AttributeError, match="fit_inverse_transform=True"):
        KernelPCA(2).fit(X).dual_coef_  # noqa: B018


def test_examples_that_are_all_alike_have_no_components() -> None:
    machine = KernelPCA().fit(np.ones((6, 2)))
    assert machine.transform(np.ones((2, 2))).shape == (2, 0)
    np.testing.assert_allclose(KernelPCA(2).fit(np.ones((6, 2))).transform([[3.0, 1.0]]), 0.0)


def test_too_few_steps_are_told() -> None:
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        KernelPCA(30, kernel="rbf", max_iter=3).fit(MANY)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        few = KernelPCA(30, kernel="rbf", eigen_solver="randomized", iterated_power=3).fit(MANY)
    assert few.solution_.stop is Stop.ITERATIONS
    assert few.n_iter_ <= 3 * 20


def test_progress_rises_and_ctrl_c_can_keep_what_there_is() -> None:
    gram = KernelPCA(20, kernel="rbf")._gram(Gaussian(2.0), Vectors.of(MANY))
    heard: list[float] = []
    whole = ComponentSolver().solve(Covariance(gram, np.ones(900)), 20, progress=heard.append)
    assert heard[-1] == 1.0
    assert all(0.0 <= fraction <= 1.0 for fraction in heard)

    def stop(fraction: float) -> None:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(fraction)

    seen: list[float] = []
    kept = ComponentSolver().solve(Covariance(gram, np.ones(900)), 20, progress=stop, keep=True)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.values[0] == pytest.approx(whole.values[0], rel=1e-3)
    assert kept.residuals.max() > whole.residuals.max()
    seen = []
    with pytest.raises(KeyboardInterrupt):
        ComponentSolver().solve(Covariance(gram, np.ones(900)), 20, progress=stop)


@parametrize_with_checks([KernelPCA(), KernelPCA(2, kernel="rbf"), KernelPCA(2, kernel="precomputed")])
def test_scikit_learn_is_content_with_kernel_pca(estimator, check):
    check(estimator)


def test_a_function_of_two_words() -> None:
    words = ["ab", "abb", "aabb", "xy", "xyy", "xxy", "abx", "yx"]
    letters = np.array([[word.count(letter) for letter in "abxy"] for word in words], dtype=np.float64)

    def shared(one: str, other: str) -> float:
        return float(sum(one.count(letter) * other.count(letter) for letter in "abxy"))

    machine = KernelPCA(2, kernel=shared).fit(words)
    peer = KernelPCA(2, kernel="linear").fit(letters)
    np.testing.assert_allclose(machine.eigenvalues_, peer.eigenvalues_, rtol=1e-9)
    np.testing.assert_allclose(
        np.abs(machine.transform(["abab"])), np.abs(peer.transform([[2.0, 2.0, 0.0, 0.0]])), rtol=1e-9
    )


def test_residuals_of_iterations_on_few_examples_are_true() -> None:
    """Of a wide Gaussian nearly all is the mean, whose rounding in single precision the rest would have to bear."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(int(rng.integers(10, 200)), 3))
        K = np.exp(-0.002 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
        centered = K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean()
        machine = KernelPCA(3, kernel="rbf", gamma=0.002, eigen_solver="randomized").fit(X)
        missed = centered @ machine.eigenvectors_ - machine.eigenvectors_ * machine.eigenvalues_
        assert (np.linalg.norm(missed, axis=0) <= machine.residuals_ + 1e-12).all()


def test_equal_examples_have_no_components() -> None:
    """Centering leaves the rounding of equal values, of either sign: no sign of a kernel that is not positive."""
    equal = np.full((50, 2), 0.1)
    assert KernelPCA().fit(equal).transform(NEW[:, :2]).shape == (9, 0)
    assert KernelPCA(3).fit(equal).eigenvalues_.tolist() == [0.0, 0.0, 0.0]


def test_matrix_beyond_the_budget_is_refused_before_it_is_made() -> None:
    with pytest.raises(BudgetError, match=r"80 examples needs 50\.0 KiB .* larger cache_size"):
        KernelPCA(kernel="rbf", eigen_solver="dense", cache_size=0.01).fit(X)
