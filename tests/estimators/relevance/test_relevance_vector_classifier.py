"""Relevance vector classification: Laplace's posterior, averaged probabilities, several classes, certificates."""

import numpy as np
import pytest
from estimators.interruptions import interrupt_at_once
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import laplace_log_evidence, moons

from drupe import CertifiedClassifier, RelevanceVectorClassifier, certify
from drupe.foundation.errors import InputError


def test_far_from_all_data_both_classes_are_equally_probable() -> None:
    """Where all functions are zero: of two classes `predict` takes the second there, as everywhere in drupe."""
    x, y = moons(80, 0)
    machine = RelevanceVectorClassifier(gamma=1.0, fit_intercept=False).fit(x, y)
    assert machine.predict_proba([[1e3, 1e3]]).tolist() == [[0.5, 0.5]]
    assert machine.predict([[1e3, 1e3]]).tolist() == [machine.classes_[1]]


@pytest.mark.spec("H.R02", "H.R03")
def test_probabilities_average_over_laplaces_posterior() -> None:
    x, y = moons(80, 0)
    machine = RelevanceVectorClassifier(gamma=1.0, fit_intercept=False).fit(x, y)
    left, theta = rbf_kernel(x, x[machine.relevance_], gamma=1.0), machine.solution_[0].variances
    w = machine.dual_coef_[0]
    share = expit(left @ w)
    np.testing.assert_allclose(left.T @ (y - share), w / theta, atol=1e-6)  # the mode
    covariance = np.linalg.inv((left.T * (share * (1.0 - share))) @ left + np.diag(1.0 / theta))
    new = np.array([[0.0, 0.0], [1.5, -1.0], [-1.0, 1.9]])
    right = rbf_kernel(new, x[machine.relevance_], gamma=1.0)
    for mean, variance, told in zip(
        right @ w, np.einsum("ij,jk,ik->i", right, covariance, right), machine.predict_proba(new), strict=True
    ):
        wide = variance**0.5
        wanted, _ = quad(lambda f, m=mean, s=wide: expit(f) * norm.pdf(f, m, s), mean - 12 * wide, mean + 12 * wide)
        np.testing.assert_allclose(told, [1.0 - wanted, wanted], atol=1e-7)
    assert machine.log_evidence_ == pytest.approx(laplace_log_evidence(left, y, theta), abs=1e-7)


@pytest.mark.spec("H.R03")
def test_relevance_vectors_alone_are_no_compression() -> None:
    x, y = moons(120, 1)
    machine = RelevanceVectorClassifier(gamma=1.0).fit(x, y)
    kept = machine.relevance_
    assert len(kept) < 20
    again = RelevanceVectorClassifier(gamma=1.0, centers=x[kept]).fit(x[kept], y[kept])
    assert not np.allclose(again.decision_function(x), machine.decision_function(x), atol=0.1)


@pytest.mark.spec("H.R03")
def test_compression_is_refused_with_the_reason() -> None:
    x, y = moons(150, 0)
    found = certify(RelevanceVectorClassifier(gamma=1.0).fit(x, y), x, y)
    reasons = {one.name: one.reason for one in found.refused}
    compressing = [name for name in reasons if name.startswith("compression")]
    assert compressing
    assert all("depend on all training examples" in reasons[name] for name in compressing)
    assert not any(one.name.startswith("compression") for one in found.valid)


def test_progressive_certificates_are_given() -> None:
    x, y = moons(60, 0)
    certified = CertifiedClassifier(RelevanceVectorClassifier(gamma=1.0), scheme="progressive").fit(x, y)
    assert 0.0 < certified.certificate_.value < 0.6
    assert certified.certificate_.name == "progressive_validation"


@pytest.mark.spec("H.R02")
def test_several_classes_share_columns_and_are_one_against_the_rest() -> None:
    x, y = load_iris(return_X_y=True)
    machine = RelevanceVectorClassifier(gamma=0.2).fit(x, y)
    assert machine.score(x, y) > 0.95
    assert machine.dual_coef_.shape == (3, len(machine.relevance_))
    assert len(machine.solution_) == 3
    probabilities = machine.predict_proba(x)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    for code in range(3):
        alone = RelevanceVectorClassifier(gamma=0.2).fit(x, y == code)
        assert machine.solution_[code].log_evidence == pytest.approx(alone.log_evidence_, abs=1e-9)
        np.testing.assert_allclose(machine.decision_function(x)[:, code], alone.decision_function(x), atol=1e-9)
    assert machine.log_evidence_ == pytest.approx(sum(one.log_evidence for one in machine.solution_))


def test_functions_may_be_columns_or_of_any_kind() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((150, 8))
    y = np.where(2.0 * x[:, 3] + rng.logistic(size=150) > 0.0, "yes", "no")
    machine = RelevanceVectorClassifier(kernel=None).fit(x, y)
    assert 3 in machine.relevance_
    assert len(machine.relevance_) <= 4
    lopsided = RelevanceVectorClassifier(lambda a, b: np.tanh(a @ b.T - b[:, 0])).fit(x, y)
    assert lopsided.score(x, y) > 0.7


def test_one_class_is_refused_and_told() -> None:
    x, _ = moons(20, 0)
    with pytest.raises(InputError, match="class"):
        RelevanceVectorClassifier(gamma=1.0).fit(x, np.zeros(20))


def test_classes_without_overlap_are_told_apart() -> None:
    x = np.linspace(-1.0, 1.0, 40)[:, None]
    machine = RelevanceVectorClassifier(gamma=1.0).fit(x, x[:, 0] > 0.0)
    assert machine.score(x, x[:, 0] > 0.0) == 1.0
    assert np.isfinite(machine.log_evidence_)
    assert np.isfinite(machine.decision_function(x)).all()


def test_functions_that_say_nothing_leave_even_odds() -> None:
    y = np.array([0, 1] * 10)
    machine = RelevanceVectorClassifier("precomputed", fit_intercept=False).fit(np.zeros((20, 20)), y)
    assert machine.relevance_.tolist() == []
    np.testing.assert_allclose(machine.predict_proba(np.zeros((3, 20))), 0.5)
    assert machine.log_evidence_ == pytest.approx(-20.0 * np.log(2.0))


def test_repeated_examples_are_no_trouble() -> None:
    x, y = moons(40, 0)
    counts = np.random.default_rng(0).integers(1, 4, 40)
    one = RelevanceVectorClassifier(gamma=1.0).fit(x, y, sample_weight=counts)
    other = RelevanceVectorClassifier(gamma=1.0).fit(np.repeat(x, counts, axis=0), np.repeat(y, counts))
    assert one.log_evidence_ == pytest.approx(other.log_evidence_, abs=1e-6)
    np.testing.assert_allclose(one.predict_proba(x), other.predict_proba(x), atol=1e-5)


def test_an_interrupted_fit_is_kept_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_at_once(monkeypatch)
    x, y = moons(60, 0)
    with pytest.raises(KeyboardInterrupt):
        RelevanceVectorClassifier(gamma=1.0).fit(x, y)
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        machine = RelevanceVectorClassifier(gamma=1.0, on_interrupt="keep").fit(x, y)
    assert machine.score(x, y) > 0.7


def test_outputs_are_the_logits_of_probabilities_and_not_the_sum() -> None:
    x, y = moons(80, 0)
    machine = RelevanceVectorClassifier(gamma=1.0).fit(x, y)
    below, above = machine.predict_proba(x).T
    outputs = machine.decision_function(x)
    np.testing.assert_allclose(outputs, np.log(above / below), rtol=1e-9, atol=1e-12)
    weighted = rbf_kernel(x, x[machine.relevance_], gamma=1.0) @ machine.dual_coef_[0] + machine.intercept_[0]
    assert (np.abs(outputs) <= np.abs(weighted) + 1e-12).all()
    assert not np.allclose(outputs, weighted, rtol=1e-2)
