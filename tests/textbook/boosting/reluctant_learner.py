"""Worlds of finitely many points with known laws, and a weak learner that keeps its promise and no more."""

import math
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from drupe.textbook.boosting.rules import Rule, Source
from drupe.textbook.learning.oracle import ExampleOracle


@dataclass(frozen=True, eq=False)
class Table:
    """A rule on points 0, 1, ...: the sign of each."""

    signs: np.ndarray

    def __call__(self, x: np.ndarray) -> np.ndarray:
        return self.signs[x[:, 0].astype(int)]


@dataclass(frozen=True, eq=False)
class FiniteWorld:
    """A law over points and the sign of each; risks are sums."""

    law: np.ndarray
    signs: np.ndarray

    @classmethod
    def by_chance(cls, points: int, seed: int) -> "FiniteWorld":
        rng = np.random.default_rng(seed)
        return cls(rng.dirichlet(np.full(points, 3.0)), rng.choice([-1.0, 1.0], points))

    @property
    def everything(self) -> np.ndarray:
        return np.arange(len(self.law), dtype=float)[:, None]

    def oracle(self, seed: int) -> ExampleOracle:
        ends = np.cumsum(self.law)[:-1]

        def sampler(rng: np.random.Generator, n: int) -> np.ndarray:
            return np.searchsorted(ends, rng.random(n), side="right")[:, None].astype(float)

        return ExampleOracle(Table(self.signs), sampler, np.random.default_rng(seed))

    def risk(self, rule: Rule) -> float:
        return float(self.law @ (rule(self.everything) != self.signs))


@dataclass
class Reluctant:
    """Errs as much as it may: on that set of points whose share of a sample is the largest within the promise.

    The sample is so large that, but for probability δ, the shares of all sets of points are their probabilities up to
    `slack`. So its error on whatever law it draws from is `error` at most, with probability 1 − δ, and hardly less.
    """

    points: int
    error: float
    slack: float = 0.04
    given: list[float] = field(default_factory=list)

    def size(self, delta: float) -> int:
        return math.ceil((self.points * math.log(2.0) + math.log(2.0 / delta)) / (2.0 * self.slack**2))

    def __call__(self, source: Source, delta: float) -> Rule:
        x, signs = source.draw(self.size(delta))
        places = x[:, 0].astype(int)
        table = np.ones(self.points)
        table[places] = signs
        shares = np.bincount(places, minlength=self.points) / len(places)
        wrong = self._largest(shares)
        table[wrong] *= -1.0
        self.given.append(float(shares[wrong].sum()))
        return Table(table)

    def _largest(self, shares: np.ndarray) -> np.ndarray:
        sets = np.array(list(product((False, True), repeat=self.points)))
        sums = sets @ shares
        return sets[np.where(sums <= self.error - self.slack, sums, -1.0).argmax()]
