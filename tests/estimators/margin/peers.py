"""Data sets that come with scikit-learn, scaled and small, and its machines as peers at a tight tolerance."""

import warnings
from functools import cache

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.preprocessing import StandardScaler

TIGHT = 1e-9


@cache
def classes(name):
    """Inputs and labels: two classes (cancer), three (iris, wine), or ten (digits)."""
    loaders = {"cancer": load_breast_cancer, "iris": load_iris, "wine": load_wine, "digits": load_digits}
    X, y = loaders[name](return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))[:240]
    return StandardScaler().fit_transform(X[order]), y[order]


@cache
def numbers():
    """Inputs and targets of order one."""
    X, y = load_diabetes(return_X_y=True)
    return StandardScaler().fit_transform(X[:200]), (y[:200] - y.mean()) / y.std()


def fitted(machine, *data, **more):
    """scikit-learn's machine, fitted to a tight tolerance, without its warnings about what it will drop one day."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return machine.set_params(tol=TIGHT).fit(*data, **more)
