"""Two samplers that anyone can check by eye, to test against: rejection, and perceptrons on shuffled examples."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.solvers.samplers.base import Classifiers, Sampler


@dataclass(frozen=True)
class PlainRejection(Sampler):
    """Isotropic directions of the span that agree with all labels; with noise θ each error costs a factor θ/(1 − θ)."""

    noise: float = 0.0

    def stream(self, gram, signs, generator) -> Iterator:
        K = np.asarray(gram.dense(), dtype=np.float64)
        values, vectors = np.linalg.eigh(K)
        some = values > 1e-9 * values.max()
        back = vectors[:, some] / np.sqrt(values[some])
        while True:
            alpha = generator.standard_normal((5000, some.sum())) @ back.T
            outputs = alpha @ K
            length = np.sqrt(np.einsum("ij,ij->i", alpha, outputs))[:, None]
            errors = (outputs * signs <= 0).sum(axis=1)
            lucky = generator.random(len(alpha)) < (self.noise / (1 - self.noise)) ** errors
            yield from zip((alpha / length)[lucky], (outputs / length)[lucky], strict=True)


@dataclass(frozen=True)
class PlainPerceptron(Sampler):
    """A perceptron on each of several random orders of the examples."""

    def stream(self, gram, signs, generator) -> Iterator:
        K = np.asarray(gram.dense(), dtype=np.float64)
        while True:
            alpha = perceptron(K, signs, generator.permutation(len(signs)))
            yield alpha / np.sqrt(alpha @ K @ alpha), K @ alpha / np.sqrt(alpha @ K @ alpha)


def perceptron(K, signs, order):
    alpha, outputs = np.zeros(len(signs)), np.zeros(len(signs))
    for _ in range(1000):
        before = alpha.copy()
        for i in order:
            if signs[i] * outputs[i] <= 0:
                alpha[i] += signs[i]
                outputs += signs[i] * K[i]
        if (alpha == before).all():
            return alpha
    raise AssertionError("not separable")


@dataclass(frozen=True)
class SparseClassifiers:
    coefficients: sp.csr_array
    training_errors: np.ndarray
    complete: bool = True


@dataclass(frozen=True)
class PerceptronsAtOnce(PlainPerceptron):
    """All labellings in one call, coefficients in compressed rows, outputs kept to itself."""

    def sample_all(self, gram, sign_rows, n_samples, generator, progress=None, keep=False):
        drawn: list[Classifiers] = [self.sample(gram, signs, n_samples, generator) for signs in sign_rows]
        return [SparseClassifiers(sp.csr_array(one.coefficients), np.zeros(n_samples)) for one in drawn]


@dataclass(frozen=True)
class Interrupted(PlainRejection):
    """Is stopped by Ctrl-C before its fifth draw."""

    def stream(self, gram, signs, generator) -> Iterator:
        for count, draw in enumerate(super().stream(gram, signs, generator)):
            if count == 4:
                raise KeyboardInterrupt
            yield draw
