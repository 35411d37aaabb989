"""Examples in the plane of their first two components."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas
from drupe.foundation.errors import InputError


class EmbeddingDisplay:
    """Examples by their first two coordinates, colored by class.

    Parameters
    ----------
    coordinates
        One row for each example, two columns.
    labels
        The class of each example; None if there are none.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe import KernelPCA
    >>> X = [[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]]
    >>> EmbeddingDisplay.from_estimator(KernelPCA(2).fit(X), X).coordinates.shape
    (3, 2)

    References
    ----------
    [Mika02]_, section 5.1.
    """

    def __init__(self, coordinates: Matrix, labels: npt.NDArray[Any] | None = None):
        if coordinates.ndim != 2 or coordinates.shape[1] < 2:
            raise InputError(f"a picture needs two coordinates of each example, got shape {coordinates.shape}.")
        if labels is not None and len(labels) != len(coordinates):
            raise InputError(f"X holds {len(coordinates)} examples but y holds {len(labels)}.")
        self.coordinates, self.labels = coordinates[:, :2], labels

    @classmethod
    def from_estimator(cls, machine: Any, X: Any, y: Any = None, *, ax: Any = None) -> Self:
        """Draw what any fitted transformer makes of examples: KernelPCA, KernelFisher, a pipeline."""
        return cls(np.asarray(machine.transform(X)), None if y is None else np.asarray(y)).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.0, 4.4))
        if self.labels is None:
            ax.scatter(*self.coordinates.T, s=10, color=COLORS[0])
        else:
            for i, label in enumerate(np.unique(self.labels)):
                members = self.coordinates[self.labels == label]
                ax.scatter(*members.T, s=10, color=COLORS[i % len(COLORS)], label=str(label))
            ax.legend(frameon=False, fontsize=8, labelcolor=INK)
        ax.set(xlabel="first component", ylabel="second component")
        ax.tick_params(colors=FAINT)
        self.ax_, self.figure_ = ax, ax.figure
        return self
