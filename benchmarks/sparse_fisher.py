"""All sparse discriminants of a sample, one for each penalty, beside scikit-learn's path of the LASSO."""

import warnings
from collections.abc import Iterator

import data
import numpy as np
from measure import Goal, Peer, Row, Settings, best_seconds, side_by_side
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import lars_path

from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Squared
from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram

WIDTHS = {"banana": 0.5, "waveform": 2.0, "heart": 10.0}
"""exp(−‖x − z‖² / (f d)): f of each set."""

FEW = 300
"""Coefficients up to which the path of digits is followed."""


def samples(settings: Settings) -> Iterator[tuple[str, np.ndarray, np.ndarray, float]]:
    """The first training set of each, or made ones where public data are not at hand."""
    place = data.folder(settings)
    if place is not None and (place / "ida13.npz").exists():
        with np.load(place / "ida13.npz") as file:
            for name, factor in WIDTHS.items():
                chosen = file[f"{name}_drawn_train"][0]
                x = file[f"{name}_X"][chosen].astype(np.float64)
                yield name, x, file[f"{name}_y"][chosen].astype(np.float64), factor * x.shape[1]
        return
    for examples, columns in ((170, 13), (400, 2)):
        x, y = data.noisy(max(settings.size(examples), 20), columns)
        yield f"made {examples} × {columns}", x, 2.0 * y - 1.0, float(columns)


def programs(x: np.ndarray, y: np.ndarray, spread: float) -> ExpansionProgram:
    """The program over a kernel matrix that is held."""
    gram = DenseGram(LazyGram(Gaussian.from_gamma(1.0 / spread), Vectors.of(x)).dense())
    return ExpansionProgram(gram, y[:, None], np.ones(len(y)), 1.0, Squared(weight=0.5), CoefficientSum())


def whole_path(name: str, program: ExpansionProgram, repeats: int) -> Row:
    """From no coefficient to where scikit-learn's limit of 500 steps ends its path, or the data do."""
    K, y = program.gram.dense(), program.targets[:, 0]

    def theirs() -> tuple[np.ndarray, ...]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return lars_path(K - K.mean(axis=0), y - y.mean(), method="lasso")

    knots, _, coefficients = theirs()
    least = float(knots[-1]) * len(y)
    (path,) = Homotopy().paths(program, least)
    peer = Peer("sklearn", theirs, faster_at_least=4.0)
    row = side_by_side(f"path of {name}", lambda: Homotopy().paths(program, least), (peer,), repeats)

    def value(a: np.ndarray) -> float:
        residuals = y - K @ a - (y - K @ a).mean()
        return float(0.5 * residuals @ residuals + least * np.abs(a).sum())

    above = value(path.knot(-1)) / max(value(coefficients[:, -1]), 1e-300) - 1.0
    numbers = {**row.numbers, "steps": path.iterations, "objective above": above, "violation": path.violation}
    goals = (*row.goals, Goal("objective above", 1e-9, at_most=True), Goal("violation", 1e-9, at_most=True))
    return Row(row.case, numbers, goals)


def digits(settings: Settings) -> Row:
    """One digit against the others, kernel matrix included, up to so many coefficients."""
    place = data.folder(settings)
    public = place is not None and (place / "usps.npz").exists()
    problem = data.usps(place) if public and place is not None else data.digits(None)
    problem = problem.shortened() if settings.quick else problem
    x, y = np.asarray(problem.x, dtype=np.float64), np.where(problem.y == 3, 1.0, -1.0)
    spread = 0.3 * x.shape[1] * (1.0 if public else 256.0)
    few = FEW // 10 if settings.quick else FEW

    def work() -> None:
        (path,) = Homotopy(max_nonzeros=few).paths(programs(x, y, spread))
        found.append(path)

    found: list[object] = []
    seconds = best_seconds({"drupe": work}, 1)["drupe"]
    path = found[-1]
    numbers = {"drupe ms": 1e3 * seconds, "steps": path.iterations, "violation": path.violation}  # type: ignore[attr-defined]
    goals = (Goal("drupe ms", 10_000.0, at_most=True), Goal("violation", 1e-9, at_most=True))
    return Row(f"{len(y)} digits, {few} coefficients", numbers, goals)


def rows(settings: Settings) -> Iterator[Row]:
    """Whole paths, then a long sample."""
    for name, x, y, spread in samples(settings):
        yield whole_path(name, programs(x, y, spread), 1 if settings.quick else 15)
    yield digits(settings)
