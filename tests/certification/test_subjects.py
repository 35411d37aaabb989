"""A certificate speaks of the rule that predicts: of its subclasses, its silence and labels it never saw."""

import json

import numpy as np
import pytest
from certification.certified_samples import noisy, svc
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, BayesPointMachine, CertifiedClassifier, RejectOption, SelfBoundingSearch, certify
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.subject import Subject
from drupe.certification.certificate import Certificate
from drupe.certification.selective_rule import certify_answers
from drupe.foundation.errors import InputError
from drupe.witness.held_out import HeldOut

X, y = noisy(200)
X_NEW, Y_NEW = noisy(300, seed=1)


class Contrary(SVC):
    """Learns as its parent, and says the opposite."""

    def predict(self, X):
        return 1 - super().predict(X)


class ContraryOutputs(SVC):
    def decision_function(self, X):
        return -super().decision_function(X)


class ContraryClassifier(CertifiedClassifier):
    def predict(self, X):
        return 1 - super().predict(X)


class ContrarySearch(GridSearchCV):
    def predict(self, X):
        return 1 - super().predict(X)


class Renamed(SVC):
    """Nothing but another name."""


class TestPredictOfTheirOwn:
    @pytest.mark.parametrize(
        "model",
        [
            Contrary(gamma=0.3),
            ContraryOutputs(gamma=0.3),
            ContraryClassifier(SVC(gamma=0.3)),
            ContrarySearch(SVC(gamma=0.3), {"C": [1.0]}, cv=3),
            GridSearchCV(Contrary(gamma=0.3), {"C": [1.0]}, cv=3),
        ],
        ids=lambda model: type(model).__name__,
    )
    def test_is_not_certified_as_that_of_the_parent(self, model) -> None:
        model.fit(X, y)
        alone = certify(model, X, y)
        assert not alone.valid
        assert "has a predict of its own" in alone.sentence()
        unlabeled = certify(model, X, y, X_unlabeled=X_NEW)["hold_out_and_disagreement"]
        assert unlabeled.value >= np.mean(model.predict(X_NEW) != Y_NEW)
        fresh = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
        assert [one.name for one in fresh.valid] == ["hold_out"]
        wrong = int((model.predict(X_NEW) != Y_NEW).sum())
        assert fresh.best.witness == HeldOut(wrong, 300)

    @pytest.mark.parametrize("scheme", ["hold-out", "progressive", "pick-to-learn"])
    def test_is_not_what_was_learned_with_a_certificate(self, scheme) -> None:
        certificate = ContraryClassifier(SVC(gamma=0.3), scheme=scheme).fit(X, y).certificate_
        assert not certificate.valid
        assert "ContraryClassifier has a predict of its own" in certificate.sentence()

    def test_nor_one_put_on_afterwards(self) -> None:
        model = svc(X, y)
        assert certify(model, X, y).valid
        model.predict = lambda rows: np.zeros(len(rows), dtype=int)
        assert not certify(model, X, y).valid

    def test_another_name_is_no_harm(self) -> None:
        own, parent = (kind(gamma=0.3, tol=1e-6).fit(X, y) for kind in (Renamed, SVC))
        assert certify(own, X, y).best.value == certify(parent, X, y).best.value


def test_no_held_out_examples_are_refused_as_such() -> None:
    with pytest.raises(InputError, match="X_held_out is empty"):
        certify(svc(X, y), X_held_out=X[:0], y_held_out=y[:0])


def test_the_best_statement_is_about_the_fitted_rule() -> None:
    table = certify(BayesPointMachine(gamma=0.3, noise=0.1, random_state=0).fit(X, y), X, y)
    assert table.best.subject is Subject.FITTED


@pytest.mark.parametrize("scheme", ["progressive", "aggregation", "vote"])
def test_the_best_statement_is_about_what_was_learned_with_a_certificate(scheme) -> None:
    model = CertifiedClassifier(SVC(gamma=0.3), scheme=scheme).fit(X, y)
    table = certify(model, bounds=type(model.certificate_.bound))
    assert table.best.value == model.certificate_.value
    # A draw from the machines that vote has half the bound, and is not what answers.
    assert certify(model).best.subject is model.certificate_.subject


class TestLabelsNeverSeen:
    @pytest.mark.parametrize("kind", [np.asarray, lambda labels: labels.astype(float), np.ndarray.tolist])
    def test_count_as_errors(self, kind) -> None:
        model = svc(X, y)
        labels = Y_NEW.copy()
        wrong = int((model.predict(X_NEW) != labels).sum())
        right = np.flatnonzero(model.predict(X_NEW) == labels)[:7]
        labels[right] = 5
        found = certify(model, X_held_out=X_NEW, y_held_out=kind(labels), bounds="hold_out").best
        assert found.value == pytest.approx(binomial_upper(wrong + 7, 300, 0.05))

    def test_words_too(self) -> None:
        names = np.array(["no", "yes"])
        model = make_pipeline(StandardScaler(), KNeighborsClassifier()).fit(X, names[y])
        labels = names[Y_NEW].astype(object)
        labels[:4] = "perhaps"
        found = certify(model, X_held_out=X_NEW, y_held_out=labels, bounds="hold_out").best
        assert found.witness.errors == int((model.predict(X_NEW) != labels).sum())

    def test_among_answers_too(self) -> None:
        labels = Y_NEW.copy()
        labels[:20] = 9
        rule = certify_answers(svc(X, y), X_NEW, labels, shares=(1.0,))
        assert rule.certificate.witness.errors == int((svc(X, y).predict(X_NEW) != labels).sum())
        model = RejectOption(SVC(gamma=0.3), coverage=0.7).fit(X, y)
        found = certify(model, X_held_out=X_NEW, y_held_out=labels)["selective"]
        answered = ~model.rejected(X_NEW)
        assert found.witness.errors == int((model.predict(X_NEW)[answered] != labels[answered]).sum())

    def test_names_of_another_kind_are_a_mistake(self) -> None:
        for labels in (Y_NEW + 5, np.array(["no", "yes"])[Y_NEW]):
            with pytest.raises(ValueError, match="does not know one"):
                certify(svc(X, y), X_held_out=X_NEW, y_held_out=labels)


@pytest.mark.parametrize("delta", [np.float32(0.05), np.float16(0.05), np.float64(0.05)])
def test_delta_of_any_precision(delta) -> None:
    model = svc(X, y)
    for found in (certify(model, X, y, delta=delta), certify(model, X_held_out=X_NEW, y_held_out=Y_NEW, delta=delta)):
        assert found.best.value == certify(model, X, y, delta=0.05).best.value or found.best.name == "hold_out"
        assert found.sentence().startswith("With 95 % confidence, ")
        assert json.loads(found.to_json())["delta"] == 0.05
    learned = CertifiedClassifier(SVC(gamma=0.3), delta=delta).fit(X, y).certificate_
    assert learned.value == CertifiedClassifier(SVC(gamma=0.3), delta=0.05).fit(X, y).certificate_.value
    assert json.dumps(learned.to_dict())
    search = SelfBoundingSearch(param_grid={"gamma": [0.1, 0.3], "C": [1.0]}, delta=delta).fit(X, y)
    assert search.certificate_.sentence().startswith("With 95 % confidence, ")
    assert certify_answers(model, X_NEW, Y_NEW, delta=delta).certificate.confidence == pytest.approx(0.95)
    assert Certificate.of(HoldOut(), HeldOut(1, 50), delta).delta == 0.05


class TestSilence:
    @pytest.mark.parametrize("wrapped", [lambda model: model, lambda model: make_pipeline(StandardScaler(), model)])
    def test_sentences_tell_all_from_answered(self, wrapped) -> None:
        model = wrapped(RejectOption(SVC(gamma=0.3), coverage=0.7)).fit(X, y)
        table = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
        assert "a wrong answer or none, among all examples, of the fitted rule" in table["hold_out"].sentence()
        assert table["hold_out"].to_dict()["quantity"].endswith("among all examples,")
        silent = int((model.predict(X_NEW) == -1).sum())
        assert table["hold_out"].witness.errors > silent > 0
        if "selective" in {one.name for one in table}:
            assert "wrong, given that there is one" in table["selective"].sentence()

    def test_of_a_classifier_with_its_certificate_too(self) -> None:
        model = CertifiedClassifier(RejectOption(SVC(gamma=0.3), coverage=0.7)).fit(X, y)
        assert "or none, among all examples" in model.certificate_.sentence()
        assert "or none" in certify(model).sentence()

    def test_who_always_answers_needs_no_words_for_it(self) -> None:
        assert "none" not in certify(svc(X, y), X_held_out=X_NEW, y_held_out=Y_NEW).sentence()
