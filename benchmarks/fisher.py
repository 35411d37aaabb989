"""Kernel Fisher discriminants and what one factorization gives, in processor time beside peers and bare LAPACK."""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from time import process_time

import numpy as np
from data import BESIDE, noisy, usps
from measure import OURS, Goal, Row, Settings
from scipy.linalg.lapack import spotrf
from sklearn.kernel_ridge import KernelRidge as SklearnRidge
from sklearn.model_selection import GridSearchCV
from threadpoolctl import threadpool_limits

from drupe import CertifiedClassifier, KernelFisher, KernelFisherCV, KernelRidge
from drupe.certification.schemes.progressive import ProgressiveScheme
from drupe.grams import LazyGram
from drupe.grams.single import in_single
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

ALPHA = 0.01
ALPHAS, GAMMAS = np.logspace(-3.0, 3.0, 13), np.logspace(-2.0, 1.0, 8)
SMALL = 400


def processor_seconds(ways: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """The best of several runs of each in one thread, in turns: other programs take wall time, not processor time."""
    best = dict.fromkeys(ways, inf)
    with threadpool_limits(1):
        for _ in range(repeats):
            for name, work in ways.items():
                start = process_time()
                work()
                best[name] = min(best[name], process_time() - start)
    return best


def beside(case: str, ours: Callable[[], object], peers: Mapping[str, Callable[[], object]], repeats: int) -> Row:
    """Milliseconds of everybody."""
    seconds = processor_seconds({OURS: ours, **peers}, repeats)
    return Row(case, {f"{name} ms": 1e3 * taken for name, taken in seconds.items()})


def slower(row: Row, peer: str, bound: float) -> Row:
    """With ours over theirs, at most so much."""
    ratio = row.numbers[f"{OURS} ms"] / row.numbers[f"{peer} ms"]
    column = f"{OURS} / {peer}"
    return Row(row.case, {**row.numbers, column: ratio}, (*row.goals, Goal(column, bound, at_most=True)))


def faster(row: Row, peer: str, bound: float) -> Row:
    """With theirs over ours, at least so much."""
    ratio = row.numbers[f"{peer} ms"] / row.numbers[f"{OURS} ms"]
    column = f"{peer} / {OURS}"
    return Row(row.case, {**row.numbers, column: ratio}, (*row.goals, Goal(column, bound, at_most=False)))


def digits(settings: Settings, examples: int) -> tuple[np.ndarray, np.ndarray]:
    """USPS, or what is made in its shape where it is not at hand."""
    folder = settings.data or BESIDE
    if (folder / "usps.npz").exists():
        problem = usps(folder)
        x, y = problem.x, problem.y
    else:
        x, y = noisy(7291, 256)
    few = settings.size(examples)
    return np.ascontiguousarray(x[:few], dtype=np.float64), y[:few]


def one_fit(settings: Settings, examples: int) -> Row:
    """Ten classes, one strength: beside the Gram and the bare factorization, and scikit-learn."""
    x, y = digits(settings, examples)
    gamma = 1.0 / (0.3 * 256)
    signs = np.where(y[:, None] == np.unique(y), 1.0, -1.0)
    gram = LazyGram(Gaussian.from_gamma(gamma), Vectors.of(x), 1)

    def bare() -> None:
        matrix = in_single(gram)
        matrix[np.diag_indices(len(matrix))] += ALPHA
        spotrf(matrix.T, lower=0, clean=0, overwrite_a=1)

    machine = KernelFisher("rbf", gamma=gamma, alpha=ALPHA, leave_one_out=False, threshold="least squares", n_jobs=1)
    ridge = SklearnRidge(alpha=ALPHA, kernel="rbf", gamma=gamma)
    peers = {"Gram and spotrf": bare, "sklearn ridge": lambda: ridge.fit(x, signs)}
    row = beside(f"fit {len(x)}, {signs.shape[1]} classes", lambda: machine.fit(x, y), peers, min(3, settings.repeats))
    return faster(slower(row, "Gram and spotrf", 1.25), "sklearn ridge", 3.0)


def left_out(settings: Settings, examples: int) -> Row:
    """The same with all examples left out, beside the fit alone."""
    x, y = digits(settings, examples)
    machine = KernelFisher("rbf", gamma=1.0 / (0.3 * 256), alpha=ALPHA, threshold="least squares", n_jobs=1)
    alone = KernelFisher(**{**machine.get_params(), "leave_one_out": False})
    case = f"fit {len(x)} with leave-one-out"
    return slower(
        beside(case, lambda: machine.fit(x, y), {"fit": lambda: alone.fit(x, y)}, min(2, settings.repeats)), "fit", 2.6
    )


def ridge(settings: Settings, examples: int) -> Row:
    """Ridge regression, single precision mended to 10⁻¹²."""
    x, y = digits(settings, examples)
    fixed = {"alpha": 1.0, "kernel": "rbf", "gamma": 1.0 / (0.3 * 256)}
    ours, theirs = KernelRidge(n_jobs=1, **fixed), SklearnRidge(**fixed)
    peers = {"sklearn": lambda: theirs.fit(x, y)}
    return faster(beside(f"ridge {len(x)}", lambda: ours.fit(x, y), peers, min(3, settings.repeats)), "sklearn", 1.5)


def search(settings: Settings) -> Row:
    """13 strengths and 8 widths, by examples left out, beside five folds of scikit-learn's."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((max(settings.size(SMALL * 40) // 40, 80), 2))
    y = np.sign(x[:, 0] * x[:, 1] + 0.3 * rng.standard_normal(len(x)))
    kernels = [Gaussian.from_gamma(gamma) for gamma in GAMMAS]
    machine = KernelFisherCV(alphas=ALPHAS, kernels=kernels, n_jobs=1)
    theirs = GridSearchCV(SklearnRidge(kernel="rbf"), {"alpha": ALPHAS, "gamma": GAMMAS}, cv=5)
    row = beside(f"13 × 8 candidates, {len(x)}", lambda: machine.fit(x, y), {"520 fits": lambda: theirs.fit(x, y)}, 3)
    return faster(row, "520 fits", 40.0)


def certificate(settings: Settings) -> Row:
    """Progressive validation from factorizations, beside that of thirty fits."""
    x, y = noisy(settings.size(SMALL * 40) // 40, 5)
    machine = KernelFisher("rbf", gamma=0.1, alpha=1.0, threshold="least squares", n_jobs=1)
    # A threshold of its own is fitted again in every machine.
    fitted = KernelFisher("rbf", gamma=0.1, alpha=1.0, threshold="svm", leave_one_out=False, n_jobs=1)
    ways = (CertifiedClassifier(one, scheme=ProgressiveScheme()) for one in (machine, fitted))
    ours, theirs = (way.fit for way in ways)
    row = beside(f"certificate, {len(x)}", lambda: ours(x, y), {"30 fits": lambda: theirs(x, y)}, settings.repeats)
    return faster(row, "30 fits", 1.0)


def rows(settings: Settings) -> Iterator[Row]:
    """Fits, then what comes with them."""
    for examples in (3500, 7291):
        yield one_fit(settings, examples)
    yield left_out(settings, 7291)
    for examples in (3500, 7291):
        yield ridge(settings, examples)
    yield search(settings)
    yield certificate(settings)
