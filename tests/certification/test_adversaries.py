"""Whoever tries to make certify say something false gets a refusal, an error, or a price."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from certification.certified_samples import noisy, repeated, svc
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectFromModel, SelectKBest
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.multioutput import MultiOutputClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import (
    LPSVC,
    SVC,
    BayesPointMachine,
    CertifiedClassifier,
    EPBayesPointMachine,
    KernelPerceptron,
    NuSVC,
    RejectOption,
    SelfBoundingSearch,
    SVCPathCV,
    TwoNormSVC,
    certify,
)
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.certification.independence import look_independent

X, y = noisy(200)
X_NEW, Y_NEW = noisy(300, seed=1)
NEEDS_FIXED = ("preferent_compression", "gaussian_pac_bayes", "derandomized", "learned_prior", "margin")


def reasons(table):
    return {one.name: one.reason for one in table}


class TestChangedAfterTheFit:
    @pytest.mark.parametrize("parameters", [{"gamma": 5.0}, {"kernel": "linear"}, {"kernel": "poly"}])
    def test_another_kernel(self, parameters) -> None:
        found = reasons(certify(svc(X, y).set_params(**parameters), X, y))
        assert all("changed after the fit" in found[name] for name in NEEDS_FIXED)

    def test_a_kernel_from_the_data_does_not_become_a_fixed_one(self) -> None:
        found = reasons(certify(SVC(gamma="scale").fit(X, y).set_params(gamma=0.3), X, y))
        assert all("changed after the fit" in found[name] for name in NEEDS_FIXED)

    @pytest.mark.parametrize("C", [0.01, 100.0])
    def test_another_price_of_slack(self, C) -> None:
        assert not certify(svc(X, y).set_params(C=C), X, y)["preferent_compression"].valid

    def test_an_offset_that_is_said_not_to_be_there(self) -> None:
        fair = certify(svc(X, y), X, y)
        model = svc(X, y).set_params(fit_intercept=False)
        foul = certify(model, X, y)
        assert not foul["preferent_compression"].valid
        assert foul["gaussian_pac_bayes"].value == pytest.approx(fair["gaussian_pac_bayes"].value)

    def test_another_rule(self) -> None:
        model = svc(X, y)
        model.predictor_ = svc(X, 1 - y).predictor_
        with pytest.raises(ValueError, match="does not answer as it did"):
            certify(model, X, y)

    def test_fitted_again_on_others(self) -> None:
        with pytest.raises(ValueError, match="fitted on 300 examples"):
            certify(svc(X, y).fit(X_NEW, Y_NEW), X, y)


class TestOtherDataThanTheFit:
    def test_other_order(self) -> None:
        with pytest.raises(ValueError, match="not in their order"):
            certify(svc(X, y), X[::-1], y[::-1])

    @pytest.mark.parametrize(
        "model",
        [
            SVC(gamma=0.3),
            NuSVC(gamma=0.3),
            TwoNormSVC(gamma=0.3),
            LPSVC(gamma=0.3),
            BayesPointMachine(gamma=0.3, noise=0.1, random_state=0),
            EPBayesPointMachine(gamma=0.3, noise=0.1),
        ],
        ids=lambda model: type(model).__name__,
    )
    def test_labels_made_to_agree(self, model) -> None:
        model.fit(X, y)
        flattered = model.predict(X)
        assert (flattered != y).sum() > 5
        with pytest.raises(ValueError, match="fitted on"):
            certify(model, X, flattered)

    def test_single_precision_is_told_from_double_where_it_matters(self) -> None:
        with pytest.raises(ValueError, match="does not hold the examples"):
            certify(svc(X, y), X.astype(np.float32), y)
        short = X.astype(np.float32)
        certified = certify(svc(short, y), short, y, bounds="preferent_compression")
        assert certified.best.value == pytest.approx(
            certify(svc(X, y), X, y, bounds="preferent_compression").best.value, abs=0.02
        )


class TestFreshExamplesThatAreNot:
    @pytest.mark.parametrize("kind", [np.asarray, sp.csr_matrix, lambda X: pd.DataFrame(X, columns=list("abc"))])
    def test_training_examples_among_them(self, kind) -> None:
        mixed = np.r_[X[:30], X_NEW[:70]]
        with pytest.raises(ValueError, match="30 of 100 held-out examples equal a training example"):
            certify(
                SVC(gamma=0.3).fit(kind(X), y),
                kind(X),
                y,
                X_held_out=kind(mixed),
                y_held_out=np.r_[y[:30], Y_NEW[:70]],
            )

    def test_support_vectors_give_it_away_where_the_training_examples_are_not_shown(self) -> None:
        with pytest.raises(ValueError, match="equal a training example"):
            certify(svc(X, y), X_held_out=X, y_held_out=y)

    def test_unlabelled_ones(self) -> None:
        with pytest.raises(ValueError, match="unlabelled examples"):
            certify(svc(X, y), X, y, X_unlabeled=X[:60].copy())

    def test_words_in_frames(self) -> None:
        frame = pd.DataFrame({"a": [f"w{i}" for i in range(60)], "b": np.arange(60.0)})
        from sklearn.compose import make_column_transformer
        from sklearn.preprocessing import OrdinalEncoder

        encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
        model = make_pipeline(make_column_transformer((encoder, ["a"]), remainder="passthrough"), LogisticRegression())
        labels = np.arange(60) % 2
        with pytest.raises(ValueError, match="equal a training example"):
            certify(model.fit(frame, labels), frame, labels, X_held_out=frame[:20], y_held_out=labels[:20])

    def test_values_that_repeat_by_nature_are_no_evidence(self) -> None:
        sample, fresh = repeated(150), repeated(150, seed=5)
        table = certify(svc(*sample), *sample, X_held_out=fresh[0], y_held_out=fresh[1])
        assert table["hold_out"].valid


class TestCopies:
    def test_a_sample_written_down_twice_is_not_independent(self) -> None:
        twice = np.r_[X, X], np.r_[y, y]
        table = certify(svc(*twice), *twice)
        assert not table.valid
        assert "drawn independently" in table["preferent_compression"].reason

    def test_fresh_examples_do_not_mind_how_the_training_examples_were_come_by(self) -> None:
        twice = np.r_[X, X], np.r_[y, y]
        table = certify(svc(*twice), *twice, X_held_out=X_NEW, y_held_out=Y_NEW)
        assert [one.name for one in table.valid] == ["hold_out"]

    @pytest.mark.parametrize("scheme", ["hold-out", "progressive"])
    def test_copies_on_both_sides_of_a_split_certify_nothing(self, scheme) -> None:
        twice = np.r_[X, X], np.r_[y, y]
        model = CertifiedClassifier(SVC(gamma=50.0, C=100.0), scheme=scheme).fit(*twice)
        assert not model.certificate_.valid
        assert "drawn independently" in model.certificate_.reason
        assert not certify(model).valid

    @pytest.mark.parametrize("seed", range(5))
    def test_categories_counts_and_numbers_may_be(self, seed) -> None:
        rng = np.random.default_rng(seed)
        assert look_independent(rng.normal(size=(500, 2))) is None
        assert look_independent(rng.integers(0, 2, size=(500, 9)).astype(float)) is None
        assert look_independent(rng.geometric(0.02, size=(2000, 1)).astype(float)) is None
        assert look_independent(sp.csr_matrix(rng.poisson(0.2, size=(500, 12)))) is None


class TestChoices:
    def test_a_search_over_paths_pays_for_both(self) -> None:
        path = SVCPathCV(Cs=[0.1, 1.0], gamma=0.3, cv=3)
        search = GridSearchCV(path, {"gamma": [0.1, 0.3, 1.0]}, cv=3).fit(X, y)
        assert certify(search, X, y).candidates == 6

    def test_fewer_candidates_than_the_search_tried_cannot_be_claimed(self) -> None:
        search = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0]}, cv=3).fit(X, y)
        with pytest.raises(ValueError, match="tried 2 candidates by itself"):
            certify(search, X, y, n_candidates=1)
        assert certify(search, X, y, n_candidates=np.int64(5)).candidates == 5

    def test_random_lists_are_lists(self) -> None:
        search = RandomizedSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0, 3.0, 9.0]}, n_iter=3, cv=3, random_state=0)
        assert certify(search.fit(X, y), X, y).candidates == 3

    def test_a_search_that_follows_the_data_does_not_know(self) -> None:
        class Climb:
            """A stranger's search, whose next candidate depends on how the last one did."""

        climb = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0]}, cv=3).fit(X, y)
        stranger = Climb()
        stranger.best_estimator_, stranger.cv_results_ = climb.best_estimator_, climb.cv_results_
        from drupe.certification.candidates import candidates

        assert candidates(stranger, None) is None

    def test_a_self_bounding_search_tells_its_candidates(self) -> None:
        search = SelfBoundingSearch(param_grid={"gamma": [0.1, 0.3], "C": [1.0]}).fit(X, y)
        assert certify(search, X, y).candidates == 2
        assert search.certificate_.confidence == pytest.approx(0.95)

    def test_a_self_bounding_search_over_paths_pays_for_both(self) -> None:
        path = SVCPathCV(Cs=[0.1, 1.0], cv=3)
        search = SelfBoundingSearch(path, {"gamma": [0.1, 0.3]}).fit(X, y)
        assert search.certificate_.delta == pytest.approx(0.05 / 4)


class TestPartsThatKnowTooMuch:
    def test_frozen_parts_make_no_twin(self) -> None:
        model = CalibratedClassifierCV(FrozenEstimator(svc(X, y))).fit(X, y)
        assert "frozen" in certify(model, X, y, X_unlabeled=X_NEW)["hold_out_and_disagreement"].reason
        with pytest.raises(ValueError, match="frozen"):
            CertifiedClassifier(FrozenEstimator(svc(X, y))).fit(X, y)

    @pytest.mark.parametrize(
        "model",
        [
            RejectOption(svc(X, y), coverage=0.8, cv="prefit"),
            make_pipeline(SelectFromModel(LogisticRegression().fit(X, y), prefit=True), SVC(gamma=0.3)),
        ],
        ids=["RejectOption", "SelectFromModel"],
    )
    def test_parts_fitted_beforehand_make_none_either(self, model) -> None:
        reason = certify(model.fit(X, y), X, y, X_unlabeled=X_NEW)["hold_out_and_disagreement"].reason
        assert "fitted beforehand" in reason

    def test_steps_of_a_pipeline_are_trained_again_with_it(self) -> None:
        rng = np.random.default_rng(0)
        wide, labels = rng.normal(size=(60, 3000)), rng.integers(0, 2, size=60)
        # Features chosen by the labels of all examples look good on all of them; the twin chooses its own.
        model = make_pipeline(SelectKBest(k=10), StandardScaler(), SVC(gamma=0.1)).fit(wide, labels)
        assert np.mean(model.predict(wide) == labels) > 0.9
        table = certify(model, wide, labels, X_unlabeled=rng.normal(size=(100, 3000)))
        assert table["hold_out_and_disagreement"].value > 0.45


class TestKernelsWithoutAFeatureSpace:
    @pytest.mark.parametrize(
        "options",
        [
            {"kernel": "sigmoid", "gamma": 0.3},
            {"kernel": "poly", "gamma": 0.3, "coef0": -1.0},
            {"kernel": lambda a, b: np.tanh(a @ b.T - 1.0)},
        ],
        ids=["sigmoid", "poly", "function"],
    )
    def test_nothing_is_said_of_margins_in_it(self, options) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = SVC(**options).fit(X, y)
        found = reasons(certify(model, X, y))
        assert all("no feature space" in found[name] for name in NEEDS_FIXED)


class TestWeights:
    def test_examples_of_weight_zero_leave_only_fresh_ones(self) -> None:
        model = SVC(gamma=0.3).fit(X, y, sample_weight=np.r_[np.zeros(20), np.ones(180)])
        table = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
        assert [one.name for one in table.valid] == ["hold_out"]
        assert "weight zero" in certify(model, X, y, bounds="preferent_compression")[0].reason

    @pytest.mark.parametrize("kind", [SVC, TwoNormSVC])
    def test_weighted_examples_are_no_compression_scheme(self, kind) -> None:
        model = kind(gamma=0.3, tol=1e-6).fit(X, y, sample_weight=np.linspace(0.2, 3.0, 200))
        assert not certify(model, X, y)["preferent_compression"].valid


class TestOtherRules:
    def test_a_certified_classifier_shows_its_own_count(self) -> None:
        model = CertifiedClassifier(SVC(gamma=0.3)).fit(X, y)
        seen = model.certificate_.witness
        assert certify(model, bounds="hold_out", delta=0.01).best.value == pytest.approx(
            binomial_upper(seen.errors, seen.n, 0.01)
        )

    def test_answers_and_rejections_are_told_apart(self) -> None:
        model = RejectOption(SVC(gamma=0.3), coverage=0.7).fit(X, y)
        table = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
        assert "given that there is one" in table["selective"].sentence()
        assert table["hold_out"].witness.errors >= int(model.rejected(X_NEW).sum())

    def test_several_labels_at_once(self) -> None:
        model = MultiOutputClassifier(KNeighborsClassifier()).fit(X, np.c_[y, y])
        with pytest.raises(ValueError, match="a certificate speaks of one answer"):
            certify(model, X_held_out=X_NEW, y_held_out=np.c_[Y_NEW, Y_NEW])

    def test_kernel_values_cannot_be_dealt_out(self) -> None:
        with pytest.raises(ValueError, match="cannot be split"):
            CertifiedClassifier(SVC(kernel="precomputed")).fit(X @ X.T, y)

    def test_a_perceptron_that_gave_up_is_no_scheme(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = KernelPerceptron(gamma=0.3, max_passes=1).fit(X, y)
        assert not certify(model, X, y, bounds="ordered_compression")[0].valid
