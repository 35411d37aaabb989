"""The search says of every contender what scikit-learn's cross-validation of the whole pipeline says, row by row."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.datasets import load_breast_cancer, load_diabetes, make_classification
from sklearn.metrics import accuracy_score, balanced_accuracy_score, mean_absolute_error
from sklearn.model_selection import cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler

from drupe import SVC, SVR, DefaultClassifier, NearestMean, NeighborsClassifier, SquaredSVR
from drupe.analysis import Part
from drupe.analysis.contenders import Contender, contenders_for
from drupe.analysis.folds import folds_of
from drupe.analysis.measure import Accuracy, BalancedAccuracy
from drupe.analysis.search import search
from drupe.analysis.string_views import substrings
from drupe.analysis.task import Task
from drupe.inputs.frame import Frame
from drupe.kernels import Gaussian, Linear


def cuts(part, task=Task.CLASSES, seed=0):
    return [(fold.seen, fold.held) for fold in folds_of(part, task, seed=seed)]


def whole(contender, C, before):
    machine = clone(contender.estimator)
    return make_pipeline(contender.before(before), machine.set_params(**({} if C is None else {"C": C})))


def unlike_scales(n=300, classes=2, weights=None, seed=0):
    X, y = make_classification(
        n, 6, n_informative=4, n_classes=classes, weights=weights, flip_y=0.02, class_sep=1.0, random_state=seed
    )
    return Part.of(X * 10.0 ** np.arange(6) + 1e3, y)


@pytest.mark.parametrize("classes", [2, 3])
def test_every_value_is_that_of_the_whole_pipeline(classes):
    part, before = unlike_scales(150, classes=classes), StandardScaler()
    found = search(part, contenders_for(part, Task.CLASSES), before=before, seed=3)
    assert found.measure == Accuracy()
    for trial in found.trials:
        for C, value in list(zip(trial.contender.Cs or (None,), trial.values, strict=True))[::3]:
            said = cross_val_predict(whole(trial.contender, C, before), part.X, part.y, cv=cuts(part, seed=3))
            # The search stops its solvers early, so that at the edge between two classes a row may fall either way.
            slack = 2 / len(part) if C is not None else 1e-12
            assert value == pytest.approx(accuracy_score(part.y, said), abs=slack), (trial.contender, C)


def test_paths_agree_to_the_last_row_where_no_row_is_near_the_edge():
    X, y = load_breast_cancer(return_X_y=True)
    part, before = Part.of(X, y), StandardScaler()
    contender = Contender(SVC(kernel=Gaussian(width=5.0)), (0.1, 1.0, 10.0))
    found = search(part, [contender], before=before)
    scores = [cross_val_score(whole(contender, C, before), X, y, cv=cuts(part)) for C in contender.Cs]
    held = [len(fold) for _, fold in cuts(part)]
    assert found.trials[0].values == pytest.approx([np.average(each, weights=held) for each in scores], abs=1e-12)


def test_what_the_held_out_rows_hold_does_not_reach_the_preparation():
    """One row of a column reaches far out: scaled with it, all others would be the same."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 1)), np.arange(200) % 2
    X[:, 0] += 2.0 * y
    X[0, 0] = 1e12
    part = Part.of(X, y)
    contender = Contender(NearestMean(kernel=Linear()))
    fold = next(held for _, held in cuts(part) if 0 in held)
    others = np.setdiff1d(fold, [0])
    said = cross_val_predict(whole(contender, None, StandardScaler()), X, y, cv=cuts(part))
    value = search(part, [contender], before=StandardScaler()).best.value
    assert value == accuracy_score(y, said)
    at_once = StandardScaler().fit_transform(X)
    blind = cross_val_predict(contender.estimator, at_once, y, cv=cuts(part))
    assert accuracy_score(y[others], said[others]) > accuracy_score(y[others], blind[others]) + 0.2


def test_quantities_are_those_of_the_whole_pipeline():
    X, y = load_diabetes(return_X_y=True)
    part, before = Part.of(X[:200] * 10.0 ** np.arange(10), y[:200]), StandardScaler()
    contender = Contender(SVR(kernel=Gaussian(width=3.0), epsilon=8.0), (10.0, 100.0))
    found = search(part, [contender], Task.QUANTITY, before=before, seed=1)
    for C, value in zip(contender.Cs, found.best.values, strict=True):
        said = cross_val_predict(whole(contender, C, before), part.X, part.y, cv=cuts(part, Task.QUANTITY, 1))
        assert value == pytest.approx(mean_absolute_error(part.y, said), rel=2e-3)
    low, high = found.best.interval
    assert low < found.best.value < high


def test_least_squares_are_those_of_the_machine_that_is_chosen():
    X, y = load_diabetes(return_X_y=True)
    part = Part.of(X[:100] * 10.0 ** np.arange(10), y[:100])
    contender = Contender(SquaredSVR(kernel=Gaussian(width=3.0), epsilon=0.0), (0.1, 10.0))
    (trial,) = search(part, [contender], Task.QUANTITY, before=StandardScaler()).trials
    for C, value in zip(contender.Cs, trial.values, strict=True):
        machine = SquaredSVR(kernel=Gaussian(width=3.0), epsilon=0.0, C=C, tol=1e-6)
        said = cross_val_predict(make_pipeline(StandardScaler(), machine), part.X, part.y, cv=cuts(part, Task.QUANTITY))
        assert value == pytest.approx(mean_absolute_error(part.y, said), rel=1e-6)
    assert isinstance(trial.estimator, SquaredSVR)


class Counting(TransformerMixin, BaseEstimator):
    """A scaler that remembers, across copies, how many rows each of them was fitted on."""

    fits: list = []  # noqa: RUF012

    def fit(self, X, y=None):
        self.fits.append(len(X))
        self.scale_ = np.abs(X).max()
        return self

    def transform(self, X):
        return X / self.scale_


def test_a_preparation_is_fitted_once_in_each_fold_on_the_seen_rows():
    part = unlike_scales(100)
    machines = [DefaultClassifier(), NearestMean(kernel=Linear()), NeighborsClassifier()]
    Counting.fits.clear()
    search(part, [*map(Contender, machines), Contender(SVC(kernel=Linear()), (0.1, 1.0))], before=Counting())
    assert Counting.fits == [80] * 5
    Counting.fits.clear()
    own, common = Counting(), Counting()
    contenders = [Contender(machines[1], view=own), Contender(machines[2]), Contender(machines[0], view=own)]
    search(part, contenders, before=common)
    assert Counting.fits == [80] * 10


def test_sparse_rows_and_strings_are_prepared_in_their_folds():
    part = unlike_scales(120)
    sparse = Part.of(sp.csr_array(np.where(np.median(part.X, axis=0) < part.X, part.X, 0.0)), part.y)
    contenders = [Contender(SVC(kernel=Linear()), (0.1, 1.0)), Contender(NearestMean(kernel=Linear()))]
    for trial in search(sparse, contenders, before=MaxAbsScaler()).trials:
        said = cross_val_predict(whole(trial.contender, trial.C, MaxAbsScaler()), sparse.X, sparse.y, cv=cuts(sparse))
        assert trial.value == pytest.approx(accuracy_score(sparse.y, said), abs=1.1 / 120)
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list("acgt" if label else "aacg"), 8)) for label in part.y]
    contender = Contender(SVC(kernel=Linear()), (0.1, 1.0), substrings(2))
    found = search(Part.of(texts, part.y), [contender])
    said = cross_val_predict(whole(contender, found.best.C, None), texts, part.y, cv=cuts(part))
    assert found.best.value == pytest.approx(accuracy_score(part.y, said), abs=1.1 / 120)


class Filled(TransformerMixin, BaseEstimator):
    """Numbers of a frame with the mean for empty cells, and 1 where a word is "red"."""

    def fit(self, X, y=None):
        assert isinstance(X, Frame)
        self.mean_ = np.nanmean(X.column("weight"))
        return self

    def transform(self, X):
        weight = np.where(X.empty("weight"), self.mean_, X.column("weight"))
        return np.column_stack([weight, X.column("color") == "red"]).astype(np.float64)


def test_rows_with_words_and_empty_cells_reach_the_transformer_as_they_are():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    weight = np.where(rng.random(60) < 0.2, np.nan, y + 0.1 * rng.normal(size=60))
    frame = Frame.of({"weight": weight, "color": np.where(rng.random(60) < 0.5, "red", "green")})
    part = Part.of(frame, y)
    contender = Contender(SVC(kernel=Linear()), (1.0, 10.0))
    found = search(part, [contender], before=Filled())
    errors = 0
    for seen, held in cuts(part):
        machine = whole(contender, found.best.C, Filled()).fit(frame.take(seen), y[seen])
        errors += (machine.predict(frame.take(held)) != y[held]).sum()
    assert found.best.value == pytest.approx(1.0 - errors / 60)


@pytest.mark.parametrize("share", [0.01, 0.03])
def test_rare_classes_are_chosen_by_balanced_accuracy(share):
    part = unlike_scales(600, weights=[0.94], seed=5)
    members = np.isin(np.arange(600), np.flatnonzero(part.y)[: int(600 * share)])
    part = Part.of(part.X, np.where(members, "yes", "no"))
    kernels = [Gaussian(width=2.0), Linear()]
    usual = [Contender(DefaultClassifier())]
    machines = [one for one in contenders_for(part, Task.CLASSES) if one.Cs]
    assert {one.estimator.class_weight for one in machines} == {"balanced"}
    contenders = [*usual, *(Contender(SVC(kernel=k, class_weight="balanced"), (0.1, 1.0)) for k in kernels)]
    found = search(part, contenders, before=StandardScaler())
    assert found.measure == BalancedAccuracy("yes", share)
    for trial in found.trials:
        said = cross_val_predict(whole(trial.contender, trial.C, StandardScaler()), part.X, part.y, cv=cuts(part))
        one = 1.0 / (2 * part.counts["yes"])
        assert trial.value == pytest.approx(balanced_accuracy_score(part.y, said), abs=one if trial.C else 1e-12)
        assert trial.interval[0] <= trial.value <= trial.interval[1]
    assert found.ranked[-1].contender.machine == "DefaultClassifier"
    assert found.ranked[-1].value == 0.5
    assert found.best.value > 0.6


def test_a_tenth_is_not_rare():
    part = unlike_scales(100)
    labels = np.repeat(["no", "yes"], [90, 10])
    assert search(Part.of(part.X, labels), [Contender(DefaultClassifier())]).measure == Accuracy()
    assert all(one.estimator.class_weight is None for one in contenders_for(Part.of(part.X, labels), Task.CLASSES)[4:])


def test_a_class_with_two_rows_does_not_cost_folds():
    part = unlike_scales(100)
    labels = np.array(["a"] * 60 + ["b"] * 38 + ["c"] * 2)
    X = part.X.copy()
    X[labels == "c"] *= 50.0
    found = search(Part.of(X, labels), contenders_for(Part.of(X, labels), Task.CLASSES), before=StandardScaler())
    assert found.folds == 5
    assert not found.failures
    assert found.measure.why == "class c has 2 % of the rows"
    assert found.best.value > found.ranked[-1].value
