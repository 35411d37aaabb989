"""What a regressor predicts all over a plane, and where it is off."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.displays.layout import laid_out
from drupe.foundation.arrays import Matrix, Vector


@dataclass(frozen=True, eq=False)
class QuantityPlane:
    """Predictions on a grid, and examples upon it.

    Parameters
    ----------
    across, up
        Places of the grid along both axes.
    predictions
        What is predicted at each place; rows go up.
    points
        The examples in the plane.
    residuals
        f − y of each.
    axes
        What both axes are.
    exact
        Whether the model was asked at each place of the grid; else its prediction at the nearest example stands there.
    """

    across: Vector = field(repr=False)
    up: Vector = field(repr=False)
    predictions: Matrix = field(repr=False)
    points: Matrix = field(repr=False)
    residuals: Vector = field(repr=False)
    axes: tuple[str, str]
    exact: bool


def quantity_plane(model: Any, X: Any, y: Any, names: tuple[str, ...] | None = None) -> QuantityPlane:
    """The plane of two columns if there are just two, else that of the first two components of the model's kernel.

    >>> from drupe import SVR
    >>> X, y = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [0.0, 1.0, 2.0]
    >>> plane = quantity_plane(SVR(kernel="linear", C=100.0, epsilon=0.0).fit(X, y), X, y)
    >>> plane.exact, np.abs(plane.residuals).max() < 1e-6
    (True, np.True_)
    """
    layout = laid_out(model, X, names)
    said = layout.answers(model).astype(np.float64)
    residuals = said - np.asarray(y, dtype=np.float64)[layout.chosen]
    shown = layout.spread(model, said)
    return QuantityPlane(layout.across, layout.up, shown, layout.points, residuals, layout.axes, layout.exact)
