"""Reading a file in the format of LIBSVM."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

from drupe.inputs.readers import read

SLOWER_AT_MOST = 1.25


def rows(settings: Settings) -> Iterator[Row]:
    """A tenth of two hundred columns is filled."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(settings.size(40_000), 200)) * (rng.random((settings.size(40_000), 200)) < 0.1)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "data.svm"
        dump_svmlight_file(x, np.where(x[:, 0] > 0, 1, -1), str(path), zero_based=False)
        peer = Peer("sklearn", lambda: load_svmlight_file(str(path), zero_based=False), slower_at_most=SLOWER_AT_MOST)
        yield side_by_side(f"{len(x)} x 200", lambda: read(path), (peer,), settings.repeats)
