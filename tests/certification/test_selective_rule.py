"""Answers only where confident: the certificate holds for the answers, and wishes are met where they can be."""

import numpy as np
import pytest
from certification.certified_samples import noisy, svc
from scipy.stats import binom
from sklearn.svm import LinearSVC

from drupe.certification.selective_rule import certify_answers, confidence

FIT, TEST = noisy(200), noisy(600, seed=1)


@pytest.fixture(scope="module")
def model():
    return svc(*FIT)


def test_a_wish_is_met_with_as_many_answers_as_can_be(model) -> None:
    strict, mild = (certify_answers(model, *TEST, target=target) for target in (0.08, 0.15))
    assert strict.certificate.value <= 0.08
    assert mild.certificate.value <= 0.15
    assert strict.coverage < mild.coverage
    X, y = noisy(20_000, seed=2)
    for rule in (strict, mild):
        answers = rule.answers(X)
        assert np.mean(model.predict(X)[answers] != y[answers]) < rule.certificate.value
        assert answers.mean() == pytest.approx(rule.coverage, abs=0.06)


def test_without_a_wish_the_smallest_certificate_wins(model) -> None:
    best = certify_answers(model, *TEST)
    assert best.certificate.value <= certify_answers(model, *TEST, target=0.15).certificate.value
    assert "given that there is one" in best.certificate.sentence()


def test_what_is_not_answered_is_none(model) -> None:
    rule = certify_answers(model, *TEST, shares=(0.5,))
    said = rule.predict(TEST[0])
    assert [label is not None for label in said] == rule.answers(TEST[0]).tolist()


def test_holds_as_often_as_promised(model) -> None:
    X, y = noisy(30_000, seed=3)
    sure, wrong = confidence(model, X), model.predict(X) != y
    failures, draws = 0, 60
    for seed in range(draws):
        rule = certify_answers(model, *noisy(100, seed=100 + seed), delta=0.2, shares=(0.8, 0.4))
        failures += wrong[sure > rule.threshold].mean() > rule.certificate.value
    assert failures <= binom.ppf(0.9999, draws, 0.2)


def test_confidence_of_many_classes_is_the_lead(model) -> None:
    sample = noisy(200, classes=3)
    linear = LinearSVC().fit(*sample)
    outputs = np.sort(linear.decision_function(sample[0]), axis=1)
    np.testing.assert_allclose(confidence(linear, sample[0]), outputs[:, 2] - outputs[:, 1])


def test_training_examples_are_no_fresh_ones(model) -> None:
    with pytest.raises(ValueError, match="equal a training example"):
        certify_answers(model, *FIT)


def test_bad_wishes(model) -> None:
    with pytest.raises(ValueError, match="target"):
        certify_answers(model, *TEST, target=1.5)
    with pytest.raises(ValueError, match="shares"):
        certify_answers(model, *TEST, shares=(0.0,))
    with pytest.raises(ValueError, match="neither"):
        confidence(object(), TEST[0])
