"""The search over C and width finds what scikit-learn's grid search finds, warm starts or not, whole or raced."""

import numpy as np
import pytest
from selection.path_samples import several_classes, two_classes
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit
from sklearn.svm import SVC as Peer

from drupe import SVC, SVCPathCV, load, save
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian, Laplacian, Linear

CS = np.logspace(-2, 3, 5)
GAMMAS = np.logspace(-2, 1, 4)
TOLERANCE = 1e-8


def agree(machine: SVCPathCV, x: np.ndarray, y: np.ndarray, cv: object = 5, **parameters: object) -> None:
    grid = {"C": machine.Cs, "gamma": machine.gammas}
    search = GridSearchCV(Peer(tol=TOLERANCE, **parameters), grid, cv=cv, scoring=machine.scoring).fit(x, y)
    found = machine.fit(x, y).cv_results_
    assert found["params"] == [
        {name: float(value) for name, value in one.items()} for one in search.cv_results_["params"]
    ]
    for i in range(search.n_splits_):
        column = f"split{i}_test_score"
        np.testing.assert_allclose(found[column], search.cv_results_[column], atol=1e-12)
    assert found["rank_test_score"].tolist() == search.cv_results_["rank_test_score"].tolist()
    assert machine.best_params_ == search.best_params_
    assert machine.best_score_ == pytest.approx(search.best_score_)
    assert machine.n_candidates_ == len(found["params"])
    np.testing.assert_allclose(machine.predict(x) == y, search.predict(x) == y)


def searched(**parameters: object) -> SVCPathCV:
    return SVCPathCV(Cs=CS, gammas=GAMMAS, tol=TOLERANCE, **parameters)


@pytest.mark.parametrize("sample", [two_classes, several_classes])
def test_scores_and_choice_are_those_of_grid_search(sample: object) -> None:
    agree(searched(), *sample())


@pytest.mark.parametrize(
    "parameters", [{"class_weight": {"a": 3.0, "b": 0.5}}, {"kernel": "poly", "coef0": 1.0, "degree": 2}]
)
def test_parameters_mean_what_they_mean_to_scikit_learn(parameters: dict) -> None:
    machine = searched(**parameters).set_params(Cs=[0.1, 1.0, 10.0], gammas=[0.1, 0.3, 1.0])
    agree(machine, *several_classes(), **parameters)


def test_scorers_folds_and_constant_columns() -> None:
    x, signs = two_classes(150)
    x = np.column_stack([x, np.full(150, 7.0)])
    cv = StratifiedShuffleSplit(3, test_size=40, random_state=0)
    agree(searched(cv=cv, scoring="balanced_accuracy"), x, (signs > 0).astype(int), cv=cv)
    one = [(np.arange(100), np.arange(100, 150))]
    agree(searched(cv=one), x, signs, cv=one)


@pytest.mark.parametrize("C", [1e-6, 1e9])
def test_prices_beyond_reason(C: float) -> None:
    x, y = several_classes(80, k=2)
    machine = SVCPathCV(Cs=[C], gammas=[0.1, 1.0]).fit(x, y)
    for j, gamma in enumerate((0.1, 1.0)):
        alone = SVCPathCV(Cs=[C], gamma=gamma).fit(x, y)
        np.testing.assert_allclose(machine.path_.folds[j], alone.path_.folds[0], atol=0.1)


@pytest.mark.parametrize("n", [120, 700])
def test_a_start_from_another_kernel_changes_nothing(n: int) -> None:
    x, y = several_classes(n, k=3)
    together = SVCPathCV(Cs=CS, gammas=GAMMAS, tol=1e-6).scores(x, y).folds.reshape(len(CS), len(GAMMAS), 5)
    for j, gamma in enumerate(GAMMAS):
        alone = SVCPathCV(Cs=CS, gamma=gamma, tol=1e-6).scores(x, y).folds
        assert np.abs(together[:, j] - alone).max() <= 1.01 * 5 / n  # one answer on the border may turn


def test_weights_threads_and_little_memory() -> None:
    x, y = several_classes(90)
    weights = np.random.default_rng(0).integers(1, 3, len(y))
    held = np.arange(len(y)) % 3
    weighted = searched(cv=[(np.flatnonzero(held != i), np.flatnonzero(held == i)) for i in range(3)])
    repeated = np.repeat(held, weights)
    copies = searched(cv=[(np.flatnonzero(repeated != i), np.flatnonzero(repeated == i)) for i in range(3)])
    found = weighted.scores(x, y, weights).folds
    np.testing.assert_allclose(found, copies.scores(np.repeat(x, weights, axis=0), np.repeat(y, weights)).folds)
    for parameters in ({"n_jobs": 2}, {"cache_size": 0.01}):
        np.testing.assert_array_equal(weighted.set_params(**parameters).scores(x, y, weights).folds, found)


def test_listed_kernels_of_any_kind() -> None:
    x, y = several_classes()
    kernels = [Linear(), Gaussian(1.0), Laplacian(1.0)]
    machine = SVCPathCV(Cs=[0.1, 1.0], kernels=kernels).fit(x, y)
    for j, kernel in enumerate(kernels):
        alone = SVCPathCV(Cs=[0.1, 1.0], kernel=kernel).fit(x, y)
        np.testing.assert_array_equal(machine.path_.folds[j::3], alone.path_.folds)
    best = machine.best_params_
    assert best["kernel"] == machine.best_kernel_
    np.testing.assert_array_equal(machine.decision_function(x), SVC(**best).fit(x, y).decision_function(x))
    assert machine.path_.surface().shape == (2, 3)


def test_of_equals_the_smallest_price_and_the_widest_kernel() -> None:
    x, y = np.array([[-3.0], [-3.1], [3.0], [3.1]] * 5), np.array([0, 0, 1, 1] * 5)
    machine = SVCPathCV(Cs=[10.0, 1.0], gammas=[0.2, 0.1]).fit(x, y)
    assert machine.best_score_ == 1.0
    assert machine.best_params_ == {"C": 1.0, "gamma": 0.1}


def test_a_search_comes_back_from_its_file(tmp_path: object) -> None:
    x, y = several_classes()
    for machine in (searched(risk=0.05), SVCPathCV(Cs=[0.1, 1.0], kernels=[Linear(), Gaussian(1.0)])):
        save(machine.fit(x, y), tmp_path / "search.drupe")
        again = load(tmp_path / "search.drupe")
        assert again.best_params_ == machine.best_params_
        np.testing.assert_array_equal(again.path_.folds, machine.path_.folds)
        np.testing.assert_array_equal(again.predict(x), machine.predict(x))


def test_a_number_of_gammas_lies_around_the_scale() -> None:
    x, y = several_classes()
    machine = SVCPathCV(Cs=[1.0], gammas=3).fit(x, y)
    np.testing.assert_allclose(machine.path_.axes[1], np.array([0.01, 1.0, 100.0]) / (2.0 * x.var()))
    assert "gamma" in machine._loose()
    assert searched()._loose() == ""


def test_a_race_drops_the_hopeless_and_judges_the_others_alike() -> None:
    x, y = several_classes(300, k=2)
    whole, raced = searched().scores(x, y), searched(risk=0.05).scores(x, y)
    there = np.isfinite(raced.folds)
    np.testing.assert_array_equal(raced.folds[there], whole.folds[there])
    assert raced.best == whole.best
    assert there.mean() < 0.9
    assert raced.table()["n_folds"].tolist() == there.sum(axis=1).tolist()
    assert raced.rank[raced.judged < 5].min() > 1
    machine = SVCPathCV(Cs=CS, gamma=1.0, risk=0.05).fit(x, y)
    assert machine.best_params_ == {"C": machine.C_}


@pytest.mark.parametrize(
    "wrong",
    [
        {"gammas": [0.1], "kernels": [Linear()]},
        {"gammas": [0.1], "kernel": "linear"},
        {"gammas": [-1.0]},
        {"kernels": []},
        {"kernels": ["rbf"]},
        {"risk": 0.1, "scoring": "f1_macro"},
        {"risk": 1.0},
    ],
)
def test_what_cannot_be_searched_is_refused(wrong: dict) -> None:
    with pytest.raises((ParameterError, ValueError), match=r"gamma|kernels|risk"):
        SVCPathCV(**wrong).fit(*several_classes())
