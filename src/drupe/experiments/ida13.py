"""Thirteen benchmark sets with fixed splits, and the support vector machine that the literature uses on each."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import IDA13
from drupe.experiments.split import Split
from drupe.foundation.arrays import Matrix

MACHINES: dict[str, tuple[float, float]] = {
    "banana": (316.2, 1.0),
    "breast_cancer": (15.19, 50.0),
    "diabetis": (1.0, 20.0),
    "flare_solar": (1.023, 30.0),
    "german": (3.162, 55.0),
    "heart": (3.162, 120.0),
    "image": (500.0, 30.0),
    "ringnorm": (1e9, 10.0),
    "splice": (1000.0, 70.0),
    "thyroid": (10.0, 3.0),
    "titanic": (1e5, 2.0),
    "twonorm": (3.162, 40.0),
    "waveform": (1.0, 20.0),
}
"""C and w of exp(−‖x − z‖² / w) for each set."""


def machine(name: str) -> SVC:
    """The machine of a set, not yet fitted; solved so well that the margin's examples can be told from the others."""
    C, w = MACHINES[name]
    return SVC(C=C, gamma=1.0 / w, tol=1e-6)


def splits(folder: Path, name: str, count: int) -> Iterator[Split]:
    """The first drawn splits of a set."""
    X, y, drawn = IDA13.load(folder, f"{name}_X", f"{name}_y", f"{name}_drawn_train")
    X = X.astype(np.float64)
    for train in drawn[:count]:
        test = np.setdiff1d(np.arange(len(y)), train)
        yield Split(X[train], y[train], X[test], y[test])


def twonorm(rng: np.random.Generator, n: int) -> tuple[Matrix, npt.NDArray[np.int64]]:
    """n examples of the twonorm distribution: two Gaussians in 20 dimensions, means ±(2/√20, ..., 2/√20)."""
    y = np.where(rng.random(n) < 0.5, 1, -1)
    return rng.normal(size=(n, 20)) + y[:, None] * (2.0 / np.sqrt(20.0)), y
