"""Kernel ridge regression, steps of evidence maximization and the whole of it, beside scikit-learn's."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge as SklearnRidge
from threadpoolctl import threadpool_limits

import drupe
from drupe import KernelRidge
from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

COLUMNS = 10
WIDTH, NOISE = 2.0, 0.1


def drawn(examples: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((examples, COLUMNS))
    return x, np.sin(x[:, 0]) + 0.1 * rng.standard_normal(examples)


def ridge(examples: int, repeats: int) -> Row:
    """The whole fit."""
    x, y = drawn(examples)
    settings = {"alpha": NOISE, "kernel": "rbf", "gamma": 0.5 / WIDTH**2}
    peer = Peer("sklearn", lambda: SklearnRidge(**settings).fit(x, y), faster_at_least=1.0)
    return side_by_side(f"ridge {examples} × {COLUMNS}", lambda: KernelRidge(**settings).fit(x, y), (peer,), repeats)


def evidence(examples: int, repeats: int) -> Row:
    """Log evidence with its slopes in width, factor and noise."""
    x, y = drawn(examples)
    ours = Evidence(Vectors.of(x), y[:, None])
    kernel = ConstantKernel(1.0) * RBF(WIDTH) + WhiteKernel(NOISE)
    fitted = GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None).fit(x, y)
    peer = Peer(
        "sklearn", lambda: fitted.log_marginal_likelihood(kernel.theta, eval_gradient=True), faster_at_least=2.0
    )
    case = f"evidence and slopes {examples} × {COLUMNS}"
    return side_by_side(case, lambda: ours.slopes(1.0 * Gaussian(WIDTH), NOISE), (peer,), repeats)


def search(examples: int, columns: int, repeats: int) -> Row:
    """A whole fit with its search, from the same start to the same summit, in one thread."""
    x, y = drawn(examples)
    kernel = ConstantKernel(1.0) * RBF([WIDTH] * columns) + WhiteKernel(NOISE)
    x = x[:, :columns]
    peer = Peer("sklearn", lambda: _fitted(GaussianProcessRegressor, kernel, x, y), faster_at_least=2.0)
    case = f"evidence maximized {examples} × {columns}"
    return side_by_side(case, lambda: _fitted(drupe.GaussianProcessRegressor, kernel, x, y), (peer,), repeats)


def _fitted(kind: Any, kernel: Any, x: np.ndarray, y: np.ndarray) -> Any:
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # widths of columns that do not matter end at their bounds
        return kind(kernel).fit(x, y)


def rows(settings: Settings) -> Iterator[Row]:
    """Fits, then steps."""
    for examples in (1000, 5000):
        yield ridge(settings.size(examples), settings.repeats)
    for examples in (300, 1000, 2000):
        yield evidence(settings.size(examples), settings.repeats)
    for examples in (500, 1000):
        yield search(settings.size(examples), 3, min(2, settings.repeats))
