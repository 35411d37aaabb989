"""Machines written outside the package are certified as ours are, and only for the answers that they witness."""

from typing import Any

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import certify
from drupe.certification.reading import read
from drupe.estimators.base import Classifier
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.predictors.expansion import Expansion
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept
from drupe.witness.margins import Margins

X, y = noisy(300)
SIGNS = np.where(y == 1, 1.0, -1.0)


def resemblance(machine, sample) -> Fitted:
    """f(x) = Σᵢ yᵢ k(x, xᵢ)."""
    votes = class_signs(sample.targets, len(machine.classes_))
    return Fitted(Expansion(machine._kernel(sample), sample.inputs, votes, np.zeros(votes.shape[1])), solution=None)


class Resemblance(LargestOutput):
    def __init__(self, kernel: Any = "linear", *, gamma: Any = 0.3):
        self.kernel = kernel
        self.gamma = gamma

    def _learn(self, sample) -> Fitted:
        return resemblance(self, sample)


class Adapted(Resemblance):
    """Says itself that its kernel comes from the data."""

    def _loose(self) -> str:
        return "its width comes from the data"


class Answering(Classifier):
    """Gives an expansion, and an answer of its own."""

    def __init__(self, kernel: Any = "linear", *, gamma: Any = 0.3):
        self.kernel = kernel
        self.gamma = gamma

    def _learn(self, sample) -> Fitted:
        return resemblance(self, sample)

    def predict(self, X):
        return self.classes_[(self._outputs(X)[:, 0] >= 0.0).astype(int)]


class Vouching(Answering):
    """Vouches that its answers are those of the hyperplane."""

    def _evidence(self, inputs, codes) -> Evidence:
        return super()._evidence(inputs, codes)


class FirstOfEach(Resemblance):
    """Learns from the first two examples of each class alone, and witnesses just that."""

    def _learn(self, sample) -> Fitted:
        first = np.concatenate([np.flatnonzero(sample.targets == code)[:2] for code in range(len(self.classes_))])
        return resemblance(self, sample.take(first))

    def _evidence(self, inputs, codes) -> Evidence:
        errors = int((self.predict(inputs) != self.classes_[codes]).sum())
        checks = {Assumption.COMPRESSION: True, Assumption.OPTIMUM: True}.get
        return Evidence(len(codes), {Kept: lambda: Kept(4, len(codes), errors)}, checks=checks)


class Contrary(FirstOfEach):
    def predict(self, X):
        return 1 - super().predict(X)


class ContraryVouching(Vouching):
    def predict(self, X):
        return 1 - super().predict(X)


@pytest.mark.parametrize("kind", [Resemblance, Vouching])
def test_hyperplane_of_a_strangers_machine_is_certified(kind) -> None:
    model = kind().fit(X, y)
    table = certify(model, X, y)
    fresh = noisy(5000, seed=3)
    assert np.mean(model.predict(fresh[0]) != fresh[1]) < table["derandomized"].value < 1.0
    w = X.T @ SIGNS
    seen = read(model, X, y).witnesses[Margins]()
    # Without a parameter `fit_intercept` the offset counts as learned, and stays at zero.
    np.testing.assert_allclose(seen.margins, SIGNS * (X @ w) / np.linalg.norm(w), rtol=1e-9)
    assert seen.radius == pytest.approx(np.sqrt((X**2).sum(axis=1).max() + 1.0))


def test_witness_of_a_strangers_machine_is_asked() -> None:
    table = certify(FirstOfEach().fit(X, y), X, y, bounds=["lossy_compression", "derandomized"])
    assert table["lossy_compression"].valid
    assert table["lossy_compression"].witness.kept == 4
    assert table["lossy_compression"].value < 0.6
    assert "gives no Direction" in table["derandomized"].reason


class ContraryOutputs(Resemblance):
    def _outputs(self, X):
        return -super()._outputs(X)


@pytest.mark.parametrize("kind", [Answering, Contrary, ContraryOutputs, ContraryVouching])
def test_answers_that_nobody_vouches_for_are_not_certified(kind) -> None:
    table = certify(kind().fit(X, y), X, y)
    assert not table.valid
    assert f"{kind.__name__} has a predict of its own" in table.sentence()


def test_machine_is_asked_whether_its_kernel_was_fixed() -> None:
    assert certify(Adapted().fit(X, y), X, y)["derandomized"].reason == "its width comes from the data"
    assert "gamma='scale'" in certify(Resemblance("rbf", gamma="scale").fit(X, y), X, y)["derandomized"].reason
