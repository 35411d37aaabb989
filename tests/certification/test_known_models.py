"""A kernel that learned from the examples is found out, and one that did not is left alone."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline

from drupe import SVC, CertifiedClassifier, KernelPCA, TextVectors, certify
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Inputs, Vectors
from drupe.kernels import Fisher, Gaussian, GaussianOf, NaiveFisher
from drupe.models import Categorical, HiddenMarkov, Model, Training

N = 200


@dataclass(frozen=True, eq=False)
class Memory(Model[Vectors]):
    """The worst model there can be: its one score says whether it saw an example."""

    training: Training | None = field(default=None, compare=False)
    told: Training | None = None

    @property
    def kind(self) -> type[Inputs]:
        return Vectors

    @property
    def parameters(self) -> Any:
        return np.zeros(1)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return ("seen",)

    def _log_likelihood(self, inputs: Vectors) -> Any:
        return np.zeros(len(inputs))

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of(rng.normal(size=(size, 2)))

    def _scores(self, inputs: Vectors) -> Any:
        assert self.told is not None
        return np.where(self.told.shared(inputs), 1.0, -1.0)[:, None]


def coin_tosses(seed: int) -> tuple[Any, Any, Memory]:
    """Points whose labels are tosses of a coin, and a model that knows the positive ones by heart."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(N, 2)), rng.integers(0, 2, size=N)
    seen = Training.on(Vectors.of(X[y == 1]))
    return X, y, Memory(seen, seen)


def test_memory_is_refused_where_it_would_deceive() -> None:
    """δ = ½: without the refusal, certificates of a rule that is wrong half of the time promise less."""
    deceived = 0
    for seed in range(6):
        X, y, memory = coin_tosses(seed)
        silent = SVC(kernel=NaiveFisher(replace(memory, training=None)), C=10.0).fit(X, y)
        deceived += certify(silent, X, y, delta=0.5).best.value < 0.5
        honest = certify(SVC(kernel=NaiveFisher(memory), C=10.0).fit(X, y), X, y, delta=0.5)
        assert not honest.valid
        assert any(f"a Memory inside it was fitted on {int(y.sum())} of these examples" in row.reason for row in honest)
    assert deceived == 6, "the model does not memorize, so that nothing was tried"


def test_memory_is_refused_however_deep_it_lies() -> None:
    X, y, memory = coin_tosses(0)
    for kernel in (GaussianOf(NaiveFisher(memory), 1.0) + Gaussian(1.0), 2.0 * NaiveFisher(memory).normalized()):
        found = certify(SVC(kernel=kernel, C=10.0).fit(X, y), X, y, delta=0.5)
        assert not any(row.valid for row in found)
        with pytest.raises(ParameterError, match="cannot be certified on examples held out: a Memory inside it"):
            CertifiedClassifier(SVC(kernel=kernel)).fit(X, y)
        with pytest.raises(InputError, match="nothing is certain of the components: a Memory inside it"):
            certify(KernelPCA(1, kernel=kernel).fit(X))


def test_held_out_examples_that_a_model_saw_are_not_fresh() -> None:
    X, y, memory = coin_tosses(1)
    model = SVC(kernel=NaiveFisher(memory), C=10.0).fit(X[:100], y[:100])
    with pytest.raises(InputError, match="held-out examples are not fresh: a Memory inside it was fitted on"):
        certify(model, X_held_out=X[100:], y_held_out=y[100:])


def test_a_twin_with_memory_is_refused() -> None:
    X, y, memory = coin_tosses(2)
    model = SVC(kernel=NaiveFisher(memory), C=10.0).fit(X, y)
    unlabeled = np.random.default_rng(9).normal(size=(50, 2))
    found = certify(model, X, y, bounds="hold_out_and_disagreement", X_unlabeled=unlabeled)
    assert not any(row.valid for row in found)


def test_models_of_other_examples_are_fine() -> None:
    X, y, _ = coin_tosses(3)
    other = Training.on(Vectors.of(np.random.default_rng(77).normal(size=(N, 2))))
    model = SVC(kernel=NaiveFisher(Memory(other, other)) + Gaussian(1.0), C=1.0).fit(X, y)
    assert certify(model, X, y).best is not None
    assert CertifiedClassifier(SVC(kernel=NaiveFisher(Memory(other, other)))).fit(X, y).certificate_.valid


def test_a_single_example_in_common_is_enough_where_none_repeats() -> None:
    X, y, _ = coin_tosses(4)
    strangers = np.random.default_rng(78).normal(size=(50, 2))
    seen = Training.on(Vectors.of(np.vstack([strangers, X[:1]])))
    found = certify(SVC(kernel=NaiveFisher(Memory(seen, seen)) + Gaussian(1.0)).fit(X, y), X, y)
    assert any("fitted on 1 of these examples" in row.reason for row in found)


def test_words_that_repeat_by_nature_are_not_taken_for_the_same() -> None:
    rng = np.random.default_rng(5)
    words = ["".join(rng.choice(list("ab"), size=7)) for _ in range(600)]
    model = HiddenMarkov.fit(words[:300], 2, max_steps=3)
    y = [word.count("a") % 2 for word in words]
    kernel = Fisher(model)
    others = certify(SVC(kernel=kernel, C=1.0).fit(words[300:], y[300:]), words[300:], y[300:])
    assert not any("inside it was fitted on" in row.reason for row in others)
    same = certify(SVC(kernel=kernel, C=1.0).fit(words[:300], y[:300]), words[:300], y[:300])
    assert any("a HiddenMarkov inside it was fitted on" in row.reason for row in same)


def test_models_of_sequences_know_them_again() -> None:
    rng = np.random.default_rng(6)
    words = ["".join(rng.choice(list("abcd"), size=rng.integers(15, 25))) for _ in range(120)]
    y = rng.integers(0, 2, size=120)
    machine = SVC(kernel=Fisher(Categorical.fit(words)), C=1.0).fit(words, y)
    assert not any(row.valid for row in certify(machine, words, y))


@pytest.mark.parametrize("most_terms", [20, None])
def test_documents_are_known_again_where_few_terms_make_many_of_them_equal(most_terms: int | None) -> None:
    rng = np.random.default_rng(0)
    words = [f"w{i}" for i in range(1000)]
    texts = [" ".join(rng.choice(words, size=40)) for _ in range(300)]
    y = rng.integers(0, 2, 300)
    vectors = TextVectors(min_documents=1, most_terms=most_terms, stemming=None)
    model = make_pipeline(vectors, SVC(kernel="linear", C=100.0)).fit(texts[:200], y[:200])
    with pytest.raises(InputError, match="TextVectors inside it was fitted on 200 of these"):
        certify(model, X_held_out=texts[:200], y_held_out=y[:200])
    assert certify(model, X_held_out=texts[200:], y_held_out=y[200:]).best.value > 0.5
