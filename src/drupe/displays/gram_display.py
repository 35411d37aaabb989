"""A Gram matrix as a picture: examples in order of their class, so that a good kernel shows as blocks."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.displays.fitted_kernel import fitted_kernel, seen_by
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.canvas import FAINT, canvas
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel

ROBUST = 99.5
"""Percentile of |K| at which the colors end, so that a few extreme entries do not wash out the rest."""

MOST = 600
"""Examples that are drawn; of more, evenly chosen ones."""


class GramDisplay:
    """Kᵢⱼ as the color of row i, column j.

    Parameters
    ----------
    matrix
        A Gram matrix.
    labels
        The class of each example, in order; None if there are none.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> GramDisplay.from_kernel(Linear(), [[1.0], [2.0], [3.0]], ["b", "a", "b"]).matrix.tolist()
    [[4.0, 2.0, 6.0], [2.0, 1.0, 3.0], [6.0, 3.0, 9.0]]

    References
    ----------
    [Cristianini00]_, section 3.3.
    """

    def __init__(self, matrix: Matrix, labels: npt.NDArray[Any] | None = None):
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise InputError(f"a Gram matrix is square, got shape {matrix.shape}.")
        self.matrix = matrix
        self.labels = labels

    @classmethod
    def from_kernel(cls, kernel: Kernel[Any], X: Any, y: Any = None, *, ax: Any = None) -> Self:
        """Draw a kernel on some examples, in the order of their labels if there are any."""
        inputs = coerce(X)
        order = _order(len(inputs), y)
        labels = None if y is None else np.asarray(y)[order]
        chosen = inputs.take(order)
        return cls(np.asarray(kernel.matrix(chosen, chosen)), labels).plot(ax)

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any = None, *, ax: Any = None) -> Self:
        """Draw the kernel of a fitted machine, on examples as the machine sees them."""
        return cls.from_kernel(fitted_kernel(model), seen_by(model, X), y, ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.4, 4.6))
        edge = float(np.percentile(np.abs(self.matrix), ROBUST)) or 1.0
        signed = bool(self.matrix.min() < -0.01 * edge)
        colors = {"cmap": "RdBu_r", "vmin": -edge} if signed else {"cmap": "magma", "vmin": 0.0}
        image = ax.imshow(self.matrix, vmax=edge, interpolation="antialiased", **colors)
        ax.figure.colorbar(image, ax=ax, fraction=0.046, pad=0.03).outline.set_visible(False)
        if self.labels is not None:
            classes, starts = np.unique(self.labels, return_index=True)
            for start in starts[1:]:
                ax.axhline(start - 0.5, color="white", linewidth=0.6)
                ax.axvline(start - 0.5, color="white", linewidth=0.6)
            middles = (starts + np.append(starts[1:], len(self.labels)) - 1) / 2
            ax.set_xticks(middles, [str(name) for name in classes])
            ax.set_yticks(middles, [str(name) for name in classes])
        ax.tick_params(length=0, colors=FAINT)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _order(n: int, y: Any) -> Index:
    chosen = np.unique(np.linspace(0, n - 1, min(MOST, n)).round().astype(np.int64))
    return chosen if y is None else np.asarray(chosen[np.argsort(np.asarray(y)[chosen], kind="stable")])
