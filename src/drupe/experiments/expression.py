"""Gene expression of tumors: few samples, thousands of genes; the sets, and how a fold prepares them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from drupe.experiments.archives import GOLUB, MICROARRAY
from drupe.foundation.arrays import Matrix

INTENSITIES = frozenset({"golub", "alon", "singh", "shipp"})
"""Sets of raw intensities, of which logarithms are taken; those of the others were taken already."""

FLOOR = 20.0
"""What smaller intensities, which are noise, are raised to; usual for these chips."""

SETS = ("golub", "alon", "khan", "pomeroy", "su", "singh", "shipp")


@dataclass(frozen=True, eq=False)
class Expression:
    """Samples by genes.

    Parameters
    ----------
    name
        Of the set.
    X, y
        Samples, and their classes.
    train
        How many samples, the first, were given to learn from; None where no split was given.
    """

    name: str
    X: Matrix
    y: npt.NDArray[Any]
    train: int | None = None

    @property
    def rarest(self) -> Any:
        """The class with fewest samples."""
        classes, sizes = np.unique(self.y, return_counts=True)
        return classes[sizes.argmin()]


def expression(folder: Path, name: str) -> Expression:
    """One of the sets."""
    if name == "golub":
        X, y, X_test, y_test = GOLUB.load(folder, "X_train", "y_train", "X_test", "y_test")
        both = np.vstack([X, X_test]).astype(np.float64)
        return Expression(name, logarithms(both), np.array(["ALL", "AML"])[np.concatenate([y, y_test])], len(y))
    X, y, classes = MICROARRAY.load(folder, f"{name}_X", f"{name}_y", f"{name}_classes")
    values = X.astype(np.float64)
    return Expression(name, logarithms(values) if name in INTENSITIES else values, classes[y])


def logarithms(intensities: Matrix) -> Matrix:
    """ln max(x, 20): each number by itself, so that no sample learns from another.

    >>> logarithms(np.array([[-5.0, 20.0, 20.0 * np.e]])).round(3).tolist()
    [[2.996, 2.996, 3.996]]
    """
    return np.asarray(np.log(np.maximum(intensities, FLOOR)))


def standardized(machine: Any) -> Pipeline:
    """Genes to mean 0 and variance 1 over the samples of the fold, of which none is held out; then the machine.

    Divided by the root of the number of genes, so that squared distances are about 2.
    """
    return make_pipeline(StandardScaler(), FunctionTransformer(_shortened), machine)


def _shortened(rows: Matrix) -> Matrix:
    return np.asarray(rows / rows.shape[1] ** 0.5)
