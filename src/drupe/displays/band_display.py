"""A quantity along one column: what is expected of it, and how sure the machine is."""

import inspect
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.canvas import COLORS, FAINT, canvas, ink
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs.coerce import coerce
from drupe.inputs.names import nameless, names_in
from drupe.inputs.vectors import Vectors

PLACES = 300
"""Places along the column at which the machine is asked."""

MARGIN = 0.08
"""Share of the width that is left free beside the examples."""

DEVIATIONS = 2.0
"""Half of the width of the band."""


class BandDisplay:
    """A line for the mean, a band of two deviations around it, the examples, and functions that were drawn.

    Parameters
    ----------
    across
        Places along the column.
    mean
        What is expected there.
    deviation
        Its standard deviation there.
    x, y
        Examples, if they are to be seen.
    draws
        Functions at these places, a column each.
    axes
        What both axes are.

    Attributes
    ----------
    line_, band_, ax_, figure_
        What was drawn, and where; after `plot`.

    Examples
    --------
    >>> from drupe import GaussianProcessRegressor
    >>> from drupe.kernels import Gaussian
    >>> process = GaussianProcessRegressor(Gaussian(), noise=0.1, optimizer=None).fit([[0.0], [1.0]], [0.0, 1.0])
    >>> BandDisplay.from_estimator(process, [[0.0], [1.0]], [0.0, 1.0]).ax_.get_xlabel()
    'column 1'

    References
    ----------
    [Herbrich02]_, figure 3.1; [Rasmussen06]_, figure 2.2.
    """

    def __init__(
        self,
        across: Vector,
        mean: Vector,
        deviation: Vector,
        *,
        x: Vector | None = None,
        y: Vector | None = None,
        draws: Matrix | None = None,
        axes: tuple[str, str] = ("x", "f(x)"),
    ):
        self.across, self.mean, self.deviation = across, mean, deviation
        self.x, self.y, self.draws, self.axes = x, y, draws, axes

    @classmethod
    def from_estimator(
        cls,
        model: Any,
        X: Any,
        y: Any = None,
        *,
        limits: tuple[float, float] | None = None,
        draws: int = 0,
        random_state: Any = 0,
        ax: Any = None,
    ) -> Self:
        """Ask a machine with predict(X, return_std=True) along the one column of X, and draw; with y the examples, too.

        A Gaussian process that is not fitted shows its prior. `limits` are the ends of the axis; `draws` says how many
        functions `sample_y` is asked for.
        """
        if not _tells_deviations(model):
            raise InputTypeError(f"a band needs predict(X, return_std=True), which {type(model).__name__} has not.")
        if draws and not hasattr(model, "sample_y"):
            raise InputTypeError(f"draws need sample_y, which {type(model).__name__} has not; leave draws at 0.")
        column = _column(X)
        targets = None if y is None else np.asarray(y, dtype=np.float64).reshape(-1)
        if targets is not None and len(targets) != len(column):
            raise InputError(f"X has {len(column)} examples, but y has {len(targets)} values; they belong together.")
        low, high = _ends(column) if limits is None else _rising(limits)
        across = np.linspace(low, high, PLACES)
        with nameless():
            mean, deviation = model.predict(across[:, None], return_std=True)
            drawn = model.sample_y(across[:, None], draws, random_state=random_state) if draws else None
        if np.ndim(mean) != 1:
            raise InputError(f"a band is that of one target, but the machine has {np.shape(mean)[1]}; fit it on one.")
        names = names_in(X)
        axes = (names[0] if names else "column 1", "f(x)")
        seen = None if y is None else column
        return cls(across, mean, deviation, x=seen, y=targets, draws=drawn, axes=axes).plot(ax)

    def plot(self, ax: Any = None, *, label: str | None = None, color: str = COLORS[0]) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 3.6))
        reach = DEVIATIONS * self.deviation
        self.band_ = ax.fill_between(
            self.across,
            self.mean - reach,
            self.mean + reach,
            color=color,
            alpha=0.18,
            linewidth=0,
            label="± 2 deviations",
        )
        if self.draws is not None:
            ax.plot(self.across, self.draws, color=FAINT, linewidth=0.7, zorder=1)
        (self.line_,) = ax.plot(self.across, self.mean, color=color, linewidth=1.8, label=label or "mean")
        if self.x is not None:
            ax.plot(self.x, self.y, linestyle="none", marker="o", markersize=3.5, color=ink(), label="examples")
        ax.set(xlabel=self.axes[0].replace("$", r"\$"), ylabel=self.axes[1], xlim=(self.across[0], self.across[-1]))
        ax.legend(frameon=False, fontsize=9)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _tells_deviations(model: Any) -> bool:
    """Whether predict takes return_std; that of a pipeline hands on what it takes."""
    if not hasattr(model, "predict"):
        return False
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    return "return_std" in inspect.signature(last.predict).parameters


def _column(X: Any) -> Vector:
    """The one column of the examples."""
    inputs = coerce(X)
    if not isinstance(inputs, Vectors) or inputs.dimension != 1:
        came = f"{inputs.dimension} columns" if isinstance(inputs, Vectors) else type(inputs).__name__
        raise InputError(f"a band is drawn along one column of numbers, got {came}; pass X[:, [j]] of a machine on it.")
    return np.asarray(inputs.in_double().dense()[:, 0])


def _rising(limits: Any) -> tuple[float, float]:
    """Both ends of the axis, if they are two numbers of which the second is larger."""
    ends = np.asarray(limits)
    if ends.shape != (2,) or ends.dtype.kind not in "iuf" or not -np.inf < ends[0] < ends[1] < np.inf:
        raise ParameterError(f"limits are two numbers, the second larger than the first, or None; got {limits!r}.")
    return float(ends[0]), float(ends[1])


def _ends(column: Vector) -> tuple[float, float]:
    low, high = float(column.min()), float(column.max())
    free = MARGIN * (high - low) or 1.0
    return low - free, high + free
