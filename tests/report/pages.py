"""Reports on small data, made once for all tests of pages."""

from functools import cache

import numpy as np
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, NearestMean, Report


def halves(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    return X[::2], y[::2], X[1::2], y[1::2]


@cache
def two_classes() -> Report:
    """Thirty columns, two classes, scaled, held-out examples."""
    data = load_breast_cancer()
    X, y, Z, labels = halves(data.data, data.target_names[data.target])
    model = make_pipeline(StandardScaler(), SVC(probability=True)).fit(X, y)
    return Report.of(model, X, y, X_held_out=Z, y_held_out=labels, title="Tumors <& co>")


@cache
def three_classes() -> Report:
    """Two columns, three classes, no held-out examples."""
    X, y = load_iris(return_X_y=True)
    return Report.of(SVC(kernel="linear", C=10.0).fit(X[:, 2:], y), X[:, 2:], y)


@cache
def without_support() -> Report:
    """A machine with neither support vectors nor probabilities nor solver."""
    X, y, Z, labels = halves(*load_iris(return_X_y=True))
    return Report.of(NearestMean().fit(X, y), X, y, X_held_out=Z, y_held_out=labels)


REPORTS = {"two classes": two_classes, "three classes": three_classes, "without support": without_support}
