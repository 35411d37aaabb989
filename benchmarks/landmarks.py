"""Machines around landmarks: beside scikit-learn's features and linear machines, and beside bare products of matrices.

Seconds are those of the processor, with one thread for everybody, since passes are too long for a quiet moment.
"""

from collections.abc import Callable, Iterator, Mapping
from time import process_time
from typing import Any

import numpy as np
from measure import OURS, Goal, Row, Settings
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_limits

from drupe import LandmarkClassifier, LandmarkClassifierCV
from drupe.experiments.worlds.susy import Susy
from drupe.kernels import Gaussian

WIDTH, STRENGTH = 4.0, 1e-6
TEST_ROWS, BLOCK = 40_000, 2048
DRAWS = 5


def seconds(work: Callable[[], object]) -> float:
    """Of the processor."""
    start = process_time()
    work()
    return process_time() - start


def rows_of(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """So many rows of the particle world."""
    chunk = Susy(seed=seed, size=n).chunk(0)
    return chunk.X, chunk.y


def machine(landmarks: int, **more: Any) -> LandmarkClassifier:
    """Ours, with one thread."""
    settings = {"strength": STRENGTH, "landmarks": landmarks, "random_state": 0, "n_jobs": 1, **more}
    return LandmarkClassifier(Gaussian(WIDTH), **settings)


def peer(landmarks: int, n: int, seed: int = 0) -> Any:
    """scikit-learn's way to the same function."""
    features = Nystroem(gamma=1.0 / (2.0 * WIDTH**2), n_components=landmarks, random_state=seed)
    return make_pipeline(features, RidgeClassifier(alpha=STRENGTH * n))


class EveryPass:
    """A checkpoint that writes nothing, but asks the model of each pass for its error."""

    def __init__(self, x: np.ndarray, y: np.ndarray):
        self.x, self.y, self.errors = x, y, []

    def keeper(self, identity: Mapping[str, str], model: Callable[[Any], Any]) -> "EveryPass":
        self.model = model
        return self

    def begun(self) -> tuple[None, None]:
        return None, None

    def summed(self, passes: int, so_far: Any) -> None:
        """Nothing to keep."""

    def passed(self, state: Any) -> None:
        self.errors.append(float((self.model(state).predict(self.x) != self.y).mean()))


def side_by_side(n: int, landmarks: int, draws: int) -> Iterator[Row]:
    """Fit and predict of both, and the mean error over draws of landmarks."""
    x, y = rows_of(n, 0)
    x_test, y_test = rows_of(TEST_ROWS, 1)
    fits, errors, predictions = [], [], []
    for seed in range(draws):
        one, other = machine(landmarks, loss="squared", random_state=seed), peer(landmarks, n, seed)
        fits.append((seconds(lambda one=one: one.fit(x, y)), seconds(lambda other=other: other.fit(x, y))))
        errors.append([1.0 - model.score(x_test, y_test) for model in (one, other)])
        predictions.append(
            (seconds(lambda one=one: one.predict(x_test)), seconds(lambda other=other: other.predict(x_test)))
        )
    for case, pairs, goal in (("fit", fits, 7.0), ("predict", predictions, 30.0)):
        ours, theirs = np.array(pairs).min(axis=0)
        numbers = {f"{OURS} s": ours, "scikit-learn s": theirs, "ratio": theirs / ours}
        yield Row(f"{case}, {n} rows, {landmarks} landmarks", numbers, (Goal("ratio", goal, at_most=False),))
    apart = float(np.mean([one - other for one, other in errors]))
    yield Row(f"error beyond scikit-learn's, {draws} draws", {"error": apart}, (Goal("error", 5e-4, at_most=True),))


def per_row(n: int, few: int, landmarks: int) -> Row:
    """Many rows for us, few for scikit-learn, whose features of many would not fit into memory."""
    x, y = rows_of(n, 0)
    ours = seconds(lambda: machine(landmarks, loss="squared").fit(x, y)) / n
    theirs = seconds(lambda: peer(landmarks, few).fit(x[:few], y[:few])) / few
    numbers = {f"{OURS} s": ours, "scikit-learn s": theirs, "ratio": theirs / ours}
    return Row(f"fit, for each of {n} rows", numbers, (Goal("ratio", 12.0, at_most=False),))


def passes_needed(n: int, landmarks: int) -> Row:
    """Passes of the logistic loss until the error is within 0.001 of the last one, and stays there."""
    x, y = rows_of(n, 0)
    every = EveryPass(*rows_of(TEST_ROWS, 1))
    machine(landmarks, tol=1e-3).fit(x, y, checkpoint=every)
    far = np.flatnonzero(np.abs(np.array(every.errors) - every.errors[-1]) > 1e-3)
    needed = int(far[-1]) + 2 if len(far) else 1
    return Row("passes to within 0.001 of the final error", {"passes": needed}, (Goal("passes", 7.0, at_most=True),))


def folds_and_strengths(n: int, landmarks: int) -> Row:
    """Five folds of ten strengths in the passes of one fit."""
    x, y = rows_of(n, 0)
    search = LandmarkClassifierCV(Gaussian(WIDTH), landmarks=landmarks, random_state=0, n_jobs=1)
    one, all_of_them = seconds(lambda: machine(landmarks).fit(x, y)), seconds(lambda: search.fit(x, y))
    numbers = {"one fit s": one, f"{OURS} s": all_of_them, "ratio": all_of_them / one}
    return Row("5 folds x 10 strengths : one fit", numbers, (Goal("ratio", 3.5, at_most=True),))


def beside_products(n: int, landmarks: int) -> Row:
    """A step of the squared loss beside numpy's product of all rows with all landmarks, in blocks."""
    x, y = rows_of(n, 0)
    centers = np.ascontiguousarray(x[:landmarks].T)
    out = np.empty((BLOCK, landmarks), dtype=np.float32)

    def products() -> None:
        for start in range(0, n - BLOCK + 1, BLOCK):
            np.matmul(x[start : start + BLOCK], centers, out=out)

    short, long = machine(landmarks, loss="squared", max_passes=1), machine(landmarks, loss="squared", tol=1e-3)
    setup = seconds(lambda: _quietly(short, x, y))
    whole = seconds(lambda: long.fit(x, y))
    ours, bare = (whole - setup) / max(1, long.solution_.passes - 1), seconds(products)
    numbers = {f"{OURS} s": ours, "numpy s": bare, "ratio": ours / bare}
    return Row("a pass : bare products", numbers, (Goal("ratio", 1.4, at_most=True),))


def _quietly(model: LandmarkClassifier, x: np.ndarray, y: np.ndarray) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(x, y)


def rows(settings: Settings) -> Iterator[Row]:
    """Beside scikit-learn, then beside ourselves and bare products."""
    n, landmarks = settings.size(100_000), settings.size(2_000)
    with threadpool_limits(1):
        yield from side_by_side(n, landmarks, DRAWS if settings.full else 1)
        yield per_row(10 * n, n, landmarks)
        yield passes_needed(n, landmarks)
        yield folds_and_strengths(n, landmarks)
        yield beside_products(n, landmarks)
