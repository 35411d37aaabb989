"""What holds of every model: scores are derivatives with mean zero, probabilities sum to one, values are values."""

import dataclasses
import pickle
from copy import deepcopy
from itertools import product
from typing import Any

import numpy as np
import pytest
from models.model_samples import SAMPLES
from scipy.integrate import quad
from scipy.special import beta as beta_function
from scipy.special import comb
from scipy.special import gamma as gamma_function

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.models import (
    Bernoulli,
    Beta,
    Binomial,
    Categorical,
    Exponential,
    Gamma,
    HiddenMarkov,
    Mixture,
    Model,
    MultivariateNormal,
    Normal,
    NormalMean,
    Poisson,
    SoftMax,
    Unconstrained,
    Usual,
)

DRAWS = 4000


@pytest.fixture(params=SAMPLES, ids=str)
def model(request: pytest.FixtureRequest) -> Model[Any]:
    return SAMPLES[request.param]


def test_scores_are_derivatives_of_the_likelihood(model: Model[Any]) -> None:
    inputs = model.draw(5, 1)
    scores, theta = model.scores(inputs), model.parameters
    assert scores.shape == (5, len(theta)) == (5, len(model.parameter_names))
    for j in range(len(theta)):
        step = 1e-5 * max(1.0, abs(theta[j]))
        ends = [log_density(model, inputs, theta + sign * step * np.eye(len(theta))[j]) for sign in (1.0, -1.0)]
        slope = (ends[0] - ends[1]) / (2.0 * step)
        np.testing.assert_allclose(scores[:, j], slope, rtol=1e-7, atol=1e-8 * (1.0 + np.abs(scores).max()))


def log_density(model: Any, inputs: Any, theta: np.ndarray) -> np.ndarray:
    """ln P of the examples at any θ, written down anew; probabilities need not sum to one."""
    if isinstance(model, Mixture):
        count = len(model.weights)
        weights, rest = of_simplex(theta[:count], model.simplex), theta[count:]
        parts = np.split(rest, np.cumsum([len(one.parameters) for one in model.components])[:-1])
        logs = [log_density(one, inputs, part) for one, part in zip(model.components, parts, strict=True)]
        return np.log(sum(w * np.exp(log) for w, log in zip(weights, logs, strict=True)))
    if isinstance(model, Categorical):
        p = dict(zip(model.alphabet, of_simplex(theta, model.simplex), strict=True))
        return np.array([sum(np.log(p[token]) for token in x) for x in inputs])
    if isinstance(model, HiddenMarkov):
        return np.array([np.log(over_paths(x, *markov_tables(model, theta))) for x in inputs])
    x = inputs.dense()
    usual = isinstance(getattr(model, "coordinates", Usual()), Usual)
    if isinstance(model, MultivariateNormal):
        d = model.dimension
        covariance = np.zeros((d, d))
        covariance[np.tril_indices(d)] = theta[d:]
        covariance = np.tril(covariance) + np.tril(covariance, -1).T
        away = x - theta[:d]
        forms = np.einsum("ij,jk,ik->i", away, np.linalg.inv(covariance), away)
        return -0.5 * (forms + np.log(np.linalg.det(2.0 * np.pi * covariance)))
    if isinstance(model, Bernoulli):
        p = theta if usual else 1.0 / (1.0 + np.exp(-theta))
        return np.log(np.where(x == 1.0, p, 1.0 - p)).sum(axis=1)
    if isinstance(model, Binomial):
        p = theta if usual else 1.0 / (1.0 + np.exp(-theta))
        return np.log(comb(model.trials, x) * p**x * (1.0 - p) ** (model.trials - x)).sum(axis=1)
    if isinstance(model, Gamma):
        first, second = np.split(theta, 2)
        shape, rate = (first, second) if usual else (second, -first)
        return np.log(rate**shape * x ** (shape - 1.0) * np.exp(-rate * x) / gamma_function(shape)).sum(axis=1)
    if isinstance(model, Beta):
        one, other = np.split(theta, 2)
        return np.log(x ** (one - 1.0) * (1.0 - x) ** (other - 1.0) / beta_function(one, other)).sum(axis=1)
    if isinstance(model, Poisson):
        rate = theta if usual else np.exp(theta)
        factorials = np.vectorize(lambda k: float(np.prod(np.arange(1, k + 1))))(x)
        return np.log(np.exp(-rate) * rate**x / factorials).sum(axis=1)
    if isinstance(model, Exponential):
        rate = theta if usual else -theta
        return (np.log(rate) - rate * x).sum(axis=1)
    if isinstance(model, NormalMean):
        mean, variance = theta if usual else theta * model.variances, model.variances
    else:
        assert isinstance(model, Normal)
        first, second = np.split(theta, 2)
        variance = second if usual else -0.5 / second
        mean = first if usual else first * variance
    return -0.5 * ((x - mean) ** 2 / variance + np.log(2.0 * np.pi * variance)).sum(axis=1)


def of_simplex(theta: np.ndarray, simplex: object) -> np.ndarray:
    return theta if isinstance(simplex, Unconstrained) else np.exp(theta) / np.exp(theta).sum()


def markov_tables(model: HiddenMarkov, theta: np.ndarray) -> list[Any]:
    tables: list[Any] = [model.start.copy(), model.transitions.copy(), model.emissions.copy()]
    at = 0
    for table in tables:
        for row in np.atleast_2d(table):
            there = row > 0.0
            row[there] = of_simplex(theta[at : at + there.sum()], model.simplex)
            at += there.sum()
    return [*tables, model.alphabet]


def over_paths(x: Any, start: Any, steps: Any, emit: Any, alphabet: Any) -> float:
    """P of a sequence, as a sum over all paths."""
    total = 0.0
    codes = [alphabet.index(token) for token in x]
    for path in product(range(len(start)), repeat=len(x)):
        p = 1.0
        for t, (state, code) in enumerate(zip(path, codes, strict=True)):
            p *= (start[state] if t == 0 else steps[path[t - 1], state]) * emit[state, code]
        total += p
    return total


@pytest.mark.spec("H.K17")
def test_scores_have_mean_zero_under_the_model(model: Model[Any]) -> None:
    scores = model.scores(model.draw(DRAWS, 2))
    if isinstance(getattr(model, "simplex", None), Unconstrained):
        # Derivatives along which probabilities do not keep their sum; those within the simplex have mean zero.
        scores = within_the_simplex(model, scores)
    errors = scores.std(axis=0) / np.sqrt(DRAWS)
    assert (np.abs(scores.mean(axis=0)) <= 5.0 * errors + 1e-12).all()


def within_the_simplex(model: Any, scores: np.ndarray) -> np.ndarray:
    """Of the scores of each choice the differences, which keep the sum of its probabilities."""
    if isinstance(model, Mixture):
        sizes = [len(model.weights)]
    elif isinstance(model, Categorical):
        sizes = [len(model.p)]
    else:
        sizes = [int((row > 0).sum()) for row in model._rows]
    ends = np.cumsum(sizes)
    parts = [scores[:, end - size : end] for size, end in zip(sizes, ends, strict=True)]
    return np.hstack([part - part[:, :1] for part in parts] + [scores[:, ends[-1] :]])


def test_information_is_the_mean_of_squared_scores(model: Model[Any]) -> None:
    scores = model.scores(model.draw(20_000, 3))
    drawn = scores.T @ scores / len(scores)
    lengths = np.sqrt(np.maximum(np.diag(drawn), 1e-6))  # a choice with one possibility has no score
    scale = np.outer(lengths, lengths)
    spread = np.sqrt(((scores**2).T @ scores**2 / len(scores) / scale**2).max() / 2000)
    assert np.abs((model.information().matrix - drawn) / scale).max() < 6.0 * spread
    np.testing.assert_allclose(model.score_variances(), np.diag(drawn), rtol=0.4, atol=1e-9)


def test_soft_max_scores_of_each_choice_sum_to_zero() -> None:
    for name in ("tokens", "Markov"):
        model: Any = SAMPLES[f"{name}, SoftMax"]
        scores = model.scores(model.draw(50, 4))
        rows = [model.p] if name == "tokens" else model._rows
        ends = np.cumsum([(row > 0).sum() for row in rows])
        for part in np.split(scores, ends[:-1], axis=1):
            np.testing.assert_allclose(part.sum(axis=1), 0.0, atol=1e-12)


def test_models_are_values(model: Model[Any]) -> None:
    again = pickle.loads(pickle.dumps(model))
    assert again == model == deepcopy(model)
    assert hash(again) == hash(model)
    others = [other for other in SAMPLES.values() if other is not model]
    assert all(other != model for other in others)
    inputs = model.draw(3, 0)
    np.testing.assert_array_equal(again.scores(inputs), model.scores(inputs))
    for field in dataclasses.fields(model):  # type: ignore[arg-type]
        part = getattr(model, field.name)
        if isinstance(part, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                part[...] = 0


def test_draws_repeat_with_the_seed(model: Model[Any]) -> None:
    one, same, other = model.draw(20, 5), model.draw(20, 5), model.draw(20, 6)
    assert one.values() == same.values() != other.values()
    with pytest.raises(ParameterError, match="size must be a whole number"):
        model.draw(0)


def test_densities_integrate_to_one() -> None:
    for name, low, high in (("Exponential", 0.0, 60.0), ("normal", -30.0, 30.0), ("normal mean", -30.0, 30.0)):
        one: Any = {
            "Exponential": Exponential([0.5]),
            "normal": Normal([1.0], [4.0]),
            "normal mean": NormalMean([1.0], [4.0]),
        }[name]
        total, _ = quad(lambda x, one=one: np.exp(one.log_likelihood([[x]]).item()), low, high, limit=200)
        assert abs(total - 1.0) < 1e-8
    counts = np.arange(60.0)[:, None]
    assert abs(np.exp(Poisson([3.0]).log_likelihood(counts)).sum() - 1.0) < 1e-12
    assert abs(np.exp(Bernoulli([0.3]).log_likelihood([[0.0], [1.0]])).sum() - 1.0) < 1e-12


def test_probabilities_of_all_sequences_of_one_length_sum_to_one() -> None:
    words = ["".join(letters) for letters in product("abc", repeat=4)]
    for name in ("tokens, SoftMax", "Markov, SoftMax"):
        assert abs(np.exp(SAMPLES[name].log_likelihood(words)).sum() - 1.0) < 1e-12
        # One that tells nothing stands for the sum over all that could be there.
        told = np.exp(SAMPLES[name].log_likelihood(["ab?c"]))
        assert abs(told - np.exp(SAMPLES[name].log_likelihood(["abac", "abbc", "abcc"])).sum()) < 1e-14


def test_what_is_wrong_with_examples_is_said() -> None:
    with pytest.raises(
        InputError, match=r"row 1, column 0 of the data holds 0.5; Bernoulli is a distribution of zeros"
    ):
        Bernoulli([0.5]).log_likelihood([[1.0], [0.5]])
    with pytest.raises(InputError, match="row 0, column 1 of the data holds -1"):
        Poisson([0.5, 0.5]).scores([[1.0, -1.0]])
    for odd, model in (([[3.0]], Binomial([2], [0.5])), ([[0.0]], Gamma([1.0], [1.0])), ([[1.0]], Beta([1.0], [1.0]))):
        with pytest.raises(InputError, match=rf"row 0, column 0 .* {type(model).__name__} is a distribution of"):
            model.log_likelihood(odd)
    with pytest.raises(InputError, match="2 columns, but the data have 1"):
        Normal([0.0, 0.0], [1.0, 1.0]).log_likelihood([[1.0]])
    with pytest.raises(InputError, match="sequence 1 holds 'z' at position 2, which Categorical does not know"):
        SAMPLES["tokens, SoftMax"].scores(["ab", "abz"])
    with pytest.raises(InputError, match="sequence 1 holds 'z' at position 0, which HiddenMarkov does not know"):
        SAMPLES["Markov, SoftMax"].log_likelihood(["ab", "z"])
    with pytest.raises(InputError, match="distribution of Sequences, got Vectors"):
        SAMPLES["Markov, SoftMax"].log_likelihood(Vectors.of([[1.0]]))
    with pytest.raises(InputError, match="distribution of Vectors, got Sequences"):
        Poisson([0.5]).log_likelihood(Sequences.of(["ab"]))


def test_what_is_wrong_with_parameters_is_said() -> None:
    cases: list[tuple[Any, str]] = [
        (lambda: Bernoulli([0.0]), "must lie inside"),
        (lambda: Poisson([1.0, 0.0]), "Poisson.rates must be above zero, got 0 at 1"),
        (lambda: Poisson("ab"), "must be numbers"),
        (lambda: Binomial([1.5], [0.5]), "whole numbers"),
        (lambda: Binomial([0], [0.5]), "trials must be above zero"),
        (lambda: Binomial([1, 2], [0.5]), "trials of 2 columns, but p of 1"),
        (lambda: Gamma([1.0], [1.0, 2.0]), "1 shapes, but 2 rates"),
        (lambda: Gamma([1.0], [-1.0]), "Gamma.rates must be above zero"),
        (lambda: Beta([1.0], [1.0, 2.0]), "1 successes, but 2 failures"),
        (lambda: Normal([0.0], [1.0, 1.0]), "1 means, but 2 variances"),
        (lambda: Normal([np.nan], [1.0]), "must be finite"),
        (lambda: MultivariateNormal([0.0, 0.0], [[1.0, 2.0], [2.0, 1.0]]), "positive definite"),
        (lambda: MultivariateNormal([0.0, 0.0], [[1.0, 0.5], [0.0, 1.0]]), "symmetric"),
        (lambda: Categorical([0.5, 0.6], "ab", [1]), "must sum to one, got 1.1"),
        (lambda: Categorical([0.5, 0.5], "a", [1]), "2 probabilities for 1 tokens"),
        (lambda: Categorical([0.5, 0.5], "aa", [1]), "name each token once"),
        (lambda: Categorical([0.5, 0.5], "ab", [-1]), "none negative"),
        (lambda: HiddenMarkov([1.0], [[1.0]], [[0.5, 0.5]], "abc", [1]), "3 tokens"),
        (lambda: HiddenMarkov([1.0], [[0.5]], [[1.0]], "a", [1]), "sum to one, got 0.5 in row 0"),
        (lambda: Mixture([0.5, 0.5], (Poisson([1.0]),)), "1 components, but 2 weights"),
        (lambda: Mixture([1.0, 0.0], (Poisson([1.0]), Poisson([2.0]))), "above zero"),
        (lambda: Mixture([1.0], ("Poisson",)), "must be models"),
    ]
    for make, message in cases:
        with pytest.raises(ParameterError, match=message):
            make()


def test_simplexes_agree_where_both_speak_of_the_same() -> None:
    """∂/∂θⱼ of soft-max is Σₖ ∂pₖ/∂θⱼ ∂/∂pₖ = pⱼ (∂/∂pⱼ − Σₖ pₖ ∂/∂pₖ)."""
    counts, p = np.array([[3.0, 0.0, 2.0], [1.0, 1.0, 1.0]]), np.array([0.5, 0.2, 0.3])
    free = Unconstrained().scores(counts, p)
    np.testing.assert_allclose(SoftMax().scores(counts, p), p * (free - (free @ p)[:, None]), rtol=1e-14)
