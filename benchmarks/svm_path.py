"""Values of C, alone and with widths, on five folds: a kernel matrix for each width and warm starts instead of fits."""

from collections.abc import Callable, Iterator
from time import perf_counter, process_time

import numpy as np
from data import PUBLIC, folder, noisy, unit_interval
from measure import OURS, Goal, Row, Settings, geometric_mean
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from drupe import SVCPathCV

CS = np.logspace(-2, 3, 10)
FASTER = 25.0

GRID_CS = np.logspace(-2, 3, 8)
WIDTHS = np.logspace(-1.5, 1.5, 8)
GRID_FASTER = 50.0


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


def surfaces(settings: Settings) -> Iterator[tuple[str, np.ndarray, np.ndarray, float]]:
    """Name, data, labels and the gamma in the middle of the grid; 569 to 4,000 examples."""
    x, y = load_breast_cancer(return_X_y=True)
    yield "breast cancer", standardized(x), y, 1.0 / x.shape[1]
    yield "digits", *load_digits(return_X_y=True), 0.001
    place = folder(settings)
    if place is None or not (place / "ida13.npz").exists():
        return
    with np.load(place / "ida13.npz") as file:
        for name in ("german", "banana", "image"):
            x = standardized(file[f"{name}_X"].astype(np.float64))
            yield name, x[:4_000], file[f"{name}_y"][:4_000], 1.0 / x.shape[1]


def standardized(x: np.ndarray) -> np.ndarray:
    """Columns of mean zero and variance one."""
    return np.asarray((x - x.mean(axis=0)) / x.std(axis=0))


def best(work: Callable[[], object], repeats: int = 1) -> float:
    """Seconds of the best of so many runs."""
    seconds = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return min(seconds)


def case(name: str, x: np.ndarray, y: np.ndarray, gamma: float) -> Row:
    """Both searches side by side; the short one is repeated, since whatever else runs disturbs it more."""
    path = SVCPathCV(Cs=CS, gamma=gamma)
    grid = GridSearchCV(SVC(gamma=gamma), {"C": CS}, cv=5)
    ours, theirs = best(lambda: path.fit(x, y), repeats=3), best(lambda: grid.fit(x, y))
    apart = float(np.abs(path.path_.mean - grid.cv_results_["mean_test_score"]).max())
    numbers = {f"{OURS} s": ours, "GridSearchCV s": theirs, "ratio": theirs / ours, "scores apart": apart}
    return Row(f"{name}, {x.shape[0]} × {x.shape[1]}", numbers)


def processor(work: Callable[[], object], repeats: int = 1) -> float:
    """Processor seconds of the best of so many runs."""
    seconds = []
    for _ in range(repeats):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def surface(name: str, x: np.ndarray, y: np.ndarray, gamma: float) -> Row:
    """Eight values of C with eight of gamma, on one core each."""
    ours = SVCPathCV(Cs=GRID_CS, gammas=gamma * WIDTHS, n_jobs=1)
    theirs = GridSearchCV(SVC(), {"C": GRID_CS, "gamma": gamma * WIDTHS}, cv=5)
    fast, slow = processor(lambda: ours.fit(x, y), repeats=3), processor(lambda: theirs.fit(x, y))
    apart = float(np.abs(ours.path_.mean - theirs.cv_results_["mean_test_score"]).max())
    numbers = {f"{OURS} CPU s": fast, "GridSearchCV CPU s": slow, "ratio": slow / fast, "scores apart": apart}
    return Row(f"C × gamma, {name}, {x.shape[0]} × {x.shape[1]}", numbers)


def rows(settings: Settings) -> Iterator[Row]:
    """Every problem, then the mean of the ratios."""
    for cases, measured, goal in ((problems, case, FASTER), (surfaces, surface, GRID_FASTER)):
        ratios = []
        for name, x, y, gamma in cases(settings):
            few = np.linspace(0, len(x) - 1, min(len(x), max(300, settings.size(len(x))))).astype(np.int64)
            row = measured(name, x[few], y[few], gamma)
            ratios.append(row.numbers["ratio"])
            yield row
        yield Row("geometric mean", {"ratio": geometric_mean(ratios)}, (Goal("ratio", goal, at_most=False),))
