"""The values that reports show, against their definitions."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.stats import binomtest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_breast_cancer, load_diabetes, make_classification
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, DefaultClassifier, NearestMean
from drupe.analysis import Part, analyze
from drupe.analysis.abstention import SHARES, abstention_of
from drupe.analysis.contenders import Contender, contenders_for
from drupe.analysis.folds import folds_of
from drupe.analysis.influence import influence_of
from drupe.analysis.kernel_words import kernel_words
from drupe.analysis.margins import margins_of
from drupe.analysis.outcomes import outcomes_of
from drupe.analysis.preparation import scaler_for, scaling_inside
from drupe.analysis.search import search
from drupe.analysis.task import Task
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.foundation.errors import InputError
from drupe.kernels import Polynomial


@pytest.fixture(scope="module")
def data():
    X, y = load_breast_cancer(return_X_y=True)
    return Part.of(StandardScaler().fit_transform(X), y)


@pytest.fixture(scope="module")
def noisy():
    X, y = make_classification(300, 4, flip_y=0.2, random_state=0)
    return Part.of(X, y)


def test_parts_keep_classes_and_rows_apart(data):
    training, held_out = data.divided(0.25, seed=3)
    assert len(training) + len(held_out) == 569
    assert not set(training.rows) & set(held_out.rows)
    assert held_out.counts[1] / len(held_out) == pytest.approx(data.counts[1] / 569, abs=0.01)


def test_rare_classes_are_named():
    with pytest.raises(InputError, match=r"class 'c' has 1 example \(row 5\)"):
        Part.of(np.zeros((5, 1)), ["a", "a", "b", "b", "c"]).divided(0.3, 0)


def test_search_finds_what_a_grid_finds(data):
    found = search(data, [Contender(SVC(kernel="linear"), (0.01, 1.0))], seed=4)
    folds = [(fold.seen, fold.held) for fold in folds_of(data, Task.CLASSES, seed=4)]
    grid = GridSearchCV(SVC(kernel="linear"), {"C": [0.01, 1.0]}, cv=folds).fit(data.X, data.y)
    assert found.best.value == pytest.approx(grid.best_score_, abs=2.1 / 569)
    assert grid.best_params_["C"] == found.best.C
    assert found.candidates == 2
    assert found.best.estimator.C == found.best.C


def test_search_reports_those_who_fail(data):
    found = search(data, [Contender(SVC(kernel=Polynomial(degree=2)), (1.0,)), Contender(NearestMean(gamma=-1.0))])
    assert len(found.trials) == len(found.failures) == 1
    assert not found.interrupted


def test_every_contender_can_be_tried():
    X, y = make_classification(60, 3, n_informative=3, n_redundant=0, random_state=1)
    part = Part.of(X, y)
    found = search(part, contenders_for(part, Task.CLASSES))
    assert not found.failures
    assert found.ranked[-1].contender.machine == "DefaultClassifier"


def test_interval_is_clopper_pearson(noisy):
    model = SVC().fit(noisy.X, noisy.y)
    found = outcomes_of(model, noisy, fresh=True)
    exact = binomtest(found.n - found.errors, found.n).proportion_ci(0.95, "exact")
    assert found.interval == pytest.approx((exact.low, exact.high), abs=1e-6)


def test_calibration_groups_are_shares_of_right_answers(noisy):
    model = SVC(probability=True).fit(noisy.X, noisy.y)
    found = outcomes_of(model, noisy, fresh=False)
    calibration = found.calibration
    assert calibration.counts.sum() == 300
    assert calibration.held @ calibration.counts == pytest.approx(300 * found.accuracy)
    assert (np.diff(calibration.said) >= 0).all()


def test_thresholds_count_what_they_say(noisy):
    model = SVC(probability=True).fit(noisy.X, noisy.y)
    found = abstention_of(model, noisy, fresh=True, delta=0.1)
    sure = model.predict_proba(noisy.X).max(axis=1)
    wrong = model.predict(noisy.X) != noisy.y
    assert (found.thresholds[0].answered, found.thresholds[0].certificate) == (300, None)  # the rule has its own
    assert len(found.thresholds) == 1 + len(SHARES)
    for one in found.thresholds:
        assert (one.answered, one.wrong) == ((sure > one.value).sum(), wrong[sure > one.value].sum())
    for one in found.thresholds[1:]:
        assert one.certificate.value == pytest.approx(binomial_upper(one.wrong, one.answered, 0.1 / len(SHARES)))


def test_thresholds_are_what_is_typed(noisy):
    """As few digits as a person types, and nothing is lost by them."""
    for model in (SVC(probability=True).fit(noisy.X, noisy.y), SVC().fit(noisy.X, noisy.y)):
        sure = np.sort(confidence_of(model, noisy.X, Confidence.AUTO))[::-1]
        for one, share in zip(abstention_of(model, noisy, fresh=True, delta=0.1).thresholds[1:], SHARES, strict=True):
            assert float(f"{one.value:.6g}") == one.value
            assert sure[int(share * 300)] <= one.value < sure[int(share * 300) - 6]


class Sure(BaseEstimator):
    """Says 1, with the only column as its probability."""

    def predict(self, X):
        return np.ones(len(X))

    def predict_proba(self, X):
        return np.column_stack([1.0 - X[:, 0], X[:, 0]])


def test_limits_hold_together_for_whoever_chooses_after_a_look():
    """Confidence c is uniform on [½, 1] and right with probability c: above t the error is (1 − t)/2."""
    delta, runs, rng = 0.5, 400, np.random.default_rng(0)
    broken, broken_one_by_one = 0, 0
    for _ in range(runs):
        c = rng.uniform(0.5, 1.0, 200)
        part = Part.of(c[:, None], (rng.random(200) < c).astype(float))
        found = abstention_of(Sure(), part, fresh=True, delta=delta).thresholds[1:]
        broken += any(one.certificate.value < (1.0 - one.value) / 2.0 for one in found)
        alone = [binomial_upper(one.wrong, one.answered, delta) for one in found]
        broken_one_by_one += any(limit < (1.0 - one.value) / 2.0 for limit, one in zip(alone, found, strict=True))
    assert broken <= delta * runs < broken_one_by_one
    assert broken > 0.1 * runs  # not because the limits are empty


def test_margins_are_negative_where_answers_are_wrong(noisy):
    model = SVC().fit(noisy.X, noisy.y)
    assert np.array_equal(margins_of(model, noisy) < 0, model.predict(noisy.X) != noisy.y)
    assert margins_of(DefaultClassifier().fit(noisy.X, noisy.y), noisy).min() < 0


def test_a_turned_label_is_suspicious(data):
    y = data.y.copy()
    far = int(np.argmax(np.abs(SVC(gamma=0.01).fit(data.X, y).decision_function(data.X))))
    y[far] = 1 - y[far]
    model = make_pipeline(StandardScaler(), SVC(gamma=0.01)).fit(data.X, y)
    found = influence_of(model, Part.of(data.X, y, rows=np.arange(569) + 2))
    assert found.suspicious[0].row == far + 2
    weights = [one.weight for one in found.influential]
    assert weights == sorted(weights, reverse=True)
    assert max(weights) == pytest.approx(np.abs(model[-1].dual_coef_).max())


def test_labels_that_are_objects_are_told_as_they_are(noisy):
    labels = np.where(noisy.y == 1, "yes", "no").astype(object)
    found = influence_of(SVC().fit(noisy.X, labels), Part.of(noisy.X, labels))
    assert {one.truth for one in found.influential} <= {"yes", "no"}
    assert found.influential[0].truth == labels[found.influential[0].row - 1]


def test_scaling_suits_the_data():
    assert isinstance(scaler_for(np.array([[0.0, 500.0]])), StandardScaler)
    assert scaler_for(sp.csr_array([[0.0, 1.0]])) is None
    assert type(scaler_for(sp.csr_array([[0.0, 3.0]]))).__name__ == "MaxAbsScaler"
    assert scaler_for(["ab", "c"]) is None


def test_kernels_in_short():
    assert kernel_words(Polynomial(degree=2, coef0=1.0, scale=0.5)) == "Polynomial(degree=2, coef0=1, scale=0.5)"


def test_tables_that_hardly_vary_are_scaled_nevertheless():
    assert isinstance(scaler_for(load_diabetes(return_X_y=True)[0]), StandardScaler)
    assert scaler_for(np.array([[0.9], [-0.9]])) is None


def test_search_tells_a_rising_share(data):
    heard = []
    contenders = [Contender(DefaultClassifier()), Contender(SVC(kernel="linear"), (0.1, 1.0, 10.0))]
    search(data, contenders, progress=heard.append)
    assert heard == sorted(heard)
    assert len(heard) > len(contenders)
    assert heard[-1] == 1.0
    assert 0.25 in heard  # one of four candidates


def test_scaling_is_told_only_where_it_is_known(data):
    assert "mean 0" in scaling_inside(make_pipeline(StandardScaler(), SVC()))
    assert scaling_inside(SVC()) == ""
    assert analyze(SVC(kernel="linear").fit(data.X, data.y), data).data.scaling == ""
