"""Scores inside folds: those of the kernels, of the training rows alone, and certified honestly."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, CertifiedClassifier, FisherScores, certify, load, save
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import DiagonalFisher, Fisher, NaiveFisher
from drupe.models import GaussianMixture, HiddenMarkovs, IndependentTokens, LeftToRight, MostLikely, Poisson

FAMILY = HiddenMarkovs(states=2, alphabet="abc", max_steps=10)


@parametrize_with_checks([FisherScores()])
def test_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


def words(count: int, seed: int) -> tuple[list[str], np.ndarray]:
    """Words of two kinds: letters that follow themselves, and letters that do not."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, size=count)
    found = []
    for label in y:
        letters = [rng.choice(list("abc"))]
        for _ in range(rng.integers(10, 20)):
            stay = rng.random() < (0.8 if label else 0.2)
            letters.append(letters[-1] if stay else rng.choice([c for c in "abc" if c != letters[-1]]))
        found.append("".join(letters))
    return found, y


@pytest.mark.parametrize(
    ("metric", "kind"), [("information", Fisher), ("diagonal", DiagonalFisher), ("naive", NaiveFisher)]
)
def test_dot_products_of_scores_are_the_kernel(metric: str, kind: type) -> None:
    X, _ = words(30, 0)
    scores = FisherScores(FAMILY, metric=metric).fit(X)
    fresh = [*X[:5], "abc", ""]
    features = scores.transform(fresh)
    np.testing.assert_allclose(features @ features.T, kind(FAMILY.fit(X))(fresh), rtol=1e-9, atol=1e-9)
    assert features.shape[1] == len(scores.get_feature_names_out())


def test_models_of_classes_see_their_rows_alone() -> None:
    X, y = words(30, 1)
    labels = np.where(y == 1, "same", "other")
    each = FisherScores(FAMILY, classes="each", metric="naive").fit(X, labels)
    assert each.labels_.tolist() == ["other", "same"]
    own = [FAMILY.fit([x for x, label in zip(X, labels, strict=True) if label == one]) for one in each.labels_]
    assert list(each.models_) == own
    np.testing.assert_array_equal(each.transform(X), np.hstack([model.scores(X) for model in own]))
    assert each.get_feature_names_out()[0] == "other: start 0"
    one = FisherScores(FAMILY, classes=["same"], metric="naive").fit(X, labels)
    assert one.models_ == (own[1],)


def test_models_are_fitted_inside_the_fold() -> None:
    X, y = words(60, 2)
    pipeline = make_pipeline(FisherScores(FAMILY, classes=[1]), SVC(kernel="linear"))
    folds = KFold(3)
    said = cross_val_predict(pipeline, X, y, cv=folds)
    for train, test in folds.split(X):
        model = clone(pipeline).fit([X[i] for i in train], y[train])
        assert (said[test] == model.predict([X[i] for i in test])).all()
        seen = model[0].models_[0].training
        assert len(seen.examples) == y[train].sum()


def test_a_rule_on_scores_learns_and_is_certified_by_rows_held_out() -> None:
    X, y = words(300, 3)
    learner = make_pipeline(FisherScores(FAMILY, classes="each"), SVC(kernel="linear"))
    certified = CertifiedClassifier(learner).fit(X, y)
    fresh, labels = words(2000, 4)
    error = float((certified.predict(fresh) != labels).mean())
    assert error < 0.1
    assert error < certified.certificate_.value < 0.3


def test_memory_inside_the_fold_deceives_nobody() -> None:
    """Labels are tosses of a coin, δ = ½: the certificate may promise less than ½ in half of the worlds at most."""
    rng = np.random.default_rng(5)
    family = HiddenMarkovs(states=LeftToRight(10), alphabet="abcd", max_steps=5)
    lies = 0
    for trial in range(20):
        X = ["".join(rng.choice(list("abcd"), size=12)) for _ in range(60)]
        y = rng.permutation([0, 1] * 30)
        learner = make_pipeline(FisherScores(family, classes=[1], metric="naive"), SVC(kernel="rbf", C=100.0))
        found = CertifiedClassifier(learner, delta=0.5, random_state=trial).fit(X, y)
        lies += found.certificate_.value < 0.5
    assert lies <= 14  # 10 expected at most; 15 or more with probability 0.02


def test_certify_knows_the_models_of_a_fitted_step() -> None:
    X, y = words(80, 6)
    model = make_pipeline(FisherScores(FAMILY), SVC(kernel="linear")).fit(X[:40], y[:40])
    assert certify(model, X_held_out=X[40:], y_held_out=y[40:]).best.value < 1.0
    with pytest.raises(InputError, match="held-out examples are not fresh: a HiddenMarkov inside it was fitted on"):
        certify(model, X_held_out=X[20:60], y_held_out=y[20:60])


def test_tables_and_names() -> None:
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0, 7.0], "weight": [2.0, 1.0, 5.0, 4.0]})
    scores = FisherScores(metric="naive").fit(X)
    assert isinstance(scores.models_[0], GaussianMixture)
    assert scores.feature_names_in_.tolist() == ["size", "weight"]
    frame = scores.set_output(transform="pandas").transform(X)
    assert list(frame.columns)[:2] == ["weight 0", "0: mean 0"]
    counts = FisherScores(MostLikely(Poisson([1.0])), metric="information").fit_transform(X)
    rates = X.to_numpy().mean(axis=0)
    np.testing.assert_allclose(
        counts @ counts.T, ((X.to_numpy() - rates) / rates) @ (X.to_numpy() - rates).T, atol=1e-9
    )


def test_files_keep_it(tmp_path: Any) -> None:
    X, y = words(40, 7)
    for family in (FAMILY, IndependentTokens(alphabet=tuple("abc"))):
        model = make_pipeline(FisherScores(family, classes="each"), SVC(kernel="linear")).fit(X, y)
        save(model, tmp_path / "model.drupe")
        again = load(tmp_path / "model.drupe")
        np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
        assert again[0].models_ == model[0].models_


def test_what_is_wrong_is_said() -> None:
    X, y = words(10, 8)
    cases: list[tuple[Any, str]] = [
        (lambda: FisherScores(FAMILY, classes="each").fit(X), "needs labels"),
        (lambda: FisherScores(FAMILY, classes="all").fit(X, y), "must be None, 'each' or labels in a list, got 'all'"),
        (lambda: FisherScores(FAMILY, classes=[7]).fit(X, y), "no training example has the label 7"),
        (lambda: FisherScores("HiddenMarkov").fit(X), "family"),
        (lambda: FisherScores(FAMILY, metric="euclidean").fit(X), "metric"),
        (lambda: FisherScores(FAMILY).fit(X).transform([[1.0]]), "sequence 0 holds 1"),
        (lambda: FisherScores(FAMILY).fit(X).transform(["abz"]), "sequence 0 holds 'z'"),
    ]
    for act, message in cases:
        with pytest.raises((InputError, ParameterError), match=message):
            act()


def test_names_of_columns_are_kept_in_files_and_forgotten_at_the_next_fit(tmp_path: Path) -> None:
    table = pd.DataFrame(np.random.default_rng(3).normal(size=(20, 2)), columns=["length", "width"])
    scores = FisherScores().fit(table)
    save(scores, tmp_path / "scores.drupe")
    again = load(tmp_path / "scores.drupe")
    assert again.feature_names_in_.tolist() == ["length", "width"]
    np.testing.assert_array_equal(again.transform(table), scores.transform(table))
    assert not hasattr(scores.fit(table.to_numpy()), "feature_names_in_")
