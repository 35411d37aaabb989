"""Ten values of C on five folds: one kernel matrix and warm starts instead of fifty fits."""

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from data import PUBLIC, folder, noisy, unit_interval
from measure import OURS, Goal, Row, Settings, geometric_mean
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from drupe import SVCPathCV

CS = np.logspace(-2, 3, 10)
FASTER = 25.0


def problems(settings: Settings) -> Iterator[tuple[str, np.ndarray, np.ndarray, float]]:
    """Name, data, labels and gamma; two classes and many, clean and noisy."""
    for examples in (2_000, 5_000):
        yield f"noisy {examples}", *noisy(examples), 0.05
    yield "digits", *load_digits(return_X_y=True), 0.001
    place = folder(settings)
    if place is None or not (place / PUBLIC["letter"][0]).exists():
        return
    with np.load(place / PUBLIC["letter"][0]) as file:
        spam, satimage = file["spam_X"].astype(np.float64), file["satimage_X"][:4_435].astype(np.float64)
        yield "spam", (spam - spam.mean(axis=0)) / spam.std(axis=0), file["spam_y"], 1.0 / spam.shape[1]
        yield "satimage", unit_interval(satimage), file["satimage_y"][:4_435], 2.0


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def rows(settings: Settings) -> Iterator[Row]:
    """Both searches once, side by side, then the mean of the ratios."""
    ratios = []
    for name, x, y, gamma in problems(settings):
        few = np.linspace(0, len(x) - 1, max(300, settings.size(len(x)))).astype(np.int64)
        if settings.quick:
            x, y = x[few], y[few]
        path = SVCPathCV(Cs=CS, gamma=gamma)
        grid = GridSearchCV(SVC(gamma=gamma), {"C": CS}, cv=5)
        ours, theirs = (
            timed(lambda path=path, x=x, y=y: path.fit(x, y)),
            timed(lambda grid=grid, x=x, y=y: grid.fit(x, y)),
        )
        ratios.append(theirs / ours)
        apart = float(np.abs(path.path_.mean - grid.cv_results_["mean_test_score"]).max())
        numbers = {f"{OURS} s": ours, "GridSearchCV s": theirs, "ratio": theirs / ours, "scores apart": apart}
        yield Row(f"{name}, {x.shape[0]} × {x.shape[1]}", numbers)
    yield Row("geometric mean", {"ratio": geometric_mean(ratios)}, (Goal("ratio", FASTER, at_most=False),))
