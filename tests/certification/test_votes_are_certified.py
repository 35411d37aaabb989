"""Boosted votes, ours and others', are certified by held-out examples, and learned with their certificates."""

import numpy as np
import pytest
from estimators.boosting.boosting_stub import StumpVote
from scipy.stats import binom
from sklearn.ensemble import AdaBoostClassifier
from sklearn.model_selection import GridSearchCV

from drupe import CertifiedClassifier, certify
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject


def staircase(n, seed=0):
    """Three steps of a line, which no cut parts, one label in twenty wrong, beside a column of noise."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, size=(n, 2))
    inside = np.abs(X[:, 0]) < 0.5
    return X, (inside ^ (rng.random(n) < 0.05)).astype(int)


MACHINES = [AdaBoostClassifier(n_estimators=10), StumpVote(rounds=10)]
X, y = staircase(300)
X_NEW, Y_NEW = staircase(400, seed=1)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda one: type(one).__name__)
def test_held_out_examples_certify_the_vote_itself(machine) -> None:
    model = machine.fit(X, y)
    table = certify(model, X_held_out=X_NEW, y_held_out=Y_NEW)
    wrong = int((model.predict(X_NEW) != Y_NEW).sum())
    best = table.best_for_fitted
    assert best.name == "hold_out"
    assert best.subject is Subject.FITTED
    assert best.value == pytest.approx(binomial_upper(wrong, 400, best.delta))


@pytest.mark.parametrize("scheme", ["hold-out", "progressive", "blockwise", "aggregation", "pick-to-learn"])
@pytest.mark.parametrize("machine", MACHINES, ids=lambda one: type(one).__name__)
def test_votes_are_learned_with_their_certificate(machine, scheme) -> None:
    model = CertifiedClassifier(machine, scheme=scheme, random_state=0).fit(X, y)
    fresh = staircase(4000, seed=2)
    assert model.certificate_.recheck()
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < model.certificate_.value < 0.5


def test_the_number_of_rounds_may_be_chosen_inside() -> None:
    search = GridSearchCV(StumpVote(), {"rounds": [2, 10, 20]}, cv=3)
    model = CertifiedClassifier(search, random_state=0).fit(X, y)
    assert model.certificate_.delta == 0.05
    assert model.certificate_.value < 0.3


@pytest.mark.parametrize("scheme", ["hold-out", "progressive"])
def test_these_certificates_hold_as_often_as_promised(scheme) -> None:
    delta, draws, failed = 0.5, 40, 0
    X_test, y_test = staircase(4000, seed=10_000)
    for seed in range(draws):
        sample = staircase(60, seed=seed)
        model = CertifiedClassifier(StumpVote(rounds=5), scheme=scheme, delta=delta, random_state=seed).fit(*sample)
        failed += np.mean(model.predict(X_test) != y_test) > model.certificate_.value
    assert failed <= binom.ppf(0.9999, draws, delta)


def test_machines_of_others_need_fresh_examples() -> None:
    table = certify(AdaBoostClassifier(n_estimators=10).fit(X, y), X, y)
    assert not table.valid
    assert "not a machine of drupe" in table["hold_out"].reason
