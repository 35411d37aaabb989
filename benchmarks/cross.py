"""Kernel matrices between two sets of dense vectors: hardly more than the bare product X Zᵀ."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Linear, Polynomial

BARE = {np.float32: 1.3, np.float64: 1.5}


def kernels(columns: int) -> list[tuple[Kernel[Vectors], Callable[[np.ndarray, np.ndarray], object]]]:
    """Kernels of customary parameters, and scikit-learn's way to each."""
    gamma = 1.0 / columns
    return [
        (Gaussian.from_gamma(gamma), lambda x, z: rbf_kernel(x, z, gamma=gamma)),
        (Polynomial(3, 1.0, gamma), lambda x, z: polynomial_kernel(x, z, degree=3, gamma=gamma, coef0=1.0)),
        (Linear(), linear_kernel),
    ]


def rows(settings: Settings) -> Iterator[Row]:
    """Every kernel, width and precision."""
    left, right = settings.size(10_000), settings.size(4_000)
    for columns in (20, 100, 784):
        for dtype, bound in BARE.items():
            rng = np.random.default_rng(0)
            x, z = (rng.standard_normal((count, columns)).astype(dtype) for count in (left, right))
            for kernel, sklearn in kernels(columns):
                peers = (
                    Peer("X @ Z.T", partial(np.matmul, x, z.T), slower_at_most=bound),
                    Peer("sklearn", partial(sklearn, x, z)),
                )
                case = f"{type(kernel).__name__} {left} × {right} × {columns} {dtype.__name__}"
                yield side_by_side(case, partial(kernel, x, z), peers, settings.repeats)
