"""One machine for each label: equal to machines trained one by one, on one Gram; odd labels; either form of y."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import drupe.grams.lent as lent_module
from drupe import SVC, HardMarginSVC, ManyLabels, TextVectors, certify, load, save
from drupe.certification.certify_labels import certify_labels
from drupe.estimators.multiclass.label_sets import LabelSets
from drupe.estimators.multiclass.many_labels import ConstantLabelWarning
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Gaussian, Linear, Polynomial

RNG = np.random.default_rng(4)
X = RNG.normal(size=(120, 4))
Y = np.column_stack([X[:, 0] > 0, X[:, 1] + X[:, 2] > 0.5, np.abs(X[:, 3]) > 1.0]).astype(int)
NEW = RNG.normal(size=(50, 4))
NAMES = np.array(["corn", "ship", "wheat"])
SETS = [set(NAMES[row > 0].tolist()) for row in Y]


@pytest.mark.spec("C.G04")
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(width=1.5), Polynomial(degree=2, coef0=1.0)])
@pytest.mark.parametrize("many", [1, 8])
@pytest.mark.parametrize("sparse", [False, True])
def test_equal_to_machines_one_by_one(kernel, many, sparse, monkeypatch):
    """Whether all labels share one held Gram or only what was prepared."""
    monkeypatch.setattr(lent_module, "MANY", many)
    table, new = (sp.csr_array(X), sp.csr_array(NEW)) if sparse else (X, NEW)
    model = ManyLabels(SVC(kernel=kernel, C=5.0)).fit(table, Y)
    alone = [SVC(kernel=kernel, C=5.0).fit(table, column) for column in Y.T]
    outputs = np.column_stack([machine.decision_function(new) for machine in alone])
    np.testing.assert_allclose(model.decision_function(new), outputs, atol=5e-3)
    np.testing.assert_array_equal(model.predict(new), outputs > 0)
    inside = np.column_stack([machine.decision_function(new) for machine in model.estimators_])
    np.testing.assert_allclose(model.decision_function(new), inside, atol=1e-10)


@pytest.mark.spec("C.G04")
def test_a_document_may_get_several_labels_or_none():
    texts = ["corn wheat", "corn", "wheat ship", "ship", "weather", "corn wheat ship"] * 3
    topics = [{"corn", "wheat"}, {"corn"}, {"wheat", "ship"}, {"ship"}, set(), {"corn", "wheat", "ship"}] * 3
    model = ManyLabels(make_pipeline(TextVectors(), SVC(kernel="linear", C=100.0))).fit(texts, topics)
    assert [set(given) for given in model.predict_labels(texts)] == topics
    assert model.score(texts, topics) == 1.0
    told = ManyLabels(make_pipeline(TextVectors(most_terms=1), SVC(kernel="linear", C=100.0))).fit(texts, topics)
    assert [one[0].terms_ for one in told.estimators_] == [("corn",), ("ship",), ("wheat",)]


@pytest.mark.spec("C.G04")
def test_one_gram_for_all_labels(monkeypatch):
    made = []
    plain = lent_module.LazyGram
    monkeypatch.setattr(lent_module, "LazyGram", lambda *given: made.append(given) or plain(*given))
    labels = RNG.random((120, 12)) < 0.4
    model = ManyLabels(SVC(kernel=Gaussian(width=1.0))).fit(X, labels)
    assert len(made) == 1
    # What is held for the fits is let go with them.
    grams = {id(one.solution_[0].solution.problem.gram) for one in model.estimators_}
    assert len(grams) == 1
    assert model.estimators_[0].solution_[0].solution.problem.gram.single is None
    assert model.estimators_[0].solver_info_.gap < 1.0
    ManyLabels(SVC(kernel=Gaussian(width=1.0)), budget=1000).fit(X, labels)
    assert len(made) == 2


def test_as_scikit_learn_has_it():
    ours = ManyLabels(SVC(kernel="linear", C=2.0)).fit(X, Y)
    peer = OneVsRestClassifier(SVC(kernel="linear", C=2.0)).fit(X, Y)
    np.testing.assert_array_equal(ours.predict(NEW), peer.predict(NEW))
    np.testing.assert_allclose(ours.decision_function(NEW), peer.decision_function(NEW), atol=1e-3)
    assert ours.score(X, Y) == accuracy_score(Y, ours.predict(X))
    scores = cross_val_score(
        ManyLabels(SVC()), X, Y, cv=3, scoring=lambda model, x, z: f1_score(z, model.predict(x), average="micro")
    )
    assert scores.min() > 0.6


def test_all_forms_of_labels():
    expected = ManyLabels(SVC(kernel="linear")).fit(X, Y).decision_function(NEW)
    for y in (
        Y.astype(bool),
        Y.astype(float),
        Y.tolist(),
        sp.csr_matrix(Y),
        sp.csr_array(Y),
        SETS,
        list(map(list, SETS)),
    ):
        model = ManyLabels(SVC(kernel="linear")).fit(X, y)
        np.testing.assert_array_equal(model.decision_function(NEW), expected)
        assert model.score(X, y) == model.score(X, Y)
    framed = ManyLabels(SVC(kernel="linear")).fit(X, pd.DataFrame(Y, columns=NAMES))
    assert framed.classes_.tolist() == NAMES.tolist()
    numbers = ManyLabels(SVC(kernel="linear")).fit(X, [{7, 9} if row[0] else {9} if row[1] else set() for row in Y])
    assert numbers.classes_.tolist() == [7, 9]


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["corn"] * 120, "names one label, 'corn', for example 0 .*use OneVsRest"),
        ([{"a"}] * 119 + ["b"], "example 119"),
        (np.where(Y, 2, 0), "holds 0 and 1.*got .*2"),
        (Y[:100], "X holds 120 examples but y holds 100"),
        ([set()] * 120, "no example has any label"),
        ([{"a", 1}] * 120, "of one kind"),
        (None, "requires y"),
        (3, "labels of each example"),
    ],
)
def test_other_targets_are_refused(y, message):
    with pytest.raises((InputError, InputTypeError), match=message):
        ManyLabels(SVC()).fit(X, y)


def test_unknown_labels_are_named():
    model = ManyLabels(SVC()).fit(X, SETS)
    with pytest.raises(InputError, match="example 1 has the label 'rice', which training had not"):
        model.score(X[:2], [{"corn"}, {"rice"}])
    with pytest.raises(InputError, match="2 columns but there are 3 labels"):
        model.score(X, Y[:, :2])


@pytest.mark.parametrize("machine", [SVC(kernel="linear"), make_pipeline(SVC(kernel="linear"))])
def test_labels_that_nobody_or_everybody_has(machine):
    y = np.column_stack([Y, np.zeros(120), np.ones(120)])
    with pytest.warns(ConstantLabelWarning) as heard:
        model = ManyLabels(machine).fit(X, y)
    assert [str(one.message) for one in heard] == [
        "no training example has the label 3: it will never be given.",
        "every training example has the label 4: it will always be given.",
    ]
    assert model.predict(NEW)[:, 3].tolist() == [0] * 50
    assert model.predict(NEW)[:, 4].tolist() == [1] * 50
    with pytest.warns(ConstantLabelWarning):
        nothing = ManyLabels(machine).fit(X, np.ones((120, 1)))
    assert nothing.predict(NEW).tolist() == [[1]] * 50


def test_weights_count_as_repetitions():
    weights = RNG.integers(0, 3, size=120)
    model = ManyLabels(SVC(kernel="linear")).fit(X, Y, sample_weight=weights)
    again = ManyLabels(SVC(kernel="linear")).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights, axis=0))
    np.testing.assert_allclose(model.decision_function(NEW), again.decision_function(NEW), atol=2e-3)
    only = np.where(Y[:, 0] > 0, 1.0, 0.0)
    with pytest.warns(ConstantLabelWarning, match="every training example has the label 0"):
        ManyLabels(SVC(kernel="linear")).fit(X, Y, sample_weight=only)


def test_machines_of_others_and_without_real_outputs(tmp_path):
    counts = RNG.poisson(1.0, size=(120, 5))
    model = ManyLabels(MultinomialNB()).fit(counts, Y)
    expected = np.column_stack([MultinomialNB().fit(counts, column).predict(counts) for column in Y.T])
    np.testing.assert_array_equal(model.predict(counts), expected)
    with pytest.raises(ParameterError, match="neither decision_function nor predict_proba"):
        ManyLabels(TextVectors()).fit(X, Y)
    hard = ManyLabels(HardMarginSVC(kernel="rbf", gamma=2.0)).fit(X, Y)
    np.testing.assert_array_equal(hard.predict(X), Y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConstantLabelWarning)
        kept = ManyLabels(SVC()).fit(X, np.column_stack([Y, np.ones(120)]))
    save(kept, tmp_path / "labels.drupe")
    assert np.array_equal(load(tmp_path / "labels.drupe").decision_function(NEW), kept.decision_function(NEW))


def test_somebodys_own_output_is_asked():
    class Upside(SVC):
        def decision_function(self, X):
            return -super().decision_function(X)

    model = ManyLabels(Upside(kernel="linear")).fit(X, Y)
    plain = ManyLabels(SVC(kernel="linear")).fit(X, Y)
    np.testing.assert_allclose(model.decision_function(NEW), -plain.decision_function(NEW), atol=1e-9)


def test_certificates_share_delta_among_labels():
    model = ManyLabels(SVC(kernel="linear", C=10.0)).fit(X, SETS)
    found = certify_labels(model, X, SETS, delta=0.1, X_held_out=NEW, y_held_out=model.predict(NEW))
    assert list(found) == NAMES.tolist()
    assert sum(one.delta for label in found for one in found[label]) <= 0.1 * (1.0 + 1e-9)
    alone = certify(
        model.estimators_[0], X, Y[:, 0], delta=0.1 / 3, X_held_out=NEW, y_held_out=model.predict(NEW)[:, 0]
    )
    assert alone["hold_out"].value == found["corn"]["hold_out"].value
    with pytest.raises(InputTypeError, match="certify_labels"):
        certify(model, X, Y)
    with pytest.raises(InputTypeError, match="use certify"):
        certify_labels(SVC().fit(X, Y[:, 0]), X, Y[:, 0])


def test_sets_are_never_taken_for_a_table():
    assert LabelSets.of([{0, 1}, {1}]).labels.tolist() == [0, 1]
    assert LabelSets.of([[0, 1], [1, 1]]).indicators.tolist() == [[0, 1], [1, 1]]
    assert LabelSets.of([["a", "b"], ["b", "c"]]).labels.tolist() == ["a", "b", "c"]


ONE_EACH = dict.fromkeys(
    (
        "check_estimators_dtypes",
        "check_sample_weights_pandas_series",
        "check_sample_weights_not_an_array",
        "check_sample_weights_shape",
        "check_sample_weights_not_overwritten",
        "check_complex_data",
        "check_dtype_object",
        "check_classifier_data_not_an_array",
        "check_classifiers_one_label",
        "check_classifiers_one_label_sample_weights",
        "check_classifiers_classes",
        "check_classifiers_train",
        "check_classifiers_regression_target",
        "check_classifier_not_supporting_multiclass",
        "check_fit2d_1feature",
    ),
    "each example of this check has one label, and not a row of 0 and 1; such y is refused, and OneVsRest named",
)


@parametrize_with_checks([ManyLabels(SVC())], expected_failed_checks=lambda _: ONE_EACH)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)
