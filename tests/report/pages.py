"""Reports on small data, made once for all tests of pages."""

from functools import cache
from itertools import product

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, NearestMean, Report
from drupe.analysis.string_views import substrings


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
def hard() -> Report:
    """Two classes that overlap, so that all errors on the page are large and differ."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(300, 3))
    y = np.where(rng.random(300) < 1.0 / (1.0 + np.exp(-1.2 * X[:, 0])), "yes", "no")
    model = SVC(gamma=0.3, probability=True).fit(X[::2], y[::2])
    return Report.of(model, X[::2], y[::2], X_held_out=X[1::2], y_held_out=y[1::2])


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


@cache
def quantity() -> Report:
    """A quantity, ten columns, held-out examples."""
    X, y, Z, values = halves(*load_diabetes(return_X_y=True))
    model = make_pipeline(StandardScaler(), SVR(C=50.0)).fit(X, y)
    return Report.of(model, X, y, X_held_out=Z, y_held_out=values)


@cache
def strings() -> Report:
    """Words of two kinds, with a name that is far too long."""
    texts = np.array(["".join(pair) * 4 + "x" * 60 for pair in product("abcdefgh", repeat=2)])
    kinds = np.array(
        ["begins with a vowel, as the label says at length" if text[0] in "aeiou" else "" for text in texts]
    )
    X, y, Z, labels = halves(texts, kinds)
    model = make_pipeline(substrings(2), SVC(kernel="linear", C=100.0)).fit(list(X), y)
    return Report.of(model, list(X), y, X_held_out=list(Z), y_held_out=labels)


@cache
def many_classes() -> Report:
    """Sixty classes with long names."""
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(60), 6)
    X, y = rng.normal(size=(60, 3))[codes] * 4 + rng.normal(size=(360, 3)), [f"class_number_{code}" for code in codes]
    X, y, Z, labels = halves(X, np.array(y))
    return Report.of(NearestMean().fit(X, y), X, y, X_held_out=Z, y_held_out=labels)


REPORTS = {
    "two classes": two_classes,
    "hard": hard,
    "three classes": three_classes,
    "without support": without_support,
    "quantity": quantity,
    "strings": strings,
    "many classes": many_classes,
}
