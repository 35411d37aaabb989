"""Machines that decide by one hyperplane: cosines in an explicit feature space, whatever the machine."""

import warnings

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import (
    LPSVC,
    Adaline,
    AdaptiveMarginMachine,
    AveragedPerceptron,
    EPBayesPointMachine,
    KernelAdaline,
    LargestBallSVC,
    LeaveOneOutMachine,
    MinoverPerceptron,
    MixedNormSVC,
    NearestHullsSVC,
    NearestMean,
    NeighborsClassifier,
    NuSVC,
    Perceptron,
    PocketPerceptron,
    certify,
)
from drupe.certification.reading import read
from drupe.witness.margins import Margins

X, y = noisy(80)
SIGNS = np.where(y == 1, 1.0, -1.0)
EASY = (X[:, 0] > 0).astype(int)
LINEAR = [
    LPSVC(kernel="linear"),
    Adaline(),
    AdaptiveMarginMachine(kernel="linear"),
    AveragedPerceptron(kernel="linear"),
    KernelAdaline(kernel="linear"),
    LargestBallSVC(kernel="linear"),
    LeaveOneOutMachine(kernel="linear"),
    MinoverPerceptron(kernel="linear"),
    MixedNormSVC(kernel="linear"),
    NearestHullsSVC(kernel="linear"),
    NearestMean(kernel="linear"),
    NuSVC(kernel="linear", nu=0.2),
    Perceptron(),
    PocketPerceptron(kernel="linear"),
    EPBayesPointMachine(kernel="linear"),
]


@pytest.mark.parametrize("model", LINEAR, ids=lambda model: type(model).__name__)
def test_margins_are_distances_in_the_space_with_one_more_feature(model) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, EASY)
    # A linear function is known by its values at the origin and at the unit vectors.
    offset, *at_units = model.decision_function(np.vstack([np.zeros(3), np.eye(3)]))
    has_offset = bool(getattr(model, "fit_intercept", True)) or offset != 0.0
    w = np.append(np.array(at_units) - offset, offset) if has_offset else np.array(at_units)
    signs = np.where(EASY == 1, 1.0, -1.0)
    seen = read(model, X, EASY).witnesses[Margins]()
    np.testing.assert_allclose(seen.margins, signs * model.decision_function(X) / np.linalg.norm(w), rtol=2e-4)


@pytest.mark.parametrize("kind", [NuSVC, LPSVC, NearestMean], ids=lambda kind: kind.__name__)
def test_statements_cover_fresh_examples(kind) -> None:
    sample, fresh = noisy(300), noisy(5000, seed=3)
    model = kind(kernel="rbf", gamma=0.3).fit(*sample)
    table = certify(model, *sample)
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < table["derandomized"].value < 1.0


def test_rules_that_are_no_hyperplanes_say_so() -> None:
    model = NeighborsClassifier().fit(X, y)
    reason = certify(model, X, y)["derandomized"].reason
    assert "does not decide by one hyperplane" in reason
    assert "held-out examples" in reason
