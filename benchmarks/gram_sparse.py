"""Gram matrices of sparse vectors of zeros and ones, drawn at random and, where the data are at hand, real."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from measure import Peer, Row, Settings, side_by_side
from sklearn.metrics.pairwise import rbf_kernel

from drupe.kernels import Gaussian

EXAMPLES, COLUMNS, FULL = 10_000, 123, 0.11
GAMMA = 1.0 / COLUMNS
FASTER = 5.0


def drawn(examples: int) -> sp.csr_array:
    """Ones at random places."""
    rng = np.random.default_rng(0)
    return sp.csr_array((rng.random((examples, COLUMNS)) < FULL).astype(np.float64))


def adult(folder: Path, examples: int) -> sp.csr_array:
    """The first examples of a9a, the Adult census in binary features."""
    with np.load(folder / "a9a.npz") as file:
        starts = file["train_indptr"][: examples + 1].astype(np.int64)
        indices = file["train_indices"][: starts[-1]].astype(np.int32)
        shape = (len(starts) - 1, int(file["n_features"]))
    return sp.csr_array((np.ones(len(indices)), indices, starts), shape=shape)


def rows(settings: Settings) -> Iterator[Row]:
    """Both data sets in both precisions."""
    examples = settings.size(EXAMPLES)
    tables = {"random": drawn(examples)}
    if settings.data is not None:
        tables["a9a"] = adult(settings.data, examples)
    for name, table in tables.items():
        for dtype in (np.float32, np.float64):
            x = table.astype(dtype)
            peer = Peer("sklearn", partial(rbf_kernel, x, gamma=GAMMA), faster_at_least=FASTER)
            case = f"Gaussian {name} {x.shape[0]} × {x.shape[1]} {dtype.__name__}"
            yield side_by_side(case, partial(Gaussian.from_gamma(GAMMA), x), (peer,), settings.repeats)
