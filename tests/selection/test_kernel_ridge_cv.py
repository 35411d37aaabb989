"""KernelRidgeCV: scores are those of refits, the choice is the best, and the machine is fitted on all examples."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_diabetes
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_ridge import KernelRidge as Peer
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV, LeaveOneOut
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import KernelRidge, KernelRidgeCV, closed_form_densities, closed_form_folds, load, save
from drupe.displays import PathDisplay
from drupe.foundation.errors import BudgetError, InputError, InputTypeError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Spectrum

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
Y = np.sin(2.0 * X[:, 0]) + 0.2 * RNG.normal(size=40)
MANY = np.column_stack([Y, X[:, 1] ** 2])
WEIGHTS = RNG.integers(1, 4, size=40).astype(float)
KERNELS = [Gaussian(0.5), Gaussian(1.5), Linear()]
ALPHAS = [0.01, 0.3, 10.0]


WHOLE = "an example is left out with its whole weight, of three copies one"
OTHERWISE = {f"check_sample_weight_equivalence_on_{kind}_data": WHOLE for kind in ("dense", "sparse")}


@parametrize_with_checks(
    [KernelRidgeCV(), KernelRidgeCV(kernel="rbf", gammas=2, alphas=3, fit_intercept=True)],
    expected_failed_checks=lambda machine: OTHERWISE,
)
def test_checks_of_scikit_learn(estimator, check) -> None:
    check(estimator)


def refitted(kernel: object, alpha: float, y: np.ndarray, weights: np.ndarray, offset: bool) -> float:
    """Minus the mean squared error of machines fitted without the one example that they are asked about."""
    squares = np.empty(len(y))
    for i in range(len(y)):
        others = np.delete(np.arange(len(y)), i)
        machine = KernelRidge(alpha, kernel=kernel, fit_intercept=offset).fit(X[others], y[others], weights[others])
        squares[i] = np.mean((machine.predict(X[[i]]) - y[i]) ** 2)
    return -float(np.average(squares, weights=weights))


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("y", [Y, MANY], ids=["one", "two"])
@pytest.mark.parametrize("weights", [np.ones(40), WEIGHTS], ids=["alike", "weighted"])
def test_scores_are_those_of_refits(y: np.ndarray, weights: np.ndarray, offset: bool) -> None:
    machine = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS, fit_intercept=offset).fit(X, y, weights)
    found = machine.cv_results_
    for one, score in zip(found["params"], found["mean_test_score"], strict=True):
        assert score == pytest.approx(refitted(one["kernel"], one["alpha"], y, weights, offset), rel=1e-8)
    assert machine.best_score_ == found["mean_test_score"].max()
    assert machine.best_params_ == found["params"][int(found["mean_test_score"].argmax())]
    assert machine.n_candidates_ == 9


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["alike", "weighted"])
def test_densities_are_those_of_each_machine(offset: bool, weights: np.ndarray | None) -> None:
    machine = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS, criterion="density", fit_intercept=offset)
    found = machine.fit(X, Y, weights).cv_results_
    for one, score in zip(found["params"], found["mean_test_score"], strict=True):
        alone = KernelRidge(**one, fit_intercept=offset)
        assert score == pytest.approx(np.average(closed_form_densities(alone, X, Y, weights), weights=weights))


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "polynomial"])
def test_choice_is_that_of_grid_search(kernel: str) -> None:
    gammas = [0.1, 1.0, 4.0]
    search = GridSearchCV(
        Peer(kernel=kernel), {"alpha": ALPHAS, "gamma": gammas}, cv=LeaveOneOut(), scoring="neg_mean_squared_error"
    ).fit(X, Y)
    machine = KernelRidgeCV(alphas=ALPHAS, kernel=kernel, gammas=gammas).fit(X, Y)
    assert machine.best_params_ == search.best_params_
    assert machine.best_score_ == pytest.approx(search.best_score_)
    np.testing.assert_allclose(machine.predict(X), search.predict(X), rtol=1e-6, atol=1e-8)


def test_linear_choice_is_that_of_ridge_by_columns_or_by_rows() -> None:
    x, y = load_diabetes(return_X_y=True)
    alphas = np.logspace(-4, 2, 9)
    for part in (x, x[:8]):  # fewer columns than rows, and more
        peer = RidgeCV(alphas, store_cv_results=True).fit(part, y[: len(part)])
        machine = KernelRidgeCV(alphas=alphas, fit_intercept=True).fit(part, y[: len(part)])
        assert machine.alpha_ == pytest.approx(peer.alpha_)
        np.testing.assert_allclose(machine.path_.mean[::-1], -peer.cv_results_.mean(axis=0), rtol=1e-7)
        np.testing.assert_allclose(machine.coef_, peer.coef_, rtol=1e-6)
        assert machine.intercept_ == pytest.approx(peer.intercept_)


@pytest.mark.filterwarnings("ignore:.*hardly see the latter")
def test_unscaled_repeated_and_constant_columns() -> None:
    columns = np.column_stack([1e6 * X[:, 0], X[:, 1], X[:, 1], np.full(40, 3.0), 1e-6 * X[:, 0]])
    machine = KernelRidgeCV(fit_intercept=True).fit(columns, Y)
    peer = RidgeCV(np.logspace(-3, 3, 13), store_cv_results=True).fit(columns, Y)
    np.testing.assert_allclose(machine.path_.mean[::-1], -peer.cv_results_.mean(axis=0), rtol=1e-5)
    copies = KernelRidgeCV(kernels=KERNELS).fit(np.repeat(X, 2, axis=0), np.repeat(Y, 2))
    assert np.isfinite(copies.path_.mean).all()


def test_the_machine_is_the_one_that_was_chosen() -> None:
    machine = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS, leave_one_out=True).fit(X, Y, WEIGHTS)
    again = KernelRidge(machine.alpha_, kernel=machine.best_kernel_).fit(X, Y, WEIGHTS)
    np.testing.assert_array_equal(machine.predict(X), again.predict(X))
    left_out = np.average(machine.leave_one_out_.residuals**2, weights=WEIGHTS)
    assert machine.best_score_ == pytest.approx(-left_out)


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Linear()])
def test_any_form_of_the_data(kernel: object) -> None:
    found = KernelRidgeCV(alphas=ALPHAS, kernel=kernel).fit(X, Y).path_.mean
    table = np.asarray(kernel.matrix(Vectors.of(X), Vectors.of(X)))
    single = X.astype(np.float32)
    for x, word, accuracy in [
        (sp.csr_array(X), kernel, 1e-9),
        (np.asfortranarray(X), kernel, 0.0),
        (np.repeat(X, 2, axis=0)[::2], kernel, 0.0),
        (table, "precomputed", 1e-6),
        (single, kernel, 1e-4),
    ]:
        again = KernelRidgeCV(alphas=ALPHAS, kernel=word).fit(x, Y).path_.mean
        np.testing.assert_allclose(again, found, rtol=accuracy)


def test_examples_of_weight_zero_are_not_there() -> None:
    weights = np.ones(40)
    weights[::3] = 0.0
    kept = weights > 0
    with_them = KernelRidgeCV(kernels=KERNELS).fit(X, Y, weights)
    without = KernelRidgeCV(kernels=KERNELS).fit(X[kept], Y[kept])
    np.testing.assert_array_equal(with_them.path_.folds, without.path_.folds)
    assert with_them.support_.tolist() == np.flatnonzero(kept).tolist()


def test_strings_and_threads() -> None:
    words = ["".join(RNG.choice(list("ab"), 8)) for _ in range(30)]
    counts = np.array([word.count("ab") for word in words], dtype=float)
    one, two = (
        KernelRidgeCV(kernels=[Spectrum(1), Spectrum(2)], alphas=[1e-3, 1.0], n_jobs=jobs).fit(words, counts)
        for jobs in (1, 2)
    )
    assert one.best_params_ == {"alpha": 1e-3, "kernel": Spectrum(2)}
    np.testing.assert_array_equal(one.path_.folds, two.path_.folds)


def test_of_level_ones_the_smoothest_is_taken() -> None:
    machine = KernelRidgeCV(alphas=[0.1, 1.0], kernel="rbf", gammas=[2.0, 0.5]).fit(X, np.zeros(40))
    assert machine.best_params_ == {"alpha": 1.0, "gamma": 0.5}


def test_strengths_below_rounding_are_not_judged() -> None:
    machine = KernelRidgeCV(alphas=[1e-30, 1.0], kernel=Gaussian(30.0)).fit(X, Y)
    assert np.isnan(machine.path_.mean).tolist() == [False, True]
    assert machine.cv_results_["rank_test_score"].tolist() == [1, 2]
    assert machine.alpha_ == 1.0
    with pytest.raises(InputError, match="no candidate could be judged"):
        KernelRidgeCV(alphas=[1e-30], kernel=Gaussian(30.0)).fit(X, Y)


def test_without_an_example_that_decides_alone_nothing_is_known() -> None:
    with pytest.raises(InputError, match="one sample cannot be left out"):
        KernelRidgeCV(fit_intercept=True).fit([[1.0], [2.0]], [0.0, 1.0], [1.0, 0.0])
    with pytest.raises(InputError, match="no candidate could be judged"):
        KernelRidgeCV(fit_intercept=True, kernel="rbf").fit([[1.0], [2.0]], [0.0, 1.0], [1e20, 1e-20])


def test_a_search_comes_back_from_its_file_and_is_drawn(tmp_path) -> None:
    machine = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS).fit(X, Y)
    save(machine, tmp_path / "search.drupe")
    again = load(tmp_path / "search.drupe")
    assert again.best_params_ == machine.best_params_
    np.testing.assert_array_equal(again.predict(X), machine.predict(X))
    assert PathDisplay.from_estimator(machine).ax_.get_ylabel() == "alpha"


def test_a_second_fit_chooses_again() -> None:
    machine = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS).fit(X, Y)
    assert machine.set_params(kernels=[Linear()]).fit(X, Y).best_kernel_ == Linear()
    assert machine.set_params(kernels=None, kernel="rbf", gamma=0.7).fit(X, Y).best_kernel_ == Gaussian.from_gamma(0.7)


def test_closed_forms_of_a_search_are_refused() -> None:
    with pytest.raises(InputTypeError, match="KernelRidgeCV"):
        closed_form_folds(KernelRidgeCV(), X, Y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"kernels": []}, "must list kernels"),
        ({"kernels": ["rbf"]}, "must list kernels"),
        ({"kernels": KERNELS, "gammas": 3}, "gammas or kernels"),
        ({"kernel": "linear", "gammas": 3}, "gammas are factors of"),
        ({"alphas": 0}, "at least one alpha"),
        ({"alphas": [0.0, 1.0]}, "every alpha must lie in"),
        ({"criterion": "luck"}, "criterion"),
    ],
)
def test_what_cannot_be_tried_is_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        KernelRidgeCV(**parameters).fit(X, Y)


def test_matrix_beyond_the_budget_is_refused() -> None:
    with pytest.raises(BudgetError, match=r"40 examples needs .* larger cache_size"):
        KernelRidgeCV(cache_size=0.001, kernel="rbf").fit(X, Y)


def test_interruption_raises_or_chooses_among_what_was_tried(monkeypatch) -> None:
    own = KernelRidgeCV._scores

    def interrupted(self: KernelRidgeCV, kernel, **given):
        if kernel == KERNELS[2]:
            raise KeyboardInterrupt
        return own(self, kernel, **given)

    monkeypatch.setattr(KernelRidgeCV, "_scores", interrupted)
    with pytest.raises(KeyboardInterrupt):
        KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS, n_jobs=1).fit(X, Y)
    with pytest.warns(ConvergenceWarning, match="was interrupted: it chose among 2 of 3 kernels"):
        kept = KernelRidgeCV(alphas=ALPHAS, kernels=KERNELS, n_jobs=1, on_interrupt="keep").fit(X, Y)
    assert kept.best_kernel_ in KERNELS[:2]
    assert np.isnan(kept.path_.surface()[:, 2]).all()
