"""SVRPathCV: scores are those of a machine fitted in every fold, the choice is the best, and it is fitted on all."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import r2_score
from sklearn.model_selection import GridSearchCV, KFold, ShuffleSplit
from sklearn.svm import SVR as Peer
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVR, SVRPathCV, load, save
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Spectrum

CS = [0.01, 1.0, 30.0]
EPSILONS = [0.0, 0.1, 0.5]
GAMMAS = [0.1, 1.0]
TOLERANCE = 1e-8
RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 2))
Y = np.sin(2.0 * X[:, 0]) + 0.2 * RNG.normal(size=90)


@parametrize_with_checks([SVRPathCV(Cs=[0.1, 10.0], cv=3)])
def test_checks_of_scikit_learn(estimator, check) -> None:
    check(estimator)


@pytest.mark.parametrize(
    "parameters",  # of which scikit-learn solves the last less exactly
    [
        {},
        {"cv": ShuffleSplit(3, test_size=20, random_state=0), "scoring": "neg_mean_absolute_error"},
        {"kernel": "poly", "degree": 2, "coef0": 1.0},
    ],
    ids=["plain", "scorer", "poly"],
)
def test_scores_and_choice_are_those_of_grid_search(parameters: dict) -> None:
    machine = SVRPathCV(Cs=CS, epsilons=EPSILONS, gammas=GAMMAS, tol=TOLERANCE, **parameters).fit(X, Y)
    own = {name: value for name, value in parameters.items() if name not in ("cv", "scoring")}
    grid = {"C": CS, "epsilon": EPSILONS, "gamma": GAMMAS}
    asked = {"cv": parameters.get("cv", 5), "scoring": parameters.get("scoring")}
    search = GridSearchCV(Peer(tol=TOLERANCE, **own), grid, **asked).fit(X, Y)
    found, accuracy = machine.cv_results_, 1e-3 if "kernel" in parameters else 1e-5
    assert found["params"] == search.cv_results_["params"]
    for i in range(search.n_splits_):
        column = f"split{i}_test_score"
        np.testing.assert_allclose(found[column], search.cv_results_[column], atol=accuracy)
    assert machine.best_params_ == search.best_params_
    assert machine.best_score_ == pytest.approx(search.best_score_, abs=accuracy)
    assert (machine.n_candidates_, machine.n_splits_) == (18, search.n_splits_)
    np.testing.assert_allclose(machine.predict(X), search.predict(X), atol=accuracy)


@pytest.mark.parametrize("offset", [True, False])
def test_each_score_is_that_of_a_machine_fitted_in_its_fold(offset: bool) -> None:
    kernels = [Linear(), Gaussian(1.0), Laplacian(1.0)]
    machine = SVRPathCV(Cs=CS, epsilons=[0.05, 0.3], kernels=kernels, fit_intercept=offset, tol=1e-6).fit(X, Y)
    for one, scores in zip(machine.path_.params, machine.path_.folds, strict=True):
        for (seen, held), score in zip(KFold(5).split(X), scores, strict=True):
            alone = SVR(**one, fit_intercept=offset, tol=1e-6).fit(X[seen], Y[seen])
            assert score == pytest.approx(r2_score(Y[held], alone.predict(X[held])), abs=1e-5)
    again = SVR(**machine.best_params_, fit_intercept=offset, tol=1e-6).fit(X, Y)
    np.testing.assert_array_equal(machine.predict(X), again.predict(X))
    assert machine.best_kernel_ == machine.best_params_["kernel"]
    assert (machine.C_, machine.epsilon_) == (machine.best_params_["C"], machine.best_params_["epsilon"])


def test_weights_are_copies_and_threads_and_little_memory_change_nothing() -> None:
    weights = RNG.integers(0, 3, len(Y))
    held = np.arange(len(Y)) % 3
    repeated = np.repeat(held, weights)
    asked = {"Cs": CS, "epsilons": EPSILONS, "gammas": GAMMAS, "tol": TOLERANCE}
    weighted = SVRPathCV(cv=[(np.flatnonzero(held != i), np.flatnonzero(held == i)) for i in range(3)], **asked)
    copies = SVRPathCV(cv=[(np.flatnonzero(repeated != i), np.flatnonzero(repeated == i)) for i in range(3)], **asked)
    found = weighted.scores(X, Y, weights).folds
    np.testing.assert_allclose(
        copies.scores(np.repeat(X, weights, axis=0), np.repeat(Y, weights)).folds, found, atol=1e-6
    )
    np.testing.assert_array_equal(weighted.set_params(n_jobs=2).scores(X, Y, weights).folds, found)
    np.testing.assert_allclose(weighted.set_params(cache_size=0.01).scores(X, Y, weights).folds, found, atol=1e-6)


def test_kernels_of_large_samples_are_judged_alike_together_and_alone() -> None:
    x = RNG.normal(size=(700, 3))
    y = np.tanh(x[:, 0]) + 0.3 * RNG.normal(size=700)
    together = SVRPathCV(Cs=[0.1, 10.0], gammas=GAMMAS, tol=1e-5).scores(x, y).folds.reshape(2, 2, 5)
    for j, gamma in enumerate(GAMMAS):
        alone = SVRPathCV(Cs=[0.1, 10.0], gamma=gamma, tol=1e-5).scores(x, y).folds
        np.testing.assert_allclose(together[:, j], alone, atol=1e-4)


def test_any_form_of_the_data() -> None:
    found = SVRPathCV(Cs=CS, gamma=0.5, tol=TOLERANCE).fit(X, Y).path_.folds
    table = np.asarray(Gaussian.from_gamma(0.5).matrix(Vectors.of(X), Vectors.of(X)))
    for x, parameters in [
        (sp.csr_array(X), {"gamma": 0.5}),
        (np.asfortranarray(X), {"gamma": 0.5}),
        (np.repeat(X, 2, axis=1)[:, ::2], {"gamma": 0.5}),
        (X.astype(np.float32), {"gamma": 0.5}),
        (X, {"gamma": 0.5, "precision": "single", "tol": 1e-5}),
        (table, {"kernel": "precomputed"}),
        (X, {"kernel": lambda a, b: np.exp(-0.5 * ((a[:, None] - b[None]) ** 2).sum(axis=2))}),
    ]:
        again = SVRPathCV(Cs=CS, **{"tol": TOLERANCE, **parameters}).fit(x, Y).path_.folds
        np.testing.assert_allclose(again, found, atol=1e-4)


def test_strings() -> None:
    words = ["".join(RNG.choice(list("ab"), 8)) for _ in range(40)]
    counts = np.array([word.count("ab") for word in words], dtype=float)
    machine = SVRPathCV(Cs=[100.0], kernels=[Spectrum(1), Spectrum(2)], cv=3).fit(words, counts)
    assert machine.best_kernel_ == Spectrum(2)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("C", [1e-6, 1e9])
def test_prices_beyond_reason(C: float) -> None:
    x = np.column_stack([X, np.full(90, 7.0)])
    machine = SVRPathCV(Cs=[C], gammas=[0.1, 1.0], max_iter=100_000).fit(x, Y)
    assert np.isfinite(machine.path_.folds).all()


def test_numbers_of_candidates_lie_around_the_scale_of_the_data() -> None:
    machine = SVRPathCV(Cs=[1.0], epsilons=3, gammas=2).fit(X, Y)
    np.testing.assert_allclose(machine.path_.axes[1], np.array([0.01, 0.1, 1.0]) * Y.std())
    np.testing.assert_allclose(machine.path_.axes[2], np.array([0.01, 100.0]) / (2.0 * X.var()))


def test_of_equals_the_smallest_price_tube_and_width() -> None:
    machine = SVRPathCV(Cs=[1.0, 0.1], epsilons=[0.2, 0.1], gammas=[1.0, 0.5], scoring="neg_mean_squared_error").fit(
        X, np.zeros(90)
    )
    assert machine.best_params_ == {"C": 0.1, "epsilon": 0.1, "gamma": 0.5}


def test_a_search_comes_back_from_its_file(tmp_path) -> None:
    for machine in (SVRPathCV(Cs=CS), SVRPathCV(Cs=CS, epsilons=EPSILONS, kernels=[Linear(), Gaussian(1.0)])):
        save(machine.fit(X, Y), tmp_path / "search.drupe")
        again = load(tmp_path / "search.drupe")
        assert again.best_params_ == machine.best_params_
        np.testing.assert_array_equal(again.predict(X), machine.predict(X))


def test_the_epsilon_of_the_machine_serves_where_none_are_listed() -> None:
    machine = SVRPathCV(Cs=CS, epsilon=0.3).fit(X, Y)
    assert (machine.path_.names, machine.epsilon_) == (("C",), 0.3)
    np.testing.assert_array_equal(machine.predict(X), SVR(C=machine.C_, epsilon=0.3).fit(X, Y).predict(X))


def test_progress_rises_to_its_end() -> None:
    heard: list[float] = []
    for cache_size in (200, 0.01):
        heard.clear()
        SVRPathCV(Cs=CS, gammas=GAMMAS, cache_size=cache_size).scores(X, Y, progress=heard.append)
        assert heard == sorted(heard)
        assert heard[-1] == pytest.approx(1.0)


def test_stopping_short_is_said() -> None:
    with pytest.warns(ConvergenceWarning, match="in some folds the solver stopped short"):
        SVRPathCV(Cs=[100.0], gamma=20.0, max_iter=3).scores(X, Y)


@pytest.mark.parametrize(
    "wrong",
    [
        {"gammas": [0.1], "kernels": [Linear()]},
        {"gammas": [0.1], "kernel": "linear"},
        {"kernels": []},
        {"epsilons": [-0.1]},
        {"epsilons": 0},
        {"Cs": [0.0]},
    ],
)
def test_what_cannot_be_searched_is_refused(wrong: dict) -> None:
    with pytest.raises(ParameterError, match=r"gamma|kernels|epsilon|C"):
        SVRPathCV(**wrong).fit(X, Y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_scores_that_are_not_defined_choose_nothing() -> None:
    with pytest.raises(InputError, match="no candidate has a score in every fold"):
        SVRPathCV(Cs=[1.0], cv=10).fit(X[:10], Y[:10])
    assert SVRPathCV(Cs=[1.0], cv=10, scoring="neg_mean_squared_error").fit(X[:10], Y[:10]).best_score_ < 0.0


def test_a_fold_that_learns_from_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="learns from no example"):
        SVRPathCV(cv=[([], np.arange(90))]).fit(X, Y)
