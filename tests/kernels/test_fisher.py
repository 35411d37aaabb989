"""Fisher kernels: closed forms, what re-parametrization changes, and machines that hold a model."""

import pickle

import numpy as np
import pytest
from models.model_samples import SAMPLES, markov

import drupe
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import DiagonalFisher, Fisher, GaussianOf, NaiveFisher
from drupe.kernels.checks import check_kernel
from drupe.models import (
    Categorical,
    HiddenMarkov,
    Mixture,
    MultivariateNormal,
    Natural,
    Normal,
    NormalMean,
    Poisson,
    SoftMax,
    Unconstrained,
    Usual,
)
from drupe.persistence import load, save

WORDS = ["abca", "bb", "cabba", "a", "acacac", "cbb", "bacb", "ccc"]


@pytest.mark.spec("H.K17", "G.K-12")
def test_of_a_normal_mean_it_is_the_product_of_distances_from_it() -> None:
    rng = np.random.default_rng(0)
    x, z, mean = rng.normal(size=(5, 3)), rng.normal(size=(4, 3)), np.array([1.0, -2.0, 0.5])
    kernel = Fisher(NormalMean(mean, np.full(3, 1.7)))
    np.testing.assert_allclose(kernel(x, z), (x - mean) @ (z - mean).T / 1.7, rtol=1e-12)
    np.testing.assert_allclose(NaiveFisher(kernel.model)(x, z), (x - mean) @ (z - mean).T / 1.7**2, rtol=1e-12)


@pytest.mark.spec("H.K17", "C.B40")
@pytest.mark.parametrize("name", ["Bernoulli", "Poisson", "Exponential", "normal"])
def test_only_the_information_makes_it_free_of_the_parametrization(name: str) -> None:
    natural, usual = SAMPLES[f"{name}, Natural"], SAMPLES[f"{name}, Usual"]
    x = natural.draw(6, 0)
    np.testing.assert_allclose(Fisher(natural)(x), Fisher(usual)(x), rtol=1e-9, atol=1e-9)
    if name == "Exponential":  # whose parameters differ by their sign alone
        return
    assert np.abs(NaiveFisher(natural)(x) - NaiveFisher(usual)(x)).max() > 0.1


@pytest.mark.spec("C.B39")
def test_of_independent_tokens_scores_are_counts_over_probabilities() -> None:
    p = np.array([0.5, 0.3, 0.2])
    counts = np.array([[word.count(letter) for letter in "abc"] for word in WORDS])
    free = Categorical(p, "abc", [5], simplex=Unconstrained())
    np.testing.assert_allclose(free.scores(WORDS), counts / p, rtol=1e-14)
    np.testing.assert_allclose(NaiveFisher(free)(WORDS), counts / p @ (counts / p).T, rtol=1e-12)
    distances = ((counts[:, None] / p - counts / p) ** 2).sum(axis=2)
    np.testing.assert_allclose(GaussianOf(NaiveFisher(free), 3.0)(WORDS), np.exp(-distances / 18.0), rtol=1e-9)


@pytest.mark.spec("C.B40")
def test_of_independent_tokens_it_is_the_statistic_of_pearson() -> None:
    """For sequences of length L drawn again and again, k(x, x) = Σ (count − L p)² / (L p): the χ² of a fit."""
    p = np.array([0.5, 0.3, 0.2])
    kernel = Fisher(Categorical(p, "abc", [4]))
    words = ["abca", "bbbb", "caba"]
    away = np.array([[word.count(letter) for letter in "abc"] for word in words]) - 4.0 * p
    np.testing.assert_allclose(kernel(words), (away / (4.0 * p)) @ away.T, atol=1e-12)
    assert kernel.information.rank == 2


@pytest.mark.spec("C.B39")
def test_gaussian_of_markov_scores() -> None:
    model = markov(2, 3, SoftMax())
    scores = model.scores(WORDS)
    distances = ((scores[:, None] - scores) ** 2).sum(axis=2)
    np.testing.assert_allclose(GaussianOf(NaiveFisher(model), 1.5)(WORDS), np.exp(-distances / 4.5), rtol=1e-9)


def test_information_of_a_markov_model_is_singular_and_its_kernel_finite() -> None:
    model = markov(2, 3, SoftMax())
    kernel = Fisher(model)
    assert kernel.information.rank < len(model.parameters)
    scores, wanted = model.scores(WORDS), np.linalg.pinv(kernel.information.matrix, rcond=1e-9, hermitian=True)
    np.testing.assert_allclose(kernel(WORDS), scores @ wanted @ scores.T, rtol=1e-6, atol=1e-8)


def test_under_the_model_its_features_have_the_identity_as_covariance() -> None:
    model = Mixture([0.4, 0.6], (Normal([0.0], [1.0]), Normal([3.0], [0.5])))
    kernel = Fisher(model)
    features = kernel.features(model.scores(model.draw(20_000, 5)))
    np.testing.assert_allclose(features.T @ features / 20_000, np.eye(kernel.information.rank), atol=0.2)


def test_diagonal_divides_each_score_by_its_spread() -> None:
    model = MultivariateNormal([0.0, 0.0], [[1.0, 0.9], [0.9, 1.0]])
    x = model.draw(5, 0)
    scores = model.scores(x)
    spread = np.sqrt(np.diag(model.information().matrix))
    np.testing.assert_allclose(DiagonalFisher(model)(x), (scores / spread) @ (scores / spread).T, rtol=1e-12)


def test_the_algebra_takes_it() -> None:
    model = markov(2, 3, SoftMax())
    kernel = (Fisher(model) + 1.0).normalized() * 2.0 + GaussianOf(NaiveFisher(model), 2.0) ** 2
    plain = Fisher(model)(WORDS) + 1.0
    lengths = np.sqrt(np.diag(plain))
    wanted = 2.0 * plain / np.outer(lengths, lengths) + GaussianOf(NaiveFisher(model), 2.0)(WORDS) ** 2
    np.testing.assert_allclose(kernel(WORDS), wanted, rtol=1e-9)
    check_kernel(kernel, WORDS).raise_if_failed()
    np.testing.assert_allclose(kernel.prepare(Sequences.of(WORDS)).block(Sequences.of(WORDS[:2])), wanted[:2])


def test_an_empty_sequence_is_like_nothing() -> None:
    assert not NaiveFisher(markov(2, 3, SoftMax()))([""], WORDS).any()


@pytest.mark.parametrize("kind", [Fisher, DiagonalFisher, NaiveFisher])
def test_machines_with_a_model_are_saved_and_loaded(kind: type, tmp_path) -> None:
    model = HiddenMarkov.fit(WORDS, 2, missing="?", max_steps=5)
    y = [0, 1, 0, 0, 1, 1, 0, 1]
    machine = drupe.SVC(kernel=kind(model), C=10.0).fit(WORDS, y)
    fresh = ["abcab", "c?b", ""]
    save(machine, tmp_path / "machine.drupe")
    again = load(tmp_path / "machine.drupe")
    assert again.kernel == machine.kernel
    np.testing.assert_array_equal(again.decision_function(fresh), machine.decision_function(fresh))
    pickled = pickle.loads(pickle.dumps(machine))
    np.testing.assert_array_equal(pickled.decision_function(fresh), machine.decision_function(fresh))
    assert again.kernel.model.training.objectives == model.training.objectives


@pytest.mark.parametrize("name", list(SAMPLES))
def test_kernels_of_every_model_are_saved_and_loaded(name: str, tmp_path) -> None:
    model = SAMPLES[name]
    X, y = model.draw(12, 0), [0, 1] * 6
    machine = drupe.SVC(kernel=NaiveFisher(model)).fit(X, y)
    save(machine, tmp_path / "machine.drupe")
    assert load(tmp_path / "machine.drupe").kernel == machine.kernel


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ParameterError, match=r"made from a fitted model, such as HiddenMarkov.fit\(...\), got str"):
        Fisher("HiddenMarkov")
    with pytest.raises(InputError, match="is a distribution of Sequences, got Vectors"):
        Fisher(markov(2, 3, SoftMax()))([[1.0]])
    with pytest.raises(InputError, match="sequence 1 holds 'z'"):
        drupe.SVC(kernel=Fisher(markov(2, 3, SoftMax()))).fit(["a", "z"], [0, 1])


def test_models_with_very_many_parameters_have_no_information() -> None:
    wide = HiddenMarkov([1.0], [[1.0]], np.full((1, 5000), 1 / 5000), range(5000), [3])
    with pytest.raises(ParameterError, match=r"5002 parameters.*NaiveFisher and DiagonalFisher"):
        Fisher(wide)([[1, 2], [3]])
    assert np.isfinite(DiagonalFisher(wide)([[1, 2], [3]])).all()


def test_coordinates_are_named() -> None:
    x = [[3.0]]
    assert NaiveFisher(Poisson([2.0], Natural()))(x).item() == 1.0
    assert NaiveFisher(Poisson([2.0], Usual()))(x).item() == 0.25
