"""What Bayes points witness: the fitted rule, draws and votes from version space, each certified as what it is."""

import numpy as np
import pytest
from scipy.stats import binom

from drupe import BayesianTransduction, BayesPointMachine, EPBayesPointMachine, GibbsClassifier, certify
from drupe.bounds.complexity.angles import disagreement
from drupe.bounds.subject import Subject
from drupe.certification.estimates import estimate
from drupe.certification.reading import read
from drupe.witness.volume import EstimatedVolume, MirroredVolume

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 2))
y = (X[:, 0] > 0).astype(int)
MACHINES = [
    BayesPointMachine(gamma=0.1, random_state=0),
    BayesPointMachine(gamma=0.1, center="spherical", fit_intercept=True, random_state=0),
    BayesPointMachine(gamma=0.1, diagonal=0.05, random_state=0),
    BayesPointMachine("linear", sampler="perceptron", random_state=0),
    EPBayesPointMachine(gamma=0.1),
    EPBayesPointMachine(gamma=0.1, fit_intercept=True, diagonal=0.01),
]


def name_of(model) -> str:
    return repr(model)[:60]


@pytest.mark.spec("G.B-28")
@pytest.mark.parametrize("model", MACHINES, ids=name_of)
def test_fitted_draws_and_vote_are_told_apart(model) -> None:
    table = certify(model.fit(X, y), X, y)
    fitted, drawn, vote = (
        table[name] for name in ("mirrored_version_space", "version_space_gibbs", "version_space_vote")
    )
    assert (fitted.subject, drawn.subject, vote.subject) == (Subject.FITTED, Subject.GIBBS, Subject.VOTE)
    assert drawn.value < fitted.value < 0.75
    assert fitted.rule == "the fitted rule itself"
    assert "version space" in drawn.rule
    assert "version_space_gibbs: a rule drawn anew" in str(table)
    assert {check.assumption.name for check in fitted.checked} == {"CONSISTENT", "SUMMARY"}
    assert table.recheck()


def test_middle_that_is_read_is_the_fitted_rule() -> None:
    for model in MACHINES[:2]:
        model.fit(X, y)
        space = read(model, X, y).checks.__self__
        outputs = space.room.margins * np.sqrt(1.0 + float(model.fit_intercept))
        signs = np.where(y == 1, 1.0, -1.0)
        np.testing.assert_allclose(outputs, signs * model.decision_function(X), rtol=1e-4, atol=1e-6)


def test_volume_of_the_middle_is_near_the_evidence_of_expectation_propagation() -> None:
    model = EPBayesPointMachine(gamma=0.1).fit(X, y)
    seen = read(model, X, y).witnesses[EstimatedVolume]()
    # Of version space the mirrored part is somewhat less, by a factor that does not grow with n.
    assert model.log_evidence_ - 6.0 < np.median(seen.logarithms) < model.log_evidence_ + 0.5


@pytest.mark.parametrize("kind", [GibbsClassifier, BayesianTransduction])
def test_committees_get_no_statement_on_a_hyperplane(kind) -> None:
    model = kind(gamma=0.1, random_state=0, n_samples=50).fit(X, y)
    table = certify(model, X, y)
    assert {one.subject for one in table.valid} == {Subject.GIBBS, Subject.VOTE}
    assert not read(model, X, y).has(MirroredVolume)
    refused = certify(model, X, y, bounds="derandomized")[0]
    assert "does not decide by one hyperplane" in refused.reason


def test_what_is_only_estimated_is_no_certificate() -> None:
    model = EPBayesPointMachine(gamma=0.1).fit(X, y)
    refused = certify(model, X, y)["pac_bayes_subset"]
    assert not refused.valid
    assert "no limit of its error" in refused.reason
    (believed,) = (one for one in estimate(model, X, y) if one.name == "evidence")
    assert believed.value == pytest.approx(1.0 - np.exp(model.log_evidence_ / len(y)))
    assert believed.value < certify(model, X, y)["version_space_gibbs"].value


def test_noisy_labels_leave_the_direction_only() -> None:
    noisy = np.where(RNG.random(120) < 0.15, 1 - y, y)
    table = certify(BayesPointMachine(gamma=0.1, noise=0.15, random_state=0).fit(X, noisy), X, noisy)
    assert "no mistake" in table["mirrored_version_space"].reason
    assert table["gaussian_pac_bayes"].value < 0.7


def test_kernel_from_the_data_and_more_classes_are_refused() -> None:
    assert "gamma=" in certify(BayesPointMachine(random_state=0).fit(X, y), X, y)["mirrored_version_space"].reason
    three = np.digitize(np.arctan2(X[:, 1], X[:, 0]), [-1.0, 1.0])
    model = EPBayesPointMachine(gamma=1.0, noise=0.01).fit(X, three)
    assert "two classes" in certify(model, X, three)["version_space_gibbs"].reason


def test_large_samples_are_measured_when_asked_by_name() -> None:
    many = np.random.default_rng(1).normal(size=(1001, 2))
    labels = (many[:, 0] > 0).astype(int)
    model = BayesPointMachine("linear", n_samples=20, random_state=0).fit(many, labels)
    assert "by name" in certify(model, many, labels)["mirrored_version_space"].reason
    assert certify(model, many, labels, bounds="mirrored_version_space").best.value < 0.1


def test_holds_as_often_as_promised() -> None:
    # Inputs from all directions of space: the angle to the hidden direction is the error, exactly.
    delta, draws, failures = 0.5, 60, 0
    for seed in range(draws):
        rng = np.random.default_rng(seed)
        teacher, inputs = rng.normal(size=3), rng.normal(size=(30, 3))
        labels = (inputs @ teacher > 0).astype(int)
        model = EPBayesPointMachine("linear").fit(inputs, labels)
        w = model.predictor_.mean.coefficients[:, 0] @ inputs
        value = certify(model, inputs, labels, delta=delta, bounds="mirrored_version_space").best.value
        failures += disagreement(w, teacher) > value
    assert failures <= binom.ppf(0.9999, draws, delta)
