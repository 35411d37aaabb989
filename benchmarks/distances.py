"""Kernels of other distances than Euclid's, which no matrix product computes."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.metrics.pairwise import chi2_kernel, laplacian_kernel

from drupe.kernels import ChiSquared, Laplacian

EXAMPLES = 2_000
FASTER = 4.0


def rows(settings: Settings) -> Iterator[Row]:
    """Both kernels on histograms of both widths, in both precisions."""
    examples = settings.size(EXAMPLES)
    for columns in (20, 256):
        for dtype in (np.float32, np.float64):
            x = np.random.default_rng(0).random((examples, columns)).astype(dtype)
            gamma = 1.0 / columns
            cases = {
                "Laplacian": (Laplacian.from_gamma(gamma), laplacian_kernel),
                "ChiSquared": (ChiSquared.from_gamma(gamma), chi2_kernel),
            }
            for name, (kernel, sklearn) in cases.items():
                peer = Peer("sklearn", partial(sklearn, x, gamma=gamma), faster_at_least=FASTER)
                case = f"{name} {examples} × {columns} {dtype.__name__}"
                yield side_by_side(case, partial(kernel, x), (peer,), settings.repeats)
