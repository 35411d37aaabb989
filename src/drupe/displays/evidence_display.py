"""The evidence of a Gaussian process over two of its parameters."""

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.canvas import COLORS, canvas, ink
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.foundation.parameters import Interval, check

LEVELS = np.array([64.0, 32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.3])
"""How far below the summit lines are drawn."""


BLUE = tuple(int(COLORS[0][i : i + 2], 16) / 255.0 for i in (1, 3, 5))


class EvidenceDisplay:
    """Lines of equal ln P(y), by how much they lie below the highest, which is marked.

    Parameters
    ----------
    across, up
        Values of the two parameters.
    heights
        ln P(y) for each of them, rows go up; −∞ where there is none.
    summit
        The values that the machine took.
    names
        Of the parameters.
    logarithmic
        Whether each axis shows factors.

    Attributes
    ----------
    contours_, ax_, figure_
        What was drawn, and where; after `plot`.

    Examples
    --------
    >>> from drupe import GaussianProcessRegressor
    >>> from drupe.kernels import Gaussian
    >>> x, y = np.arange(6.0)[:, None], [0.0, 1.0, 0.0, -1.0, 0.0, 1.0]
    >>> process = GaussianProcessRegressor(Gaussian(), noise=0.1).fit(x, y)
    >>> EvidenceDisplay.from_estimator(process, ("width", "noise"), resolution=5).ax_.get_xlabel()
    'width'

    References
    ----------
    [Herbrich02]_, figure 3.2; [Rasmussen06]_, figure 5.5.
    """

    def __init__(
        self,
        across: Vector,
        up: Vector,
        heights: Matrix,
        *,
        summit: tuple[float, float],
        names: tuple[str, str],
        logarithmic: tuple[bool, bool] = (True, True),
    ):
        self.across, self.up, self.heights = across, up, heights
        self.summit, self.names, self.logarithmic = summit, names, logarithmic

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        parameters: tuple[str, str] | None = None,
        *,
        reach: float = 30.0,
        resolution: int = 40,
        ax: Any = None,
    ) -> Self:
        """Draw around the parameters of a fitted process, by factors up to `reach`; all others stay.

        `parameters` are two names as in `solution_.slopes`, without them the first two. Each of resolution² places
        costs a factorization.
        """
        if not hasattr(model, "log_marginal_likelihood") or not hasattr(model, "_fitted_space"):
            raise InputTypeError(f"evidence is that of a Gaussian process, got {type(model).__name__}.")
        check("EvidenceDisplay", "resolution", resolution, Interval(2, whole=True))
        check("EvidenceDisplay", "reach", reach, Interval(1.0, closed_low=False))
        check_is_fitted(model, "predictor_")
        space = model._fitted_space()
        first, second = _places(space.moving, parameters)
        point, kinds = space.start, space.logarithmic
        sides = [_side(point[i], kinds[i], reach, resolution) for i in (first, second)]
        heights = np.empty((resolution, resolution))
        for i, j in np.ndindex(resolution, resolution):
            moved = point.copy()
            moved[first], moved[second] = sides[0][j], sides[1][i]
            heights[i, j] = model.log_marginal_likelihood(moved)
        values = [np.exp(side) if kinds[i] else side for i, side in zip((first, second), sides, strict=True)]
        summit = tuple(float(np.exp(point[i]) if kinds[i] else point[i]) for i in (first, second))
        return cls(
            values[0],
            values[1],
            heights,
            summit=(summit[0], summit[1]),
            names=(space.moving[first], space.moving[second]),
            logarithmic=(kinds[first], kinds[second]),
        ).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (5.0, 4.0))
        highest = float(self.heights.max())
        lowest = highest - 4.0 * LEVELS[0]
        shown = np.maximum(self.heights, lowest)
        filled = [lowest, *(highest - LEVELS), highest]
        shades = np.linspace(0.03, 0.42, len(filled) - 1)
        ax.contourf(self.across, self.up, shown, levels=filled, colors=[(*BLUE, shade) for shade in shades])
        lines = {"colors": ink(), "linewidths": 0.6, "linestyles": "solid"}
        self.contours_ = ax.contour(self.across, self.up, shown, levels=highest - LEVELS, **lines)
        ax.clabel(self.contours_, fmt=lambda level: f"−{highest - level:.3g}", fontsize=7)
        ax.plot(*self.summit, marker="+", markersize=11, markeredgewidth=2.0, color=COLORS[1], label="chosen")
        for axis, logarithmic in zip("xy", self.logarithmic, strict=True):
            if logarithmic:
                getattr(ax, f"set_{axis}scale")("log")
        ax.set(
            xlabel=self.names[0],
            ylabel=self.names[1],
            title=f"ln P(y) below its largest, {highest:.1f}".replace("-", "−"),
        )
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _places(names: tuple[str, ...], wanted: tuple[str, str] | None) -> tuple[int, int]:
    """Where two parameters stand among those that may move."""
    if len(names) < 2:
        found = f"only {names[0]}" if names else "none"
        raise ParameterError(f"evidence is drawn over two parameters that may move, but the machine has {found}.")
    if wanted is None:
        wanted = names[0], names[1]
    if len(wanted) != 2 or wanted[0] == wanted[1] or not set(wanted) <= set(names):
        raise ParameterError(f"two parameters are needed, of {', '.join(names)}; got {wanted!r}.")
    return names.index(wanted[0]), names.index(wanted[1])


def _side(at: float, logarithmic: bool, reach: float, resolution: int) -> Vector:
    half = np.log(reach) if logarithmic else max(abs(at), 1.0)
    return np.linspace(at - half, at + half, resolution)
