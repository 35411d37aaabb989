"""Kernel ridge regression and a step of evidence maximization, beside scikit-learn's."""

from collections.abc import Iterator

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.kernel_ridge import KernelRidge as SklearnRidge

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


def rows(settings: Settings) -> Iterator[Row]:
    """Fits, then steps."""
    for examples in (1000, 5000):
        yield ridge(settings.size(examples), settings.repeats)
    for examples in (300, 1000, 2000):
        yield evidence(settings.size(examples), settings.repeats)
