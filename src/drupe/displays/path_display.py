"""The scores of a search over two parameters as a surface: where its top lies, and how flat it is there."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.canvas import FAINT, canvas
from drupe.foundation.errors import InputError


class PathDisplay:
    """The mean score of each pair of parameters as a color, the best one in a circle.

    Parameters
    ----------
    names
        Of the two parameters.
    axes
        The values of each.
    scores
        One row for each value of the first, one column for each of the second.
    best
        Row and column of the circle; None for the largest score.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> display = PathDisplay(("C", "gamma"), ((1.0, 10.0), (0.1, 0.5)), np.array([[0.5, 0.9], [0.7, 0.8]]))
    >>> display.best
    (0, 1)

    References
    ----------
    [Chang11]_, section 4.
    """

    def __init__(
        self, names: Sequence[str], axes: Sequence[Sequence[Any]], scores: Matrix, best: tuple[int, int] | None = None
    ):
        if len(names) != 2 or scores.shape != tuple(len(axis) for axis in axes):
            raise InputError(
                f"a surface has two parameters, and a score for each pair of values; got {list(names)} and scores of "
                f"shape {scores.shape}."
            )
        self.names, self.axes, self.scores = tuple(names), tuple(axes), scores
        row, column = divmod(int(np.argmax(scores)), scores.shape[1])
        self.best = (row, column) if best is None else best

    @classmethod
    def from_estimator(cls, model: Any, *, ax: Any = None) -> Self:
        """Draw what a fitted search has tried, such as an `SVCPathCV` with gammas or kernels."""
        path: Any = getattr(model, "path_", None)
        if len(getattr(path, "axes", ())) != 2:
            raise InputError("a surface needs a fitted search over two parameters: SVCPathCV(Cs=..., gammas=...).")
        row, column = divmod(path.best_place, len(path.axes[1]))
        return cls(path.names, path.axes, path.surface(), (row, column)).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.4, 4.2))
        image = ax.imshow(self.scores, origin="lower", aspect="auto", cmap="viridis")
        ax.figure.colorbar(image, ax=ax, fraction=0.046, pad=0.03).outline.set_visible(False)
        row, column = self.best
        ax.plot(column, row, marker="o", markersize=11, markerfacecolor="none", markeredgecolor="white")
        ax.set_xticks(range(len(self.axes[1])), [_word(value) for value in self.axes[1]], rotation=45, ha="right")
        ax.set_yticks(range(len(self.axes[0])), [_word(value) for value in self.axes[0]])
        ax.set(xlabel=self.names[1], ylabel=self.names[0])
        ax.tick_params(length=0, colors=FAINT)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _word(value: Any) -> str:
    return f"{value:.2g}" if isinstance(value, float) else str(value)
