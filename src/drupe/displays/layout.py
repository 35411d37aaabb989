"""Examples laid out in a plane: that of two columns, or that of two kernel components."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree
from sklearn.utils import _safe_indexing

from drupe.displays.fitted_kernel import fitted_kernel, seen_by
from drupe.displays.kernel_components import kernel_components
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.names import nameless

RESOLUTION = 140
"""Places along each side of the plane."""

MARGIN = 0.06
"""Share of the plane that is left free around the examples."""

MOST = 1500
"""Examples that are drawn; of more, every so many-th is taken."""

COMPONENTS = "first kernel component", "second kernel component"


@dataclass(frozen=True, eq=False)
class Layout:
    """Places of some examples in a plane, and a grid over it.

    Parameters
    ----------
    chosen
        Which of the examples are drawn.
    drawn
        These examples.
    points
        Their places in the plane.
    axes
        What both axes are.
    exact
        Whether places of the plane are examples themselves, of which a model can be asked.
    """

    chosen: Index = field(repr=False)
    drawn: Any = field(repr=False)
    points: Matrix = field(repr=False)
    axes: tuple[str, str]
    exact: bool

    @property
    def across(self) -> Vector:
        """Places of the grid along the first axis."""
        return _side(self.points[:, 0])

    @property
    def up(self) -> Vector:
        """Places of the grid along the second axis."""
        return _side(self.points[:, 1])

    def answers(self, model: Any) -> npt.NDArray[Any]:
        """What the model says of the examples that are drawn."""
        with nameless():
            return np.asarray(model.predict(self.drawn))

    def spread(self, model: Any, answers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The model's answer at each place of the grid, rows go up; where it cannot be asked, that at the nearest
        example, of which the answers are given."""
        grid = np.stack(np.meshgrid(self.across, self.up), axis=-1).reshape(-1, 2)
        with nameless():
            found = np.asarray(model.predict(grid)) if self.exact else answers[cKDTree(self.points).query(grid)[1]]
        return np.asarray(found).reshape(RESOLUTION, RESOLUTION)


def laid_out(model: Any, X: Any, names: tuple[str, ...] | None = None) -> Layout:
    """The plane of two columns if there are just two, else that of the first two components of the model's kernel.

    >>> from drupe import SVC
    >>> X = [[0.0, 0.0], [1.0, 1.0]]
    >>> laid_out(SVC(kernel="linear").fit(X, [0, 1]), X).axes
    ('column 1', 'column 2')
    """
    n = X.shape[0] if hasattr(X, "shape") else len(X)
    chosen = np.unique(np.linspace(0, n - 1, min(MOST, n)).round().astype(np.int64))
    drawn = _taken(X, chosen)
    if isinstance(drawn, np.ndarray) and drawn.ndim == 2 and drawn.shape[1] == 2:
        axes = (names[0], names[1]) if names else ("column 1", "column 2")
        return Layout(chosen, drawn, np.asarray(drawn, dtype=np.float64), axes, exact=True)
    points = kernel_components(fitted_kernel(model), seen_by(model, drawn))
    return Layout(chosen, drawn, points, COMPONENTS, exact=False)


def _taken(X: Any, chosen: Index) -> Any:
    if isinstance(X, Inputs):
        return X[chosen].raw()
    if hasattr(X, "columns"):
        return _safe_indexing(X, chosen)  # a frame stays a frame, whose columns have names
    if hasattr(X, "tocsr"):
        return X.tocsr()[chosen]
    return [X[i] for i in chosen] if isinstance(X, list) and X and isinstance(X[0], str) else np.asarray(X)[chosen]


def _side(places: Vector) -> Vector:
    low, high = float(places.min()), float(places.max())
    free = MARGIN * (high - low) or 1.0
    return np.linspace(low - free, high + free, RESOLUTION)
