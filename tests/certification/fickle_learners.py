"""Learners whose rules change with every example, and samples of few distinct inputs of which the risk is known."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Adversary(ClassifierMixin, BaseEstimator):
    """Answers the parity of its labels, the label it saw last for an input, or the class that it saw less often."""

    def __init__(self, kind: str = "parity"):
        self.kind = kind

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        usual = np.bincount(y, minlength=2).argmax()
        self.answer_ = {"parity": int(y.sum()) % 2, "memory": usual, "flip": 1 - usual}[self.kind]
        self.seen_ = dict(zip(X[:, 0].tolist(), y.tolist(), strict=True)) if self.kind == "memory" else {}
        return self

    def predict(self, X):
        return np.array([self.seen_.get(value, self.answer_) for value in X[:, 0].tolist()])


def risk(model, rates) -> float:
    """The exact one, in the world of `few_inputs`."""
    said = model.predict(np.arange(len(rates), dtype=float)[:, None])
    return float(np.where(said == 1, 1.0 - rates, rates).mean())


def few_inputs(rng, rates, n):
    """A sample of inputs 0, 1, ..., equally likely, that have the label 1 at these rates."""
    inputs = rng.integers(len(rates), size=n)
    return inputs[:, None].astype(float), (rng.random(n) < rates[inputs]).astype(int)
