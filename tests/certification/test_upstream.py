"""Choices made before the examples came: what can be seen is told in the sentence, what cannot is taken on trust."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from certification.certified_samples import noisy
from sklearn.base import BaseEstimator
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectFromModel, SelectKBest, VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import FunctionTransformer, Normalizer, StandardScaler
from sklearn.utils import resample

from drupe import SVC, CertifiedClassifier, certify
from drupe.certification.upstream import copies, scaled
from drupe.witness.assumptions import Assumption

X, y = noisy(300)
X_NEW, Y_NEW = noisy(200, seed=1)
SCHEMES = ["hold-out", "blockwise", "aggregation", "vote", "pick-to-learn"]


def oversampled(X, y):
    more = resample(np.flatnonzero(y == 1), n_samples=200, random_state=0)
    return np.r_[X, X[more]], np.r_[y, y[more]]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_was_not_seen_is_taken_on_trust(scheme) -> None:
    certificate = CertifiedClassifier(KNeighborsClassifier(1), scheme=scheme).fit(X, y).certificate_
    assert Assumption.PREPARED in {check.assumption for check in certificate.trusted}
    assert "without a look at the examples tested on" in certificate.sentence()
    assert not certificate.doubts


class TestCopies:
    @pytest.mark.parametrize("copied", [lambda X, y: resample(X, y, random_state=0), oversampled])
    @pytest.mark.parametrize("kind", [np.asarray, lambda X: X.astype(np.float32), lambda X: X + 1e-13 * X_NEW[0, 0]])
    def test_told_by_a_classifier(self, copied, kind) -> None:
        rows, labels = copied(X, y)
        certificate = CertifiedClassifier(KNeighborsClassifier(1)).fit(kind(rows), labels).certificate_
        assert f"of {len(rows)} rows are copies of others" in certificate.sentence()
        assert Assumption.INDEPENDENT in {check.assumption for check in certificate.trusted}
        assert "copies" in str(certify(CertifiedClassifier(KNeighborsClassifier(1)).fit(kind(rows), labels)))

    def test_told_of_one_column_by_its_digits(self) -> None:
        assert "copies" in copies(resample(X[:, :1], random_state=0))

    def test_told_of_held_out_examples_alone(self) -> None:
        model = SVC(gamma=0.3).fit(X, y)
        found = certify(model, X, y, X_held_out=np.r_[X_NEW, X_NEW[:50]], y_held_out=np.r_[Y_NEW, Y_NEW[:50]])
        assert "50 of 250 rows are copies" in found["hold_out"].sentence()
        assert not found["preferent_compression"].doubts

    def test_held_out_examples_written_down_twice_certify_nothing(self) -> None:
        twice = np.r_[X_NEW, X_NEW], np.r_[Y_NEW, Y_NEW]
        found = certify(SVC(gamma=0.3).fit(X, y), X, y, X_held_out=twice[0], y_held_out=twice[1])
        assert "drawn independently" in found["hold_out"].reason
        assert found["preferent_compression"].valid

    @pytest.mark.parametrize("load", [load_iris, load_wine, load_digits, load_breast_cancer])
    def test_not_told_of_what_repeats_by_nature(self, load) -> None:
        assert not copies(load(return_X_y=True)[0])

    @pytest.mark.parametrize("seed", range(5))
    def test_not_told_of_counts_categories_numbers_and_words(self, seed) -> None:
        rng = np.random.default_rng(seed)
        for rows in (
            rng.normal(size=(500, 2)),
            rng.normal(size=(500, 1)),
            np.exp(5.0 * rng.normal(size=(500, 2))),
            rng.normal(size=(500, 3)).round(1),
            rng.integers(0, 3, size=(500, 4)).astype(float),
            np.c_[rng.integers(0, 40, size=500), rng.normal(size=500).round(1)],
            rng.geometric(0.02, size=(2000, 1)).astype(float),
            sp.csr_matrix(rng.poisson(0.2, size=(500, 12))),
            [f"word {i}" for i in rng.integers(50, size=300)],
            pd.DataFrame({"word": rng.choice(list("ab"), 300), "number": rng.normal(size=300).round(1)}),
        ):
            assert not copies(rows)


class TestScaling:
    @pytest.mark.parametrize("scheme", SCHEMES)
    @pytest.mark.parametrize("kind", [np.float64, np.float32])
    def test_told_by_a_classifier(self, scheme, kind) -> None:
        rows = StandardScaler().fit_transform(X.astype(kind))
        certificate = CertifiedClassifier(KNeighborsClassifier(1), scheme=scheme).fit(rows, y).certificate_
        assert certificate.valid
        assert "mean 0 and variance 1 over all examples" in certificate.sentence()
        assert certificate.to_dict()["assumptions"][-1]["doubt"]

    def test_told_where_it_looked_at_what_is_held_out(self) -> None:
        everything = StandardScaler().fit_transform(np.r_[X, X_NEW])
        there, here = everything[:300], everything[300:]
        model = SVC(gamma=0.3).fit(there, y)
        assert "mean 0" in certify(model, there, y, X_held_out=here, y_held_out=Y_NEW)["hold_out"].sentence()

    def test_not_told_where_it_did_not(self) -> None:
        scaler = StandardScaler().fit(X)
        model = SVC(gamma=0.3).fit(scaler.transform(X), y)
        found = certify(model, scaler.transform(X), y, X_held_out=scaler.transform(X_NEW), y_held_out=Y_NEW)
        assert not found["hold_out"].doubts
        assert "mean 0" in found["preferent_compression"].sentence()  # whose kernel is not the one fixed beforehand

    def test_rotations_show_by_their_centers(self) -> None:
        assert "centered" in scaled(PCA().fit_transform(X))

    def test_not_told_of_raw_data_and_balanced_designs(self) -> None:
        for rows in (
            X,
            load_digits(return_X_y=True)[0] / 16.0,
            np.tile([[1.0, 1.0], [1.0, -1.0], [-1.0, 0.0]], (8, 1)),
        ):
            assert not scaled(rows)
        assert not scaled(np.tile([[1.0, -1.0], [-1.0, 1.0]], (30, 1)))
        gaps = X.copy()
        gaps[0], gaps[1] = np.nan, np.inf
        assert not scaled(gaps)


class BestColumns(BaseEstimator):
    """A selector that nothing but its `fit` gives away."""

    def fit(self, X, y):
        self.chosen_ = SelectKBest(k=1).fit(X, y)
        return self

    def transform(self, X):
        return self.chosen_.transform(X)


class TestStepsBefore:
    @pytest.mark.parametrize(
        "step",
        [
            SelectKBest(k=2),
            SelectFromModel(LogisticRegression()),
            FeatureUnion([("best", SelectKBest(k=1)), ("all", StandardScaler())]),
        ],
        ids=lambda step: type(step).__name__,
    )
    @pytest.mark.parametrize("scheme", SCHEMES)
    def test_a_look_at_all_labels_leaves_no_certificate(self, step, scheme) -> None:
        model = make_pipeline(step, CertifiedClassifier(KNeighborsClassifier(1), scheme=scheme)).fit(X, y)
        certificate = model[-1].certificate_
        assert not certificate.valid
        assert f"{type(step).__name__} looked at all labels before the split" in certificate.sentence()

    def test_a_step_of_others_that_asks_for_labels_looked_at_them(self) -> None:
        model = make_pipeline(BestColumns(), CertifiedClassifier(KNeighborsClassifier(3))).fit(X, y)
        assert not model[-1].certificate_.valid
        assert "BestColumns looked at all labels" in model[-1].certificate_.sentence()

    def test_inside_a_search_too(self) -> None:
        pipeline = make_pipeline(SelectKBest(k=2), CertifiedClassifier(KNeighborsClassifier(3)))
        search = GridSearchCV(pipeline, {"selectkbest__k": [1, 2]}, cv=3).fit(X, y)
        assert "SelectKBest" in search.best_estimator_[-1].certificate_.sentence()

    def test_a_look_at_all_inputs_is_told(self) -> None:
        certificate = make_pipeline(StandardScaler(), CertifiedClassifier(SVC(gamma=0.3))).fit(X, y)[-1].certificate_
        assert certificate.valid
        assert "StandardScaler was fitted on all examples before the split" in certificate.sentence()

    @pytest.mark.parametrize("step", [Normalizer(), FunctionTransformer(), "passthrough"])
    def test_steps_that_learn_nothing_do_no_harm(self, step) -> None:
        certificate = make_pipeline(step, CertifiedClassifier(SVC(gamma=0.3))).fit(X, y)[-1].certificate_
        assert not certificate.doubts

    def test_inside_they_see_only_what_is_learned_from(self) -> None:
        inner = make_pipeline(VarianceThreshold(), SelectKBest(k=2), StandardScaler(), SVC(gamma=0.3))
        certificate = CertifiedClassifier(inner).fit(X, y).certificate_
        assert certificate.valid
        assert not certificate.doubts

    def test_coin_labels_are_certified_as_coins_inside_and_not_at_all_outside(self) -> None:
        rng = np.random.default_rng(0)
        wide, labels = rng.normal(size=(120, 2000)), rng.integers(0, 2, size=120)
        inside = CertifiedClassifier(make_pipeline(SelectKBest(k=10), SVC(gamma=0.1))).fit(wide, labels)
        assert inside.certificate_.value > 0.45
        outside = make_pipeline(SelectKBest(k=10), CertifiedClassifier(SVC(gamma=0.1))).fit(wide, labels)
        assert not outside[-1].certificate_.valid
