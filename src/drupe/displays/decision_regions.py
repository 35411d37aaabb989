"""What a classifier answers all over a plane: that of two columns, or that of two kernel components."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from drupe.displays.fitted_kernel import fitted_kernel, seen_by
from drupe.displays.kernel_components import kernel_components
from drupe.foundation.arrays import Matrix, Vector

RESOLUTION = 140
"""Places along each side of the plane."""

MARGIN = 0.06
"""Share of the plane that is left free around the examples."""

MOST = 1500
"""Examples that are drawn; of more, every so many-th is taken."""


@dataclass(frozen=True, eq=False)
class DecisionRegions:
    """Answers on a grid, and examples upon it.

    Parameters
    ----------
    across, up
        Places of the grid along both axes.
    answers
        The code of the class that is answered at each place; rows go up.
    points
        The examples in the plane.
    truth, said
        Codes of their labels and of the answers.
    classes
        The labels.
    axes
        What both axes are.
    exact
        Whether the model was asked at each place of the grid; else its answer at the nearest example stands there.
    """

    across: Vector = field(repr=False)
    up: Vector = field(repr=False)
    answers: npt.NDArray[np.int64] = field(repr=False)
    points: Matrix = field(repr=False)
    truth: npt.NDArray[np.int64] = field(repr=False)
    said: npt.NDArray[np.int64] = field(repr=False)
    classes: npt.NDArray[Any]
    axes: tuple[str, str]
    exact: bool

    @property
    def wrong(self) -> npt.NDArray[np.bool_]:
        """Which examples are answered wrongly."""
        return np.asarray(self.truth != self.said)


def decision_regions(model: Any, X: Any, y: Any, names: tuple[str, ...] | None = None) -> DecisionRegions:
    """The plane of two columns if there are just two, else that of the first two components of the model's kernel.

    Parameters
    ----------
    model
        A fitted classifier.
    X, y
        Examples to draw; of many, evenly chosen ones.
    names
        Of the columns.

    Examples
    --------
    >>> from drupe import SVC
    >>> X, y = [[0.0, 0.0], [1.0, 1.0]], ["no", "yes"]
    >>> regions = decision_regions(SVC(kernel="linear").fit(X, y), X, y)
    >>> regions.exact, regions.answers[0, 0].item(), regions.answers[-1, -1].item()
    (True, 0, 1)
    """
    labels = np.asarray(y)
    chosen = np.unique(np.linspace(0, len(labels) - 1, min(MOST, len(labels))).round().astype(np.int64))
    drawn, labels = _taken(X, chosen), labels[chosen]
    answers = np.asarray(model.predict(drawn))
    classes = np.unique(np.concatenate([np.asarray(model.classes_), labels]))
    truth, said = np.searchsorted(classes, labels), np.searchsorted(classes, answers)
    dense = isinstance(drawn, np.ndarray) and drawn.ndim == 2 and drawn.shape[1] == 2
    points = np.asarray(drawn, dtype=np.float64) if dense else kernel_components(fitted_kernel(model), seen_by(model, drawn))
    across, up = _side(points[:, 0]), _side(points[:, 1])
    grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    if dense:
        there = np.searchsorted(classes, np.asarray(model.predict(grid)))
    else:
        there = said[cKDTree(points).query(grid)[1]]
    axes = (names[0], names[1]) if dense and names else ("column 1", "column 2")
    return DecisionRegions(
        across,
        up,
        there.reshape(len(up), len(across)),
        points,
        truth,
        said,
        classes,
        axes if dense else ("first kernel component", "second kernel component"),
        dense,
    )


def _taken(X: Any, chosen: npt.NDArray[np.int64]) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[chosen]
    if hasattr(X, "tocsr"):
        return X.tocsr()[chosen]
    return [X[i] for i in chosen] if isinstance(X, list) and X and isinstance(X[0], str) else np.asarray(X)[chosen]


def _side(places: Vector) -> Vector:
    low, high = float(places.min()), float(places.max())
    free = MARGIN * (high - low) or 1.0
    return np.linspace(low - free, high + free, RESOLUTION)
