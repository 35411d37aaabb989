"""A kernel perceptron as a compression scheme: its mistakes alone teach it the same."""

import numpy as np
import pytest

from drupe import KernelPerceptron, certify
from drupe.certification.reading import read
from drupe.witness.kept import KeptInOrder
from drupe.witness.mistakes import Mistakes


def separated(n=250, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    X = X[np.abs(X[:, 0]) > 0.3]
    return X, (X[:, 0] > 0).astype(int)


X, y = separated()


@pytest.mark.spec("H.O03")
def test_mistakes_are_counted_and_give_the_same_machine() -> None:
    model = KernelPerceptron(gamma=0.1).fit(X, y)
    evidence = read(model, X, y)
    kept = np.unique(model.mistakes_[0])
    assert evidence.witnesses[Mistakes]() == Mistakes(len(model.mistakes_[0]), len(y))
    assert evidence.witnesses[KeptInOrder]() == KeptInOrder(len(kept), len(y), 0)
    again = KernelPerceptron(gamma=0.1).fit(X[kept], y[kept])
    np.testing.assert_allclose(again.decision_function(X), model.decision_function(X))


def test_certificate_covers_fresh_examples() -> None:
    table = certify(KernelPerceptron(gamma=0.1).fit(X, y), X, y)
    fresh = separated(5000, seed=1)
    model = KernelPerceptron(gamma=0.1).fit(X, y)
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < table["ordered_compression"].value < 0.5


@pytest.mark.parametrize(
    ("options", "reason"),
    [({"shuffle": True, "random_state": 0}, "random orders"), ({"kernel": "linear"}, "largest example")],
)
def test_what_is_no_scheme_is_refused(options, reason) -> None:
    model = KernelPerceptron(**{"gamma": 0.1, **options}).fit(X, y)
    assert reason in certify(model, X, y, bounds="mistake_driven")[0].reason


def test_streams_are_certified_without_their_mistakes():
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = (X[:, 0] > 0).astype(int)
    machine = KernelPerceptron(fit_intercept=False).partial_fit(X, y, classes=[0, 1])
    reasons = {certificate.name: certificate.reason for certificate in certify(machine, X, y)}
    assert any("came as a stream" in reason for reason in reasons.values())
