"""A committee of machines that saw a part of the examples each."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, CommitteeOfParts
from drupe.foundation.errors import InputError, ParameterError

IRIS = load_iris(return_X_y=True)


@parametrize_with_checks([CommitteeOfParts(SVC(), parts=2, random_state=0)])
def test_scikit_learn_is_content(estimator: CommitteeOfParts, check: object) -> None:
    check(estimator)  # type: ignore[operator]


def test_one_part_is_the_machine_itself() -> None:
    X, y = IRIS
    one = CommitteeOfParts(SVC(), parts=1, random_state=3).fit(X, y)
    np.testing.assert_allclose(one.decision_function(X), SVC().fit(X, y).decision_function(X), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("parts", [2, 5, 7])
def test_the_output_is_the_mean_of_members_on_disjoint_parts_with_all_classes(parts: int) -> None:
    X, y = IRIS
    committee = CommitteeOfParts(KNeighborsOutputs(), parts=parts, random_state=1).fit(X, y)
    seen = np.concatenate([member.rows_ for member in committee.estimators_])
    assert sorted(map(tuple, seen)) == sorted(map(tuple, X))  # dealt out whole, none twice
    for member in committee.estimators_:
        counts = np.bincount(member.labels_)
        assert counts.max() - counts.min() <= 1
    mean = np.mean([member.decision_function(X) for member in committee.estimators_], axis=0)
    np.testing.assert_array_equal(committee.decision_function(X), mean)
    np.testing.assert_array_equal(committee.predict(X), mean.argmax(axis=1))


class KNeighborsOutputs(KNeighborsClassifier):  # type: ignore[misc]
    """Neighbors that remember what they were given."""

    def fit(self, X, y):  # type: ignore[no-untyped-def]
        self.rows_, self.labels_ = np.asarray(X), np.asarray(y)
        return super().fit(X, y)

    def decision_function(self, X):  # type: ignore[no-untyped-def]
        return self.predict_proba(X)


def test_hardly_worse_than_one_machine_on_all() -> None:
    X, y = load_digits(return_X_y=True)
    train, test = slice(0, 1200), slice(1200, None)
    whole = SVC(C=10).fit(X[train], y[train]).score(X[test], y[test])
    four = CommitteeOfParts(SVC(C=10), parts=4, random_state=0).fit(X[train], y[train]).score(X[test], y[test])
    assert four >= whole - 0.03


def test_probabilities_are_means_and_there_only_if_members_have_them() -> None:
    X, y = make_classification(200, random_state=0)
    committee = CommitteeOfParts(LogisticRegression(), parts=3, random_state=0).fit(X, y)
    mean = np.mean([member.predict_proba(X) for member in committee.estimators_], axis=0)
    np.testing.assert_allclose(committee.predict_proba(X), mean)
    assert not hasattr(CommitteeOfParts(SVC()), "predict_proba")


def test_strings_are_dealt_out_too() -> None:
    from drupe.kernels import Spectrum

    words = ["abab", "abba", "baba", "aabb", "cdcd", "cddc", "dcdc", "ccdd"]
    committee = CommitteeOfParts(SVC(kernel=Spectrum(2)), parts=2, random_state=0).fit(words, ["x"] * 4 + ["y"] * 4)
    assert committee.predict(["abab", "cdcd"]).tolist() == ["x", "y"]


def test_names_of_columns_reach_the_members() -> None:
    import pandas as pd

    X, y = IRIS
    committee = CommitteeOfParts(SVC(), parts=3, random_state=0).fit(pd.DataFrame(X, columns=list("abcd")), y)
    assert [member.feature_names_in_.tolist() for member in committee.estimators_] == [list("abcd")] * 3
    assert committee.feature_names_in_.tolist() == list("abcd")


def test_what_cannot_be_dealt_out_is_refused() -> None:
    X, y = IRIS
    with pytest.raises(InputError, match=r"has 50 examples, too few for each of 51 parts; take parts=50"):
        CommitteeOfParts(SVC(), parts=51).fit(X, y)
    with pytest.raises(InputError, match="needs two classes or more; got 1 class"):
        CommitteeOfParts(SVC(), parts=2).fit(X, np.zeros(len(y)))
    with pytest.raises(ParameterError, match="GaussianNB has no decision_function"):
        CommitteeOfParts(GaussianNB()).fit(X, y)
