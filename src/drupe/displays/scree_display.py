"""The variance of each kernel component as a picture, with how exact it is as a number."""

from typing import Any, Self

import numpy as np

from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, INK, canvas
from drupe.foundation.errors import InputError


class ScreeDisplay:
    """The variance along each component, and by how much numerical error could have moved it.

    Parameters
    ----------
    variances
        Eigenvalues over the number of examples, largest first.
    residuals
        How far each could be from an eigenvalue, in the same unit.
    total
        All variance, that of components that were left out included.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe import KernelPCA
    >>> ScreeDisplay.from_estimator(KernelPCA(2).fit([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]])).variances.round(4).tolist()
    [2.0, 0.6667]

    References
    ----------
    [Mika02]_, section 4.2.1.
    """

    def __init__(self, variances: Vector, residuals: Vector, total: float):
        if len(variances) != len(residuals):
            raise InputError(f"{len(variances)} variances need as many residuals, got {len(residuals)}.")
        self.variances, self.residuals, self.total = variances, residuals, total

    @classmethod
    def from_estimator(cls, machine: KernelPCA, *, ax: Any = None) -> Self:
        """Draw what a fitted KernelPCA found."""
        if not isinstance(machine, KernelPCA) or not hasattr(machine, "eigenvalues_"):
            raise InputError(f"a fitted KernelPCA has variances to draw, got {machine!r}.")
        weight = machine.total_weight_
        return cls(machine.covariance_eigenvalues_, machine.residuals_ / weight, machine.total_variance_).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        places = np.arange(1, len(self.variances) + 1)
        above = self.variances > 0.0
        ax.plot(places[above], self.variances[above], "o-", color=COLORS[0], markersize=4, linewidth=1)
        ax.plot(places[self.residuals > 0.0], self.residuals[self.residuals > 0.0], "_", color=COLORS[1], markersize=9)
        ax.set_yscale("log")
        explained = self.variances.sum() / self.total if self.total > 0.0 else 0.0
        ax.set_title(f"{100 * explained:.1f} % of the variance", fontsize=9, color=INK)
        ax.set(xlabel="component", ylabel="variance (dots), residual (dashes)")
        self.ax_, self.figure_ = ax, ax.figure
        return self
