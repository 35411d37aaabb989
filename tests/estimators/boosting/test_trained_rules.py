"""Classifiers of scikit-learn as weak learners."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from drupe.estimators.boosting import Trained
from drupe.estimators.sample import Sample
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors

RNG = np.random.default_rng(0)
X = Vectors.of(RNG.normal(size=(60, 2)))
PULLS = np.where(X.array[:, 0] > 0.2, 1.0, -1.0) * RNG.dirichlet(np.ones(60))
SAMPLE = Sample(X, np.zeros(60), np.ones(60), np.arange(60), X)


def test_signs_are_learned_and_sizes_are_weights() -> None:
    weak = Trained(LogisticRegression()).on(SAMPLE)
    found = weak.best(PULLS)
    theirs = LogisticRegression().fit(X.array, PULLS > 0, sample_weight=60 * np.abs(PULLS)).predict(X.array)
    np.testing.assert_array_equal(found.values, np.where(theirs, 1.0, -1.0))
    np.testing.assert_array_equal(weak.gathered([found.rule]).values(X)[:, 0], found.values)


def test_one_class_alone_is_a_constant() -> None:
    weak = Trained(LogisticRegression()).on(SAMPLE)
    assert set(weak.best(np.abs(PULLS)).values) == {1.0}
    assert set(weak.best(-np.abs(PULLS)).values) == {-1.0}
    assert set(weak.gathered([weak.best(-np.abs(PULLS)).rule]).values(X)[:, 0]) == {-1.0}


def test_codes_of_classes_are_kept() -> None:
    codes = RNG.integers(3, size=60)
    found = Trained(LogisticRegression()).on(SAMPLE).best_of_classes(np.full(60, 1 / 60), codes, 3)
    assert set(found.values) <= {0.0, 1.0, 2.0}


def test_seed_decides_what_is_drawn() -> None:
    drawn = DummyClassifier(strategy="stratified")

    def said(seed: int) -> list[list[float]]:
        weak = Trained(drawn).on(SAMPLE, None, seed)
        return [weak.best(PULLS).values.tolist() for _ in range(2)]

    assert said(1) == said(1) != said(2)
    assert said(1)[0] != said(1)[1]  # another draw in each round


def test_estimator_without_weights_is_refused() -> None:
    with pytest.raises(ParameterError, match="sample_weight"):
        Trained(KNeighborsClassifier()).on(SAMPLE)
