"""A classifier with its certificate: scikit-learn's contract, the schemes, and that what predicts is covered."""

import numpy as np
import pandas as pd
import pytest
from certification.certified_samples import noisy
from scipy.stats import binom
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, SVR, CertifiedClassifier, SmoothingSpline
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.certification import schemes
from drupe.certification.schemes.hold_out import HoldOutScheme, share_for
from drupe.foundation.errors import InputError, ParameterError

X, y = noisy(300)
SCHEMES = {
    "hold-out": Subject.FITTED,
    "blockwise": Subject.GIBBS,
    "progressive": Subject.GIBBS,
    "aggregation": Subject.GIBBS,
    "vote": Subject.VOTE,
    "pick-to-learn": Subject.FITTED,
}


@parametrize_with_checks(
    [
        CertifiedClassifier(SVC(gamma=0.1)),
        CertifiedClassifier(LogisticRegression()),
        CertifiedClassifier(SVC(gamma=0.1), scheme="blockwise"),
    ]
)
def test_scikit_learns_contract(estimator, check) -> None:
    check(estimator)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_certificate_names_its_rule_and_lies_above_its_error(scheme) -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme=scheme).fit(X, y)
    fresh = noisy(4000, seed=5)
    assert model.certificate_.subject is SCHEMES[scheme]
    assert model.certificate_.recheck()
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < model.certificate_.value < 0.5


def test_hold_out_is_one_machine_and_an_exact_count() -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme=HoldOutScheme(share=0.6), random_state=3).fit(X, y)
    order = np.random.default_rng(3).permutation(300)
    seen, rest = np.sort(order[:180]), order[180:]
    by_hand = SVC(gamma=0.3).fit(X[seen], y[seen])
    wrong = int((by_hand.predict(X[rest]) != y[rest]).sum())
    assert model.certificate_.value == pytest.approx(binomial_upper(wrong, 120, 0.05))
    np.testing.assert_array_equal(model.predict(X), by_hand.predict(X))


def test_a_search_inside_chooses_on_its_own_part() -> None:
    search = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0]}, cv=3)
    model = CertifiedClassifier(search).fit(X, y)
    assert model.certificate_.delta == 0.05
    assert model.machines_[0].best_estimator_.shape_fit_[0] == round(share_for(300) * 300)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["hold-out", "blockwise", "progressive", "aggregation"])
def test_certificates_hold_as_often_as_promised(scheme) -> None:
    delta, draws, failures = 0.3, 60, 0
    X_test, y_test = noisy(4000, seed=1000)
    for seed in range(draws):
        sample = noisy(80, seed=seed)
        model = CertifiedClassifier(SVC(gamma=0.3), scheme=scheme, delta=delta, random_state=seed).fit(*sample)
        failures += np.mean(model.predict(X_test) != y_test) > model.certificate_.value
    assert failures <= binom.ppf(0.9999, draws, delta)


def test_a_part_with_one_class_says_that_class() -> None:
    rare = np.zeros(40, dtype=int)
    rare[0] = 1
    model = CertifiedClassifier(SVC(gamma=0.3), random_state=1).fit(X[:40], rare)
    assert model.certificate_.valid
    assert set(model.classes_) == {0, 1}


def test_more_classes_than_two_and_strings() -> None:
    sample, labels = noisy(300, classes=3)
    names = np.array(["low", "mid", "high"])[labels]
    for scheme in ("hold-out", "progressive", "vote"):
        model = CertifiedClassifier(SVC(gamma=0.3), scheme=scheme).fit(sample, names)
        assert set(model.predict(sample)) <= set(names)


def test_share_grows_with_the_sample_and_depends_on_nothing_else() -> None:
    shares = [share_for(n) for n in (10, 400, 1000, 10_000, 10**7)]
    assert shares == sorted(shares)
    assert shares[0] == 0.5
    assert shares[-1] <= 0.9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scheme": "luck"}, "scheme must be"),
        ({"scheme": 3}, "scheme must be"),
        ({"scheme": HoldOutScheme}, "scheme must be"),
        ({"delta": 2.0}, "delta is the probability"),
        ({"estimator": SmoothingSpline()}, "SmoothingSpline answers with numbers, not with classes"),
        ({"estimator": make_pipeline(StandardScaler(), SVR())}, "SVR answers with numbers"),
    ],
)
def test_bad_parameters(options, message) -> None:
    with pytest.raises(ParameterError, match=message):
        CertifiedClassifier(**{"estimator": SVC(), **options}).fit(X, y)


@pytest.mark.parametrize("absent", [None, float("nan")])
@pytest.mark.parametrize("kind", [CertifiedClassifier, SVC])
def test_missing_labels_are_called_missing(kind, absent) -> None:
    for labels in ([0, 1, absent] * 100, ["a", "b", absent] * 100):
        with pytest.raises(InputError, match="no target, None or NaN, at position"):
            kind().fit(X, np.array(labels, dtype=object))


def test_schemes_are_found_where_the_documentation_says() -> None:
    assert schemes.HoldOutScheme is HoldOutScheme
    named = {name for name in schemes.__all__ if name != "Scheme"}
    assert named == {type(scheme).__name__ for scheme in CertifiedClassifier._schemes.values()}
    assert all(hasattr(getattr(schemes, name), "learn") for name in named)


def test_too_few_examples() -> None:
    with pytest.raises(ValueError, match="at least 4 examples"):
        CertifiedClassifier(SVC(gamma=1.0)).fit(X[:3], [0, 1, 0])
    with pytest.raises(ValueError, match="n_samples = 0"):
        CertifiedClassifier().fit([], [])
    with pytest.raises(ValueError, match="one row for each example"):
        CertifiedClassifier().fit(np.array(3.0), [1])


def test_machines_of_blocks_learn_from_the_blocks_before_theirs() -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme="blockwise", random_state=2).fit(X, y)
    order = np.random.default_rng(2).permutation(300)
    first, second, last = np.split(order, [120, 210])
    assert [machine.shape_fit_[0] for machine in model.machines_] == [120, 210]
    wrong = int((SVC(gamma=0.3).fit(X[np.sort(first)], y[np.sort(first)]).predict(X[second]) != y[second]).sum())
    both = np.sort(np.concatenate([first, second]))
    wrong += int((SVC(gamma=0.3).fit(X[both], y[both]).predict(X[last]) != y[last]).sum())
    assert model.certificate_.witness.errors == wrong
    assert model.certificate_.witness.sizes == (90, 90)
    # Never below the exact limit of one test on as many examples.
    assert binomial_upper(wrong, 180, 0.05) < model.certificate_.value < binomial_upper(wrong, 180, 0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_frames_with_words_and_gaps(scheme) -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"word": rng.choice(list("xyz"), 120), "number": rng.normal(size=120)})
    frame.loc[::9, "number"] = np.nan
    labels = ((frame["word"] == "x") ^ (frame["number"].fillna(0.0) > 0)).to_numpy()
    words, numbers = OneHotEncoder(handle_unknown="ignore"), SimpleImputer()
    learner = make_pipeline(make_column_transformer((words, ["word"]), (numbers, ["number"])), SVC(gamma=0.3))
    model = CertifiedClassifier(learner, scheme=scheme).fit(frame, labels)
    assert set(model.predict(frame)) <= {False, True}
    if SCHEMES[scheme] is not Subject.GIBBS:
        np.testing.assert_array_equal(model.predict(frame)[::2], model.predict(frame.iloc[::2]))
