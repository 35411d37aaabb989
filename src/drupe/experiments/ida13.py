"""Thirteen benchmark sets with fixed splits, and the support vector machine that the literature uses on each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.margin.svc import SVC
from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError

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


@dataclass(frozen=True, eq=False)
class Split:
    """One training set and the examples that are left for the test.

    Parameters
    ----------
    X, y
        To learn from.
    X_test, y_test
        Never shown to a learner.
    """

    X: Matrix
    y: npt.NDArray[Any]
    X_test: Matrix
    y_test: npt.NDArray[Any]

    def error(self, rule: Any) -> float:
        """Share of wrong answers in the test."""
        return float(np.mean(rule.predict(self.X_test) != self.y_test))


def machine(name: str) -> SVC:
    """The machine of a set, not yet fitted; solved so well that the margin's examples can be told from the others."""
    C, w = MACHINES[name]
    return SVC(C=C, gamma=1.0 / w, tol=1e-6)


def stored(folder: Path, name: str, *parts: str) -> list[npt.NDArray[Any]]:
    """Parts of a set, from `ida13.npz` in the folder: X, y, drawn_train."""
    path = folder / "ida13.npz"
    if not path.exists():
        raise InputError(f"there is no ida13.npz in {folder}; it holds <set>_X, <set>_y and <set>_drawn_train.")
    with np.load(path) as archive:
        return [archive[f"{name}_{part}"] for part in parts]


def splits(folder: Path, name: str, count: int) -> Iterator[Split]:
    """The first drawn splits of a set."""
    X, y, drawn = stored(folder, name, "X", "y", "drawn_train")
    X = X.astype(np.float64)
    for train in drawn[:count]:
        test = np.setdiff1d(np.arange(len(y)), train)
        yield Split(X[train], y[train], X[test], y[test])


def twonorm(rng: np.random.Generator, n: int) -> tuple[Matrix, npt.NDArray[np.int64]]:
    """n examples of the twonorm distribution: two Gaussians in 20 dimensions, means ±(2/√20, ..., 2/√20)."""
    y = np.where(rng.random(n) < 0.5, 1, -1)
    return rng.normal(size=(n, 20)) + y[:, None] * (2.0 / np.sqrt(20.0)), y
