"""Bound models answer as `predict` and `predict_proba` do, whatever stands around the machine."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import (
    SVC,
    SVR,
    CertifiedClassifier,
    GaussianProcessClassifier,
    GaussianProcessRegressor,
    KernelPCA,
    NeighborsClassifier,
    OneClassSVM,
    RejectOption,
    bind,
)
from drupe.estimators.bind import deviating
from drupe.foundation.errors import InputTypeError
from drupe.kernels import Spectrum

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 4))
NEW = RNG.normal(size=(30, 4))
CODES = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0.5)
WORDS = np.array(["low", "middle", "high"])[CODES]

CLASSIFIERS = {
    "votes": SVC(),
    "ties": SVC(break_ties=True),
    "probabilities": SVC(probability=True),
    "process": GaussianProcessClassifier(),
    "pipeline": make_pipeline(StandardScaler(), "passthrough", SVC(probability=True)),
    "nested": make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), SVC())),
    "search": GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C": [0.1, 1.0]}, cv=2),
    "scikit-learn": LogisticRegression(),
    "certified": CertifiedClassifier(SVC()),
    "neighbors": NeighborsClassifier(),
}


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_answers_are_those_of_the_model(name: str) -> None:
    model = CLASSIFIERS[name].fit(X, WORDS)
    ask = bind(model)
    whole = ask(NEW)
    assert whole.said.tolist() == model.predict(NEW).tolist()
    assert whole.known.all()
    if hasattr(model, "predict_proba"):
        assert whole.probabilities is not None
        assert np.array_equal(whole.probabilities, model.predict_proba(NEW))
    else:
        assert whole.probabilities is None
    assert [ask(row).said[0] for row in NEW] == whole.said.tolist()


def test_rejections_are_not_known_whatever_their_label() -> None:
    for label in ("auto", None, "nobody"):
        model = RejectOption(SVC(), coverage=0.5, reject_label=label).fit(X, WORDS)
        answers = bind(model)(NEW)
        assert answers.known.tolist() == (~model.rejected(NEW)).tolist()
        assert not answers.known.all()


def test_quantities() -> None:
    targets = X @ RNG.normal(size=4)
    ask = bind(SVR().fit(X, targets))
    assert ask.quantities
    assert ask.classes is None
    model = GaussianProcessRegressor().fit(X, targets)
    said, deviations = model.predict(NEW, return_std=True, noisy=True)
    answers = bind(model)(NEW)
    assert np.array_equal(answers.said, said)
    assert answers.deviations is not None
    assert np.array_equal(answers.deviations, deviations)


def test_novelty_has_signs_for_labels() -> None:
    model = OneClassSVM(nu=0.2).fit(X)
    assert bind(model)(NEW).said.tolist() == model.predict(NEW).tolist()


def test_strings() -> None:
    model = SVC(kernel=Spectrum(length=2)).fit(["abab", "abba", "bbbb", "bbba"], [0, 0, 1, 1])
    assert bind(model)(["abab", "bb"]).said.tolist() == model.predict(["abab", "bb"]).tolist()


def test_float32_rows() -> None:
    model = SVC().fit(X, WORDS)
    single = NEW.astype(np.float32)
    assert bind(model)(single).said.tolist() == model.predict(single).tolist()


def test_what_has_no_answers_is_refused() -> None:
    with pytest.raises(InputTypeError, match="no predict"):
        bind(KernelPCA().fit(X))


def test_deviations_are_asked_of_those_who_know() -> None:
    class Known:
        def predict(self, X, return_std=False): ...

    assert deviating(Known()) == {"return_std": True}
