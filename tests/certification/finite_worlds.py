"""Worlds with few distinct inputs, in which all risks are sums, and learners that make the most of luck."""

from dataclasses import dataclass

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

ASKED = 400
"""How often a rule is asked about each input: the answers of one that draws are counted."""


@dataclass(frozen=True)
class FiniteWorld:
    """Inputs 0, 1, 2, ... with their probabilities, and those of the label 1 at each."""

    inputs: tuple[float, ...]
    ones: tuple[float, ...]

    @property
    def name(self):
        return f"{len(self.inputs)} inputs"

    def draw(self, n, rng):
        places = rng.choice(len(self.inputs), size=n, p=self.inputs)
        return places[:, None].astype(float), (rng.random(n) < np.take(self.ones, places)).astype(int)

    def risk(self, predict):
        """The risk of a rule as it predicts, and the standard error from its own draws."""
        domain = np.tile(np.arange(len(self.inputs), dtype=float), ASKED)[:, None]
        said = np.asarray(predict(domain)).reshape(ASKED, -1)
        share = said.mean(axis=0)
        wrong = share * (1.0 - np.array(self.ones)) + (1.0 - share) * np.array(self.ones)
        spread = np.abs(1.0 - 2.0 * np.array(self.ones)) * np.sqrt(share * (1.0 - share) / ASKED)
        return float(wrong @ self.inputs), float(np.sqrt(np.sum((spread * self.inputs) ** 2)))


ONE = FiniteWorld((1.0,), (0.9,))
TWO = FiniteWorld((0.5, 0.5), (0.9, 0.3))
NINE = FiniteWorld(tuple(np.full(9, 1 / 9)), tuple(np.linspace(0.05, 0.95, 9)))


class Quick(ClassifierMixin, BaseEstimator):
    """A learner without parameters or checks; an author writes `_table`: answers from inputs, labels and questions."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.X_, self.y_ = np.asarray(X)[:, 0], np.asarray(y)
        return self

    def predict(self, X):
        questions, which = np.unique(np.asarray(X)[:, 0], return_inverse=True)
        return np.array([self._answer(x) for x in questions])[which]


class Parity(Quick):
    """Whether the number of ones is odd: known only when the last label is, and each label turns it over."""

    def _answer(self, x):
        return int(self.y_.sum() % 2)


class Memorizer(Quick):
    """The last label that it saw of just this input; of others the last of all."""

    def _answer(self, x):
        there = self.y_[x == self.X_]
        return there[-1] if len(there) else self.y_[-1]


class MajorityFlip(Quick):
    """The rarer label, once an input was seen often; the more frequent one before."""

    def _answer(self, x):
        there = self.y_[x == self.X_]
        more = int(2 * there.sum() > len(there))
        return 1 - more if len(there) > 10 else more


class Nearest(Quick):
    """The label of the nearest example, the first among equals."""

    def _answer(self, x):
        return self.y_[np.argmin(np.abs(self.X_ - x))]
