"""Small samples and machines that the tests of certification share."""

import numpy as np

from drupe import SVC


def noisy(n: int = 200, seed: int = 0, classes: int = 2):
    """Gaussian inputs; the class depends on a sum, with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    score = X[:, 0] + 0.5 * X[:, 1] + 0.4 * rng.normal(size=n)
    return X, np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))


def repeated(n: int = 120, seed: int = 0):
    """Few different inputs, each many times, with contradicting labels."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, size=(n, 2)).astype(float)
    return X, ((X.sum(axis=1) > 2) ^ (rng.random(n) < 0.2)).astype(int)


def svc(X, y, **options):
    return SVC(**{"C": 1.0, "gamma": 0.3, "tol": 1e-6, **options}).fit(X, y)
