"""Linear sparse discriminants: the simplex method of the core against HiGHS, and USPS; processor time of one core."""

from collections.abc import Callable, Iterator
from time import process_time

import numpy as np
from data import folder, noisy
from measure import OURS, Goal, Row, Settings, geometric_mean
from threadpoolctl import threadpool_limits

from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Absolute
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.simplex import Simplex
from drupe.solvers.expansions.vertex import Vertex

FASTER, EACH, APART = 40.0, 10.0, 1e-7
"""How many times HiGHS's time, in the mean and at least, and how far apart objectives may be, relatively."""

SETS = {
    "thyroid": (1.0, 0.3),
    "heart": (6.3, 1.0),
    "breast_cancer": (5.0, 0.3),
    "titanic": (0.5, 0.1),
    "banana": (0.5, 0.1),
    "ringnorm": (2.0, 1.0),
    "waveform": (2.0, 0.3),
    "diabetis": (5.0, 1.0),
}
"""The squared width of exp(−‖x − z‖² / c), c in units of the number of columns, and alpha."""

DIGITS = ((2_500, 2.5, 3.0), (2_500, 1.0, 3.0), (7_291, 7.3, 30.0))
"""Examples of USPS, alpha, and the seconds that 0 against the rest may take to a relative gap of a thousandth."""


def problems(settings: Settings) -> Iterator[tuple[str, np.ndarray, np.ndarray, float, float]]:
    """Name, data, signs, c and alpha."""
    place = folder(settings)
    if place is None or not (place / "ida13.npz").exists():
        x, y = noisy(300)
        yield "noisy 300", x, 2.0 * y - 1.0, 2.0, 1.0
        return
    with np.load(place / "ida13.npz") as file:
        for name, (width, alpha) in SETS.items():
            chosen = file[f"{name}_drawn_train"][0]
            yield name, file[f"{name}_X"][chosen].astype(np.float64), file[f"{name}_y"][chosen] * 1.0, width, alpha


def program(x: np.ndarray, signs: np.ndarray, c: float, alpha: float) -> ExpansionProgram:
    """Absolute deviations of the signs, over a Gram matrix that is there."""
    gram = DenseGram(Gaussian.from_gamma(1.0 / c)(x, x))
    return ExpansionProgram(gram, signs[:, None], np.ones(len(x)), alpha, Absolute(), CoefficientSum())


def best(work: Callable[[], object], repeats: int) -> float:
    """Processor seconds of the best of so many runs."""
    seconds = []
    for _ in range(repeats):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return min(seconds)


def case(name: str, task: ExpansionProgram, settings: Settings) -> Row:
    """Both side by side."""
    ours, theirs = Simplex().solve(task), Vertex().solve(task)
    seconds = best(lambda: Simplex().solve(task), 2 * settings.repeats)
    peer = best(lambda: Vertex().solve(task), min(2, settings.repeats))
    numbers = {
        f"{OURS} ms": 1e3 * seconds,
        "HiGHS ms": 1e3 * peer,
        "ratio": peer / seconds,
        "steps": ours.iterations,
        "non-zeros": np.count_nonzero(ours.coefficients),
        "apart": float(max(0.0, ours.objective[0] / theirs.objective[0] - 1.0)),
    }
    goals = (Goal("ratio", EACH, at_most=False), Goal("apart", APART, at_most=True))
    return Row(f"{name}, {len(task.targets)}", numbers, goals)


def digits(settings: Settings) -> Iterator[Row]:
    """USPS, one class against the rest, to a thousandth."""
    place = folder(settings)
    if place is None or not (place / "usps.npz").exists():
        return
    with np.load(place / "usps.npz") as file:
        x, y = file["X_train"] / 1000.0, np.where(file["y_train"] == 0, 1.0, -1.0)
    for n, alpha, seconds in DIGITS:
        few = settings.size(n)
        gram = LazyGram(Gaussian.from_gamma(1.0 / (0.3 * 256)), Vectors.of(x[:few]), n_jobs=1)
        task = ExpansionProgram(gram, y[:few, None], np.ones(few), alpha, Absolute(), CoefficientSum())
        start = process_time()
        found = Simplex(tolerance=1e-3).solve(task)
        numbers = {
            f"{OURS} s": process_time() - start,
            "steps": found.iterations,
            "non-zeros": np.count_nonzero(found.coefficients),
            "gap": float(found.gap[0] / found.objective[0]),
        }
        yield Row(
            f"USPS {few}, alpha {alpha:g}",
            numbers,
            (Goal(f"{OURS} s", seconds, at_most=True), Goal("gap", 1e-3, at_most=True)),
        )


def rows(settings: Settings) -> Iterator[Row]:
    """Every problem, the mean of the ratios, and USPS."""
    ratios = []
    with threadpool_limits(1):
        for name, x, signs, width, alpha in problems(settings):
            row = case(name, program(x, signs, width * x.shape[1], alpha), settings)
            ratios.append(row.numbers["ratio"])
            yield row
        yield Row("geometric mean", {"ratio": geometric_mean(ratios)}, (Goal("ratio", FASTER, at_most=False),))
        yield from digits(settings)
