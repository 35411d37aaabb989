"""Two-class machines for tests: with outputs that are set by hand, and ones that count."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from drupe.inputs import Vectors
from drupe.kernels import Kernel


class Scripted(ClassifierMixin, BaseEstimator):
    """Outputs that the test has written down.

    Each row of X holds the outputs for one example: entry (i, j) of the flattened k × k table is that of the machine
    that tells the classes i (negative) and j. In training, examples of class c have c in their first column.
    """

    asked = 0

    def __init__(self, k=3):
        self.k = k

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.pair_ = int(X[y == 0, 0].min()), int(X[y == 1, 0].max())
        return self

    def decision_function(self, X):
        type(self).asked += len(X)
        return X[:, self.pair_[0] * self.k + self.pair_[1]]

    def predict(self, X):
        return (self.decision_function(X) > 0).astype(int)


def script(k, **outputs):
    """One example whose duels end as told: `o01=1.5` is won by class 1 against class 0."""
    row = np.zeros(k * k)
    for name, value in outputs.items():
        row[int(name[1]) * k + int(name[2])] = value
    return row[None]


def training(k):
    """One example for each class, its class in the first column."""
    X = np.zeros((k, k * k))
    X[:, 0] = np.arange(k)
    return X, np.arange(k)


class CountingGaussian(Kernel[Vectors]):
    """exp(−‖x − z‖² / 2) that remembers how many values it was asked for."""

    values = 0

    def matrix(self, left, right):
        type(self).values += len(left) * len(right)
        squared = ((left.dense()[:, None] - right.dense()[None]) ** 2).sum(axis=2)
        return np.exp(-0.5 * squared)

    def __eq__(self, other):
        return isinstance(other, CountingGaussian)

    def __hash__(self):
        return 1
