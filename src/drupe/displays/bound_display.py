"""Bounds as curves: against the number of examples, against the margin, or against anything else."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.gaussian import best_length
from drupe.certification.names import bound_name
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, FAINT, canvas
from drupe.foundation.errors import InputError
from drupe.witness.directions import Direction
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import NormalizedMargins


class BoundDisplay:
    """The value of some bounds while one quantity changes.

    Parameters
    ----------
    places
        Values of the quantity.
    curves
        For each name the bound at these values.
    quantity
        What changes.
    logarithmic
        Whether it is drawn on a logarithmic scale.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> from drupe.witness.held_out import HeldOut
    >>> display = BoundDisplay.against_sample_size({HoldOut(): lambda n: HeldOut(n // 10, n)}, [100, 1000])
    >>> display.curves["hold_out"].round(3).tolist()
    [0.164, 0.117]
    """

    def __init__(
        self, places: Any, curves: Mapping[str, Any], *, quantity: str = "examples", logarithmic: bool = False
    ):
        self.places: Vector = np.asarray(places, dtype=np.float64)
        self.curves: dict[str, Vector] = {name: np.asarray(curve, dtype=np.float64) for name, curve in curves.items()}
        if any(curve.shape != self.places.shape for curve in self.curves.values()):
            raise InputError(f"every curve needs a value at each of the {len(self.places)} places.")
        self.quantity = quantity
        self.logarithmic = logarithmic

    @classmethod
    def against_sample_size(
        cls,
        bounds: Mapping[Bound[Any], Callable[[int], Any]],
        sizes: Sequence[int],
        *,
        delta: float = 0.05,
        ax: Any = None,
    ) -> Self:
        """Bounds for growing samples; each bound comes with what it would see of n examples."""
        curves = {
            bound_name(bound): [bound.risk(witness(int(n)), delta) for n in sizes] for bound, witness in bounds.items()
        }
        return cls(sizes, curves, quantity="examples n", logarithmic=True).plot(ax)

    @classmethod
    def against_margin(
        cls,
        bounds: Sequence[Bound[Any]],
        n: int,
        *,
        margins: Any = None,
        delta: float = 0.05,
        ax: Any = None,
    ) -> Self:
        """Bounds for n examples that all have the same margin, as a fraction of the radius of the ball around them."""
        places = np.linspace(0.02, 1.0, 50) if margins is None else np.asarray(margins, dtype=np.float64)
        curves = {
            bound_name(bound): [bound.risk(_equal_margins(bound, n, float(m)), delta) for m in places]
            for bound in bounds
        }
        return cls(places, curves, quantity="margin over radius").plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        for number, (name, curve) in enumerate(self.curves.items()):
            color = COLORS[number % len(COLORS)]
            ax.plot(self.places, curve, color=color, linewidth=1.8, label=name.replace("_", " "))
        ax.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=":")
        if self.logarithmic:
            ax.set_xscale("log")
        ax.set(xlabel=self.quantity, ylabel="risk at most")
        ax.set_ylim(0.0, 1.03)
        ax.legend(frameon=False, fontsize=9)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _equal_margins(bound: Bound[Any], n: int, margin: float) -> Any:
    """What a bound on margins sees of n examples with the same one."""
    equal = np.full(n, margin)
    kind = bound.witness
    if kind is Direction:
        return Direction(equal, best_length(equal, 1, 0.05))
    if kind is Margins:
        return Margins(equal, radius=1.0)
    if kind is NormalizedMargins:
        return NormalizedMargins(equal, dimension=n)
    raise InputError(f"{bound_name(bound)} does not look at margins but at {kind.__name__}.")
