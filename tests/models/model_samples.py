"""One value of every model, small enough that its scores can be tried one by one."""

from typing import Any

import numpy as np

from drupe.models import (
    Bernoulli,
    Beta,
    Binomial,
    Categorical,
    Exponential,
    Gamma,
    GaussianMixture,
    HiddenMarkov,
    Mixture,
    Model,
    MultivariateNormal,
    Natural,
    Normal,
    NormalMean,
    Poisson,
    SoftMax,
    Unconstrained,
    Usual,
)

COVARIANCE = np.array([[2.0, 0.6], [0.6, 0.5]])


def markov(states: int, tokens: int, simplex: Any, seed: int = 3, length: int = 6) -> HiddenMarkov:
    """A hidden Markov model drawn at random, that goes from left to right."""
    rng = np.random.default_rng(seed)
    steps = np.triu(rng.uniform(0.2, 1.0, (states, states)))
    return HiddenMarkov(
        rng.dirichlet(np.full(states, 3.0)),
        steps / steps.sum(axis=1, keepdims=True),
        rng.dirichlet(np.full(tokens, 3.0), size=states),
        "abcdefgh"[:tokens],
        [length],
        "?",
        simplex,
    )


def samples() -> dict[str, Model[Any]]:
    """Models by name, in each of their parametrizations."""
    both = (Natural(), Usual())
    found: dict[str, Model[Any]] = {"multivariate normal": MultivariateNormal([1.0, -1.0], COVARIANCE)}
    for one in both:
        word = type(one).__name__
        found |= {
            f"Bernoulli, {word}": Bernoulli([0.2, 0.7], one),
            f"binomial, {word}": Binomial([1, 7], [0.2, 0.7], one),
            f"Gamma, {word}": Gamma([0.7, 3.0], [2.0, 0.5], one),
            f"Beta, {word}": Beta([0.8, 3.0], [2.0, 0.9], one),
            f"Poisson, {word}": Poisson([0.5, 3.0], one),
            f"Exponential, {word}": Exponential([0.5, 3.0], one),
            f"normal mean, {word}": NormalMean([1.0, -1.0], [4.0, 0.25], one),
            f"normal, {word}": Normal([1.0, -1.0], [4.0, 0.25], one),
        }
    for simplex in (SoftMax(), Unconstrained()):
        word = type(simplex).__name__
        normals = MultivariateNormal([1.0, -1.0], COVARIANCE), MultivariateNormal([0.0, 1.0], np.eye(2))
        found |= {
            f"tokens, {word}": Categorical([0.5, 0.3, 0.2], "abc", [5], "?", simplex),
            f"mixture, {word}": Mixture([0.3, 0.7], (Poisson([0.5]), Poisson([4.0])), simplex),
            f"Gaussian mixture, {word}": GaussianMixture([0.4, 0.6], normals, simplex),
            f"Markov, {word}": markov(2, 3, simplex),
        }
    return found


SAMPLES = samples()
