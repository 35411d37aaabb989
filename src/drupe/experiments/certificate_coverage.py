"""Do certificates keep their promise? Many samples of one distribution, and how often the true risk lies above."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binom
from sklearn.model_selection import KFold, cross_val_predict

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.certify import certify
from drupe.experiments.ida13 import Split, machine, twonorm

CONFIDENCE = 0.99
"""Of the limit below which a number of violations is no evidence against a certificate."""


@dataclass(frozen=True)
class Trial:
    """One certificate and the truth, up to the size of the test.

    Parameters
    ----------
    value
        What was certified.
    risk
        Share of errors among many fresh examples.
    """

    value: float
    risk: float


@dataclass(frozen=True)
class Coverage:
    """How a way to certify did in many trials.

    Parameters
    ----------
    name
        What was done.
    trials
        What came out.
    delta
        Share of violations that was promised.
    """

    name: str
    trials: tuple[Trial, ...]
    delta: float

    @property
    def violations(self) -> int:
        """How often the risk lay above the certificate."""
        return sum(trial.risk > trial.value for trial in self.trials)

    @property
    def limit(self) -> int:
        """The largest number of violations that is no surprise if the promise is kept."""
        return int(binom.ppf(CONFIDENCE, len(self.trials), self.delta))

    @property
    def kept(self) -> bool:
        """Whether the promise may have been kept."""
        return self.violations <= self.limit

    @property
    def means(self) -> tuple[float, float]:
        """Of the certificates and of the risks."""
        return float(np.mean([t.value for t in self.trials])), float(np.mean([t.risk for t in self.trials]))


def fitted(split: Split, delta: float) -> Trial:
    """The machine itself, from its training examples alone."""
    model = machine("twonorm").fit(split.X, split.y)
    best = certify(model, split.X, split.y, delta=delta).best_for_fitted
    return Trial(1.0 if best is None else best.value, split.error(model))


def learned(split: Split, delta: float) -> Trial:
    """A rule that was learned together with its certificate."""
    model = CertifiedClassifier(machine("twonorm"), delta=delta).fit(split.X, split.y)
    return Trial(model.certificate_.value, split.error(model))


def with_inputs(split: Split, delta: float) -> Trial:
    """The machine itself, with 2000 unlabelled inputs."""
    model = machine("twonorm").fit(split.X, split.y)
    best = certify(model, split.X, split.y, delta=delta, X_unlabeled=split.X_test[:2000]).best_for_fitted
    return Trial(1.0 if best is None else best.value, split.error(model))


def naive(split: Split, delta: float) -> Trial:
    """No certificate: the error of ten-fold cross-validation plus 1.645 standard errors."""
    folds = KFold(10)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrong = cross_val_predict(machine("twonorm"), split.X, split.y, cv=folds) != split.y
    rate = float(np.mean(wrong))
    model = machine("twonorm").fit(split.X, split.y)
    return Trial(rate + 1.645 * np.sqrt(rate * (1.0 - rate) / len(split.y)), split.error(model))


WAYS: dict[str, Callable[[Split, float], Trial]] = {
    "fitted machine, training examples alone": fitted,
    "rule learned with its certificate": learned,
    "fitted machine, with unlabelled inputs": with_inputs,
    "naive: 10-fold error + 1.645 s.e.": naive,
}


def coverage(name: str, draws: int, delta: float, n: int = 400, test: int = 20_000, seed: int = 0) -> Coverage:
    """One way to certify, tried on so many samples of twonorm."""
    trials = []
    for stream in np.random.SeedSequence(seed).spawn(draws):
        rng = np.random.default_rng(stream)
        (X, y), (X_test, y_test) = twonorm(rng, n), twonorm(rng, test)
        trials.append(WAYS[name](Split(X, y, X_test, y_test), delta))
    return Coverage(name, tuple(trials), delta)
