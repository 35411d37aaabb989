"""Comparisons say what scikit-learn's cross-validation of whole pipelines says, and test against the best."""

import numpy as np
import pytest
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_diabetes, make_classification
from sklearn.dummy import DummyRegressor
from sklearn.metrics import accuracy_score, balanced_accuracy_score, mean_absolute_error, r2_score, recall_score
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, DefaultClassifier, KernelRidge, NearestMean, NuSVC
from drupe.analysis import Part
from drupe.analysis.comparison import compare_machines
from drupe.analysis.contenders import Contender
from drupe.analysis.folds import folds_of
from drupe.analysis.measure import Accuracy, BalancedAccuracy, MeanError
from drupe.analysis.search import search
from drupe.analysis.sign_flips import chance_of
from drupe.analysis.task import Task
from drupe.kernels import Linear


def cuts(part, task, count=5):
    return [(fold.seen, fold.held) for fold in folds_of(part, task, count)]


def classes(weights=None):
    X, y = make_classification(300, 4, n_informative=3, n_redundant=0, flip_y=0.1, weights=weights, random_state=0)
    return Part.of(X * [1.0, 10.0, 100.0, 1000.0], np.where(y, "yes", "no"))


@pytest.mark.parametrize("weights", [None, [0.98]])
def test_classes_are_judged_as_scikit_learn_judges_them(weights):
    part, machines = classes(weights), {"svc": SVC(), "mean": NearestMean(), "default": DefaultClassifier()}
    found = compare_machines(machines, part, StandardScaler())
    said = {
        name: cross_val_predict(make_pipeline(StandardScaler(), machine), part.X, part.y, cv=cuts(part, Task.CLASSES))
        for name, machine in machines.items()
    }
    for one in found.results:
        assert one.accuracy == accuracy_score(part.y, said[one.name])
        assert one.balanced_accuracy == pytest.approx(balanced_accuracy_score(part.y, said[one.name]))
        recalls = recall_score(part.y, said[one.name], labels=["no", "yes"], average=None)
        assert [each.recall for each in one.classes] == pytest.approx(recalls.tolist())
        assert one.low <= one.accuracy <= one.high
        assert one.balanced_low <= one.balanced_accuracy <= one.balanced_high
    rare = weights is not None
    assert isinstance(found.measure, BalancedAccuracy if rare else Accuracy)
    values = [one.balanced_accuracy if rare else one.accuracy for one in found.results]
    assert values == sorted(values, reverse=True)
    best, last = (said[found.results[place].name] for place in (0, -1))
    size = np.array([part.counts[label] for label in part.y]) if rare else 1.0
    gains = ((best == part.y).astype(float) - (last == part.y)) / size
    assert found.results[-1].chance == pytest.approx(chance_of(gains))


def test_equal_machines_do_not_differ():
    part = classes()
    found = compare_machines({"a": SVC(), "b": SVC(), "default": DefaultClassifier()}, part, StandardScaler())
    assert [one.chance for one in found.results[:2]] == [1.0, 1.0]
    assert found.results[2].chance < 1e-3


def test_quantities_are_judged_as_scikit_learn_judges_them():
    X, y = load_diabetes(return_X_y=True)
    part = Part.of(X[:150] * 10.0 ** np.arange(10), y[:150])
    machines = {"ridge": KernelRidge(), "svr": SVR(), "median": DummyRegressor(strategy="median")}
    found = compare_machines(machines, part, StandardScaler(), Task.QUANTITY, folds=4)
    assert found.measure == MeanError()
    assert (found.n, found.folds) == (150, 4)
    assert found.results[-1].name == "median"
    for one in found.results:
        whole = TransformedTargetRegressor(
            make_pipeline(StandardScaler(), machines[one.name]), transformer=StandardScaler()
        )
        said = cross_val_predict(whole, part.X, part.y, cv=cuts(part, Task.QUANTITY, 4))
        assert one.mean_error == pytest.approx(mean_absolute_error(part.y, said), rel=1e-9)
        assert one.r_squared == pytest.approx(r2_score(part.y, said), rel=1e-9)
        assert one.low < one.mean_error < one.high
    assert found.results[0].chance == 1.0
    assert found.results[-1].chance < 0.01


def test_units_of_the_target_do_not_matter():
    X, y = load_diabetes(return_X_y=True)
    small, large = (
        compare_machines({"svr": SVR()}, Part.of(X[:80], factor * y[:80]), None, Task.QUANTITY).results[0]
        for factor in (1e-3, 1e6)
    )
    assert large.mean_error == pytest.approx(1e9 * small.mean_error, rel=1e-3)
    assert large.r_squared == pytest.approx(small.r_squared, rel=1e-3)


def test_whole_numbers_are_answered_with_fractions():
    x, part = np.arange(60.0)[:, None], Part.of(np.arange(60.0)[:, None], np.arange(60) // 2)
    found = compare_machines({"ridge": KernelRidge()}, part, StandardScaler(), Task.QUANTITY).results[0]
    exact = compare_machines({"ridge": KernelRidge()}, Part.of(x, part.y / 1.0), StandardScaler(), Task.QUANTITY)
    assert found.mean_error == exact.results[0].mean_error
    contender = [Contender(SVR(kernel=Linear(), epsilon=0.0), (1.0, 10.0))]
    trials = [search(one, contender, Task.QUANTITY).best for one in (part, Part.of(x, part.y / 1.0))]
    assert trials[0].values.tolist() == trials[1].values.tolist()


def test_a_machine_that_cannot_be_fitted_is_last_and_says_why():
    part = classes([0.9])
    found = compare_machines({"nu": NuSVC(nu=0.9), "default": DefaultClassifier()}, part)
    assert [one.name for one in found.results] == ["default", "nu"]
    assert "infeasible" in found.results[1].failure
    assert found.results[1].accuracy == 0.0
