"""certify: what is certified, what it costs, what is refused and why."""

import json

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from certification.certified_samples import noisy, repeated, svc
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR as PeerRegressor

from drupe import LPSVC, SVC, SVR, HardMarginSVC, KernelPerceptron, NuSVC, SVCPathCV, TwoNormSVC, certify
from drupe.bounds.compression.preferent import PreferentCompression, change_probability
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.subject import Subject

X, y = noisy(200)
X_NEW, Y_NEW = noisy(300, seed=1)


@pytest.fixture(scope="module")
def model():
    return svc(X, y)


def test_one_bound_gets_all_of_delta(model) -> None:
    table = certify(model, X, y, delta=0.05, bounds="preferent_compression")
    (only,) = table
    assert only.delta == 0.05
    assert only.value == pytest.approx(change_probability(only.witness.kept, 200, 0.05))
    assert only.subject is Subject.FITTED
    assert only.valid
    assert not only.vacuous
    assert only.value < 0.6


def test_delta_is_split_and_never_exceeded(model) -> None:
    table = certify(model, X, y, delta=0.1, X_held_out=X_NEW, y_held_out=Y_NEW, X_unlabeled=X_NEW)
    assert sum(one.delta for one in table) == pytest.approx(0.1)
    strong, weak = table["hold_out"], table["derandomized"]
    assert strong.delta / weak.delta == pytest.approx(strong.bound.weight / weak.bound.weight)


def test_best_comes_first_and_refused_last(model) -> None:
    table = certify(model, X, y)
    values = [one.value for one in table.valid]
    assert values == sorted(values)
    assert [one.valid for one in table] == sorted((one.valid for one in table), reverse=True)
    assert table.best is table.best_for_fitted
    assert table.best.subject is Subject.FITTED
    assert table[0].subject is Subject.GIBBS  # smaller, and of another rule than the one that predicts
    assert table[0].value < table.best.value
    assert table.sentence() == table.best.sentence()
    assert table["hold_out"].reason.startswith("it needs X_held_out")


def test_held_out_counts_are_exact_for_anyones_classifier() -> None:
    model = LogisticRegression().fit(X, y)
    table = certify(model, X, y, bounds=["hold_out"], X_held_out=X_NEW, y_held_out=Y_NEW)
    wrong = int((model.predict(X_NEW) != Y_NEW).sum())
    assert table.best.value == pytest.approx(binomial_upper(wrong, len(Y_NEW), 0.05))
    assert certify(model, bounds="hold_out", X_held_out=X_NEW, y_held_out=Y_NEW).best.value == table.best.value


def test_anyones_classifier_without_fresh_examples_gets_reasons_only() -> None:
    table = certify(LogisticRegression().fit(X, y), X, y)
    assert not table.valid
    assert {one.name for one in table.refused} >= {"hold_out", "hold_out_and_disagreement"}
    assert "LogisticRegression is not a machine of drupe" in table["hold_out"].reason
    assert "CertifiedClassifier" in table["hold_out"].reason
    with pytest.raises(ValueError, match="nothing could be certified"):
        _ = table.best
    assert "Nothing could be certified" in table.sentence()


def test_unlabelled_inputs_certify_the_fitted_rule_itself(model) -> None:
    helped = certify(model, X, y, X_unlabeled=X_NEW)
    assert helped.best_for_fitted.name == "hold_out_and_disagreement"
    assert helped.best_for_fitted.value < certify(model, X, y).best_for_fitted.value
    assert helped.best_for_fitted.witness.unlabeled == len(X_NEW)


def test_most_of_delta_goes_to_the_foreseen_share(model) -> None:
    best = certify(model, X, y).best_for_fitted
    assert best.name == "foreseen_compression"
    assert best.value < certify(model, X, y)["preferent_compression"].value
    alone = certify(model, X, y, bounds="foreseen_compression").best
    assert alone.value == pytest.approx(change_probability(alone.witness.kept, 200, 0.05, foreseen=0.5))


def test_every_candidate_costs(model) -> None:
    once, often = (certify(model, X, y, bounds="preferent_compression", n_candidates=k).best for k in (1, 20))
    assert often.delta == pytest.approx(once.delta / 20)
    assert often.value > once.value


def test_a_search_counts_its_own_candidates() -> None:
    search = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0, 10.0]}, cv=3).fit(X, y)
    table = certify(search, X, y, bounds="preferent_compression")
    assert table.candidates == 3
    assert table.best.delta == pytest.approx(0.05 / 3)
    path = SVCPathCV(Cs=[0.1, 1.0], gamma=0.3, cv=3).fit(X, y)
    assert certify(path, X, y, bounds="preferent_compression").best.delta == pytest.approx(0.05 / 2)


def test_held_out_examples_pay_for_no_candidates() -> None:
    search = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0, 10.0]}, cv=3).fit(X, y)
    assert certify(search, X, y, bounds="hold_out", X_held_out=X_NEW, y_held_out=Y_NEW).best.delta == 0.05


def test_unlabelled_inputs_come_after_all_choices_and_do_not_pay_for_them() -> None:
    search = GridSearchCV(SVC(gamma=0.3), {"C": [0.1, 1.0, 10.0]}, cv=3).fit(X, y)
    one = certify(search, X, y, bounds="hold_out_and_disagreement", X_unlabeled=X_NEW).best
    seen = one.witness
    assert one.delta == 0.05
    assert seen.candidates == 3
    held = binomial_upper(seen.held_out.errors, seen.held_out.n, 0.9 * 0.05 / 3)
    assert one.value == pytest.approx(held + binomial_upper(seen.differing, len(X_NEW), 0.1 * 0.05), rel=1e-9)
    del search.cv_results_
    refused = certify(search, X, y, bounds="hold_out_and_disagreement", X_unlabeled=X_NEW)[0]
    assert "n_candidates" in refused.reason


def test_further_examples_get_most_of_delta(model) -> None:
    helped = certify(model, X, y, X_unlabeled=X_NEW)
    assert helped["hold_out_and_disagreement"].delta > 0.95 * 0.05
    both = certify(model, X, y, X_unlabeled=X_NEW, X_held_out=X_NEW, y_held_out=Y_NEW)
    assert both["hold_out"].delta == both["hold_out_and_disagreement"].delta


def test_a_search_that_does_not_tell_is_refused() -> None:
    search = GridSearchCV(SVC(gamma=0.3), {"C": [1.0]}, cv=3).fit(X, y)
    del search.cv_results_
    table = certify(search, X, y, bounds="preferent_compression")
    assert "n_candidates" in table[0].reason
    assert certify(search, X, y, bounds="preferent_compression", n_candidates=4).best.delta == pytest.approx(0.0125)


@pytest.mark.parametrize(
    ("options", "reason"), [({"gamma": "scale"}, "gamma="), ({"class_weight": "balanced"}, "class_weight=")]
)
def test_parameters_from_the_data_are_refused_for_what_needs_fixed_ones(options, reason) -> None:
    table = certify(svc(X, y, **options), X, y, X_held_out=X_NEW, y_held_out=Y_NEW, X_unlabeled=X_NEW)
    assert reason in table["preferent_compression"].reason
    assert reason in table["gaussian_pac_bayes"].reason
    assert table["hold_out"].valid
    assert table["hold_out_and_disagreement"].valid


def test_more_than_two_classes() -> None:
    many = noisy(240, classes=3)
    model = svc(*many)
    table = certify(model, *many)
    assert table["preferent_compression"].valid
    assert "two classes" in table["gaussian_pac_bayes"].reason
    fresh = noisy(5000, seed=9, classes=3)
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < table["preferent_compression"].value


@pytest.mark.parametrize("kind", [HardMarginSVC, TwoNormSVC])
def test_machines_without_a_box(kind) -> None:
    model = kind(kernel="rbf", gamma=3.0).fit(X, y)
    assert certify(model, X, y)["preferent_compression"].valid


@pytest.mark.parametrize("model", [NuSVC(gamma=0.3), LPSVC(gamma=0.3)], ids=lambda model: type(model).__name__)
def test_machines_that_are_no_compression_scheme_say_so(model) -> None:
    table = certify(model.fit(X, y), X, y, bounds="preferent_compression")
    assert "no compression scheme" in table[0].reason


def test_premises_are_checked_or_named(model) -> None:
    best = certify(model, X, y, bounds="preferent_compression").best
    assert {check.assumption.name for check in best.checked} == {"COMPRESSION", "OPTIMUM"}
    assert {check.assumption.name for check in best.trusted} == {"INDEPENDENT", "FIXED_KERNEL"}


def test_a_machine_that_stopped_early_is_refused() -> None:
    with pytest.warns(ConvergenceWarning):
        model = SVC(C=100.0, gamma=0.3, max_iter=5).fit(X, y)
    table = certify(model, X, y, bounds="preferent_compression")
    assert not table[0].valid
    assert "solved exactly" in table[0].reason


def test_bounds_by_name_type_and_value(model) -> None:
    for bounds in ("preferent_compression", PreferentCompression, [PreferentCompression()]):
        assert certify(model, X, y, bounds=bounds)[0].name == "preferent_compression"
    with pytest.raises(ValueError, match="names among"):
        certify(model, X, y, bounds="no_such_bound")
    with pytest.raises(ValueError, match="empty"):
        certify(model, X, y, bounds=[])


@pytest.mark.parametrize("delta", [0.0, 1.0, -1.0, float("nan"), None])
def test_delta_outside_its_range(model, delta) -> None:
    with pytest.raises(ValueError, match="delta is the probability"):
        certify(model, X, y, delta=delta)


def test_wrong_models_and_data_get_clear_errors(model) -> None:
    with pytest.raises(NotFittedError):
        certify(SVC(), X, y)
    for thing in (PeerRegressor().fit(X, y), None, SVC, 3.0):
        with pytest.raises(TypeError, match="classifiers can be certified"):
            certify(thing, X, y)
    with pytest.raises(ValueError, match="the label 'b', which the model does not know: \\[0, 1\\]"):
        certify(model, X, np.where(y == 1, "a", "b"))
    with pytest.raises(ValueError, match="fitted on 200 examples"):
        certify(model, X[:100], y[:100])
    with pytest.raises(ValueError, match="does not hold the examples"):
        certify(model, X + 1.0, y)
    with pytest.raises(ValueError, match="labels that the model was fitted on"):
        certify(model, X, 1 - y)
    with pytest.raises(ValueError, match="does not know"):
        certify(model, X, y + 7)
    with pytest.raises(ValueError, match="does not know"):
        certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW + 5)
    with pytest.raises(ValueError, match="come together"):
        certify(model, X, y, X_held_out=X_NEW)
    with pytest.raises(ValueError, match="come together"):
        certify(model, X)
    with pytest.raises(ValueError, match="training example"):
        certify(model, X, y, X_held_out=X, y_held_out=y)
    with pytest.raises(ValueError, match="training example"):
        certify(model, X, y, X_held_out=X[50:].copy(), y_held_out=y[50:])
    with pytest.raises(ValueError, match="n_candidates"):
        certify(model, X, y, n_candidates=0)


def test_sentences_tables_and_json(model) -> None:
    table = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
    assert "the fitted rule itself is at most" in table.sentence()
    assert "provided that" in table["hold_out"].sentence()
    text, page, data = str(table), table._repr_html_(), json.loads(table.to_json())
    for one in table:
        assert one.name in text
        assert one.name in page
    assert [row["bound"] for row in data["certificates"]] == [one.name for one in table]
    assert data["certificates"][0]["value"] == table[0].value
    vacuous = [one for one in table.valid if one.vacuous]
    assert all("vacuous" in one.sentence() for one in vacuous)
    assert "valid" in repr(table)
    with pytest.raises(ValueError, match="was asked for"):
        table["finite_class"]


def test_certificates_can_be_rechecked_and_forgeries_are_found(model) -> None:
    from dataclasses import replace

    table = certify(model, X, y)
    assert table.recheck()
    assert not replace(table.best_for_fitted, value=0.5 * table.best_for_fitted.value).recheck()


def test_copies_are_no_harm() -> None:
    sample = repeated(150)
    table = certify(svc(*sample, C=1e3), *sample, bounds="preferent_compression")
    assert table.best.value < 0.75


def test_kernels_that_are_functions_are_certified_too() -> None:
    model = SVC(kernel=lambda a, b: (a @ b.T + 1.0) ** 2, C=1.0, tol=1e-6).fit(X, y)
    assert certify(model, X, y, bounds="preferent_compression").best.value < 0.6


def test_weights_and_given_kernel_values_are_not_mistaken_for_fixed_prices_and_kernels() -> None:
    weighted = SVC(gamma=0.3, tol=1e-6).fit(X, y, sample_weight=np.linspace(0.2, 2.0, 200))
    assert "solved exactly" in certify(weighted, X, y, bounds="preferent_compression")[0].reason
    K = np.exp(-0.3 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    given = certify(SVC(kernel="precomputed").fit(K, y), K, y, bounds=["preferent_compression"])
    assert "fixed beforehand" in given[0].reason


@pytest.mark.parametrize("kind", [sp.csr_matrix, sp.coo_matrix, pd.DataFrame, np.ndarray.tolist])
def test_any_container_will_do(kind) -> None:
    there, new = kind(X), kind(X_NEW)
    there = there.set_axis(list("abc"), axis=1) if isinstance(there, pd.DataFrame) else there
    new = new.set_axis(list("abc"), axis=1) if isinstance(new, pd.DataFrame) else new
    table = certify(SVC(gamma=0.3, tol=1e-6).fit(there, y), there, y, X_unlabeled=new)
    plain = certify(svc(X, y), X, y, X_unlabeled=X_NEW)
    assert table.best.value == pytest.approx(plain.best.value, abs=1e-6)


def test_pipelines_are_certified_through_their_twins() -> None:
    model = make_pipeline(StandardScaler(), SVC()).fit(X, y)
    assert certify(model, X, y, X_unlabeled=X_NEW)["hold_out_and_disagreement"].valid


def test_what_the_data_refuse_keeps_its_share() -> None:
    model = KernelPerceptron(gamma=0.3, shuffle=True, random_state=0, diagonal=1.0).fit(X, y)
    table = certify(model, X, y, X_held_out=X_NEW, y_held_out=Y_NEW)
    assert not table["mistake_driven"].valid
    assert table["hold_out"].delta < 0.05


@pytest.fixture
def fits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all samples on which an SVC is trained from now on."""
    sizes: list[int] = []
    fit = SVC.fit

    def counted(self, X, y, *weights):
        sizes.append(len(X))
        return fit(self, X, y, *weights)

    monkeypatch.setattr(SVC, "fit", counted)
    return sizes


def test_a_few_machines_more_are_trained(fits: list[int]) -> None:
    many = noisy(2000)
    table = certify(SVC(C=1.0, gamma=0.3).fit(*many), *many, X_unlabeled=X_NEW)
    assert table["learned_prior"].valid
    assert len(fits) <= 4
    assert sum(size**2 for size in fits[1:]) <= 2000**2, "no more kernel values than for the machine itself"


def test_large_samples_leave_out_what_trains_again(fits: list[int]) -> None:
    many = noisy(20_000)
    model = SVC(C=1.0, gamma=0.3).fit(*many)
    table = certify(model, *many, X_unlabeled=X_NEW)
    assert fits == [20_000]
    assert "20000 examples" in table["learned_prior"].reason
    assert table["preferent_compression"].valid
    assert certify(model, *many, bounds=["hold_out_and_disagreement"], X_unlabeled=X_NEW).best.valid


def test_hold_out_alone_is_the_textbook_bound(model) -> None:
    one = certify(model, X, y, bounds=HoldOut(), X_held_out=X_NEW, y_held_out=Y_NEW).best
    assert one.source.work == "Langford05"


def test_half_with_one_class_gives_no_prior():
    X, y = [[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]
    refused = certify(SVC(kernel="linear").fit(X, y), X, y)["learned_prior"]
    assert "one class only" in refused.reason


def test_a_regressor_is_told_where_its_certificates_are() -> None:
    with pytest.raises(TypeError, match=r"got SVR; of regressors, Report\.of"):
        certify(SVR().fit(X, X[:, 0]), X, X[:, 0])
    with pytest.raises(TypeError, match=r"got the class SVC\.$"):
        certify(SVC)
