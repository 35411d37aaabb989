"""Gram matrices of dense vectors: hardly more than the bare product X Xᵀ, and a fraction of scikit-learn's time."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Linear, Polynomial

BARE = {np.float32: 1.3, np.float64: 1.5}
"""How much more than the bare product a Gram matrix may cost."""


def kernels(columns: int) -> list[tuple[Kernel[Vectors], Callable[[np.ndarray], object]]]:
    """Kernels of customary parameters, and scikit-learn's way to each."""
    gamma = 1.0 / columns
    return [
        (Gaussian.from_gamma(gamma), lambda x: rbf_kernel(x, gamma=gamma)),
        (Polynomial(3, 1.0, gamma), lambda x: polynomial_kernel(x, degree=3, gamma=gamma, coef0=1.0)),
        (Linear(), linear_kernel),
    ]


def rows(settings: Settings) -> Iterator[Row]:
    """Every kernel, width and precision."""
    examples = settings.size(10_000)
    for columns in (20, 100, 784):
        for dtype, bound in BARE.items():
            x = np.random.default_rng(0).standard_normal((examples, columns)).astype(dtype)
            for kernel, sklearn in kernels(columns):
                peers = (
                    Peer("X @ X.T", partial(np.matmul, x, x.T), slower_at_most=bound),
                    Peer("sklearn", partial(sklearn, x)),
                )
                case = f"{type(kernel).__name__} {examples} × {columns} {dtype.__name__}"
                yield side_by_side(case, partial(kernel, x), peers, settings.repeats)
