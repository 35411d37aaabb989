"""Stopping by certificate: the chosen round, what it pays for the choice, and how often its certificate holds."""

import numpy as np
import pytest
from scipy.stats import beta, binom
from sklearn.ensemble import AdaBoostClassifier as PeerAdaBoost
from sklearn.ensemble import GradientBoostingClassifier

from drupe import SVC, AdaBoostClassifier, CertifiedClassifier
from drupe.certification.schemes.best_round import BestRoundScheme, looked_at
from drupe.foundation.errors import ParameterError


def noisy(n, seed):
    """A staircase of which every tenth label is wrong, beside two columns of noise."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, size=(n, 3))
    return X, ((np.abs(X[:, 0]) < 0.5) ^ (rng.random(n) < 0.1)).astype(int)


X, Y = noisy(400, 0)


def test_rounds_are_few_and_end_with_the_last() -> None:
    for count in range(1, 200):
        rounds = list(looked_at(count))
        assert rounds == sorted(set(rounds))
        assert rounds[0] == 1
        assert rounds[-1] == count
        assert len(rounds) <= 2 * np.log2(count) + 2


@pytest.mark.parametrize(
    "machine",
    [AdaBoostClassifier(n_estimators=40), PeerAdaBoost(n_estimators=40), GradientBoostingClassifier(n_estimators=40)],
    ids=["drupe", "scikit-learn", "gradient"],
)
def test_the_rule_is_that_round_and_pays_for_the_choice(machine) -> None:
    model = CertifiedClassifier(machine, scheme="best-round", delta=0.1).fit(X, Y)
    fitted, chosen = model.machines_[0], model.rule_.round
    stages = list(fitted.staged_predict(X))
    np.testing.assert_array_equal(model.predict(X), stages[chosen - 1])
    witness, tries = model.certificate_.witness, len(list(looked_at(len(stages))))
    # Clopper and Pearson's limit, written out.
    upper = beta.ppf(1.0 - 0.1 / tries, witness.errors + 1, witness.n - witness.errors)
    assert model.certificate_.value == pytest.approx(upper, rel=1e-9)
    assert model.certificate_.confidence == pytest.approx(0.9)


def test_no_round_that_was_looked_at_errs_less() -> None:
    model = CertifiedClassifier(AdaBoostClassifier(n_estimators=60), scheme=BestRoundScheme(share=0.5)).fit(X, Y)
    order = np.random.default_rng(0).permutation(len(Y))
    rest = np.sort(order[200:])
    stages = list(model.machines_[0].staged_predict(X[rest]))
    wrong = {one: int((stages[one - 1] != Y[rest]).sum()) for one in looked_at(len(stages))}
    assert wrong[model.rule_.round] == min(wrong.values()) == model.certificate_.witness.errors


def test_machines_without_rounds_are_refused() -> None:
    with pytest.raises(ParameterError, match="SVC does not grow in rounds"):
        CertifiedClassifier(SVC(), scheme="best-round").fit(X, Y)


def test_one_class_in_the_part_that_learns() -> None:
    labels = np.zeros(60, dtype=int)
    labels[np.random.default_rng(0).permutation(60)[45:]] = 1
    model = CertifiedClassifier(AdaBoostClassifier(), scheme=BestRoundScheme(share=0.5)).fit(X[:60], labels)
    assert set(model.predict(X[:60])) == {0}


def test_the_certificate_holds_as_often_as_promised() -> None:
    delta, draws, failed = 0.5, 200, 0
    X_test, y_test = noisy(20_000, 10_000)
    for seed in range(draws):
        sample = noisy(60, seed)
        model = CertifiedClassifier(
            AdaBoostClassifier(n_estimators=30), scheme="best-round", delta=delta, random_state=seed
        ).fit(*sample)
        failed += np.mean(model.predict(X_test) != y_test) > model.certificate_.value
    assert failed <= binom.ppf(0.999, draws, delta)


@pytest.mark.filterwarnings("ignore::drupe.estimators.warnings.FitWarning")
def test_a_machine_without_any_round_is_certified_as_it_is() -> None:
    model = CertifiedClassifier(AdaBoostClassifier(), scheme="best-round", random_state=1)
    model.fit(np.zeros((12, 1)), [0, 1] * 6)
    assert model.certificate_.valid
    assert set(model.predict(np.zeros((3, 1)))) == {1}
