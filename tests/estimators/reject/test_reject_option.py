"""The reject option: over any classifier, at a threshold, a coverage or an error, with any labels."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.model_selection import train_test_split
from sklearn.neighbors import NearestCentroid
from sklearn.svm import LinearSVC

from drupe import SVC, BayesianTransduction, RejectOption
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(600, 2))
NOISY = (X[:, 0] + 0.7 * RNG.normal(size=600) > 0).astype(int)
TRAIN, TEST, Y_TRAIN, Y_TEST = train_test_split(X, NOISY, random_state=0)


def test_threshold_decides():
    plain = LogisticRegression().fit(TRAIN, Y_TRAIN)
    option = RejectOption(LogisticRegression(), threshold=0.8).fit(TRAIN, Y_TRAIN)
    sure = plain.predict_proba(TEST).max(axis=1)
    np.testing.assert_array_equal(option.predict(TEST), np.where(sure >= 0.8, plain.predict(TEST), -1))
    np.testing.assert_array_equal(option.rejected(TEST), sure < 0.8)
    np.testing.assert_array_equal(option.predict_proba(TEST), plain.predict_proba(TEST))
    np.testing.assert_array_equal(option.decision_function(TEST), plain.decision_function(TEST))


def test_without_a_wish_everything_is_answered():
    option = RejectOption(LogisticRegression()).fit(TRAIN, Y_TRAIN)
    assert not option.rejected(TEST).any()
    assert option.predict(TEST).dtype == Y_TRAIN.dtype
    assert not hasattr(option, "curve_")


@pytest.mark.spec("G.E-01")
@pytest.mark.parametrize(
    "estimator", [LogisticRegression(), SVC(), LinearSVC(), RandomForestClassifier(random_state=0)]
)
def test_coverage_is_met_on_new_examples(estimator):
    option = RejectOption(estimator, coverage=0.6).fit(TRAIN, Y_TRAIN)
    answered = option.answered(TEST, Y_TEST)
    assert answered.coverage == pytest.approx(0.6, abs=0.12)
    assert answered.errors / answered.answered < 0.8 * np.mean(option.estimator_.predict(TEST) != Y_TEST)


@pytest.mark.spec("G.E-01")
def test_error_is_met_on_new_examples():
    option = RejectOption(LogisticRegression(), error=0.1).fit(TRAIN, Y_TRAIN)
    answered = option.answered(TEST, Y_TEST)
    assert answered.errors / answered.answered < 0.16
    assert 0.3 < answered.coverage < 1.0
    assert option.curve_.risk_at(option.curve_.largest_coverage(0.1)) <= 0.1
    # Not one more would be answered.
    beyond = option.curve_.risk[option.curve_.thresholds < option.threshold_]
    assert (beyond > 0.1).all()


def test_threshold_is_found_on_examples_that_were_left_out():
    # A classifier that remembers everything is right, and sure, about all it was fitted on.
    forest = RandomForestClassifier(random_state=0, bootstrap=False)
    option = RejectOption(forest, error=0.2).fit(TRAIN, Y_TRAIN)
    assert option.curve_.error > 0.2
    assert option.rejected(TEST).any()
    assert (option.estimator_.predict(TRAIN) == Y_TRAIN).all()


def test_prefit():
    plain = LogisticRegression().fit(TRAIN, Y_TRAIN)
    option = RejectOption(plain, coverage=0.5, cv="prefit").fit(TEST, Y_TEST)
    assert option.estimator_ is plain
    assert 1 - option.rejected(TEST).mean() == pytest.approx(0.5, abs=0.02)
    with pytest.raises(NotFittedError):
        RejectOption(LogisticRegression(), coverage=0.5, cv="prefit").fit(TEST, Y_TEST)


def test_ten_classes():
    digits, labels = load_digits(return_X_y=True)
    train, test, y_train, y_test = train_test_split(digits / 16.0, labels, random_state=0)
    for confidence in ("margin", "largest", "auto"):
        option = RejectOption(SVC(), coverage=0.9, confidence=confidence).fit(train[:600], y_train[:600])
        curve = option.coverage_risk_curve(test, y_test)
        assert curve.area < 0.5 * curve.error
        assert set(option.predict(test)) <= {-1, *range(10)}


@pytest.mark.parametrize(
    ("names", "rejected"),
    [(["no", "yes"], "reject"), ([-1, 1], 0), ([-1, 0], -2), ([1.0, 2.0], np.nan), ([False, True], -1)],
)
def test_label_suits_the_classes(names, rejected):
    option = RejectOption(LogisticRegression(), threshold=0.9).fit(TRAIN, np.array(names)[Y_TRAIN])
    found = option.predict(TEST)
    where = option.rejected(TEST)
    assert 0 < where.sum() < len(where)
    np.testing.assert_array_equal(found[~where], option.estimator_.predict(TEST)[~where])
    assert all(label == rejected or (label != label and rejected != rejected) for label in found[where])


def test_label_of_ones_own():
    option = RejectOption(LogisticRegression(), threshold=0.9, reject_label="ask a human").fit(TRAIN, Y_TRAIN)
    assert set(option.predict(TEST)) == {0, 1, "ask a human"}
    with pytest.raises(ParameterError, match="the label for rejected examples, 1, is one of the classes"):
        RejectOption(LogisticRegression(), reject_label=1).fit(TRAIN, Y_TRAIN)


def test_confidence_of_ones_own():
    def away_from_zero(classifier, X):
        return np.abs(np.asarray(X)[:, 0])

    option = RejectOption(LogisticRegression(), threshold=1.0, confidence=away_from_zero).fit(TRAIN, Y_TRAIN)
    np.testing.assert_array_equal(option.rejected(TEST), np.abs(TEST[:, 0]) < 1.0)
    with pytest.raises(InputError, match="one number for each"):
        confidence_of(option.estimator_, TEST, lambda classifier, X: 1.0)


def test_confidence_of_outputs():
    iris, species = load_iris(return_X_y=True)
    machine = LinearSVC().fit(iris, species)
    outputs = np.sort(machine.decision_function(iris), axis=1)
    np.testing.assert_allclose(confidence_of(machine, iris, Confidence.MARGIN), outputs[:, 2] - outputs[:, 1])
    np.testing.assert_allclose(confidence_of(machine, iris, Confidence.LARGEST), outputs[:, 2])
    two = LinearSVC().fit(iris, species == 0)
    np.testing.assert_allclose(confidence_of(two, iris, Confidence.AUTO), np.abs(two.decision_function(iris)))


def test_votes_can_be_rejected():
    machine = BayesianTransduction("linear", sampler="rejection", n_samples=500, random_state=0)
    y = X[:40, 0] > 0
    option = RejectOption(machine, threshold=0.99).fit(X[:40], y)
    answered = option.answered(X[40:], X[40:, 0] > 0)
    assert answered.errors == 0
    assert answered.coverage > 0.8


def test_an_error_out_of_reach_is_told():
    y = RNG.integers(2, size=200)
    with pytest.warns(FitWarning, match="no threshold on the confidence has an error of at most 0"):
        option = RejectOption(LogisticRegression(), error=0.0, confidence=lambda c, X: np.zeros(len(X))).fit(X[:200], y)
    assert option.rejected(TEST).all()


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (RejectOption(LogisticRegression(), threshold=0.5, coverage=0.5), "one of threshold, coverage and error"),
        (RejectOption(LogisticRegression(), coverage=1.5), "'coverage' parameter of RejectOption"),
        (RejectOption(LogisticRegression(), confidence="hunch"), "'auto' or 'probability' or 'margin'"),
        (RejectOption(Perceptron(), confidence="probability", coverage=0.5), "Perceptron has no predict_proba"),
    ],
)
def test_bad_wishes_are_refused(option, message):
    with pytest.raises(ParameterError, match=message):
        option.fit(TRAIN, Y_TRAIN)


def test_a_classifier_without_scores_has_no_confidence():
    class Silent(NearestCentroid):
        predict_proba = decision_function = property()

    with pytest.raises(ParameterError, match=r"has no decision_function.*confidence=f\(classifier, X\)"):
        RejectOption(Silent(), coverage=0.5).fit(TRAIN, Y_TRAIN)
