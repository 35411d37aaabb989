"""Accuracy or error against C, one line for each kernel."""

from dataclasses import dataclass
from typing import Any

from drupe.foundation.canvas import COLORS, FAINT, canvas


@dataclass(frozen=True, eq=False)
class PricePicture:
    """What cross-validation saw while the price of slack rose.

    Parameters
    ----------
    Cs
        The prices.
    curves
        For each kernel the values.
    measure
        What the values are.
    """

    Cs: tuple[float, ...]
    curves: tuple[tuple[str, tuple[float, ...]], ...]
    measure: str = "accuracy"

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        for number, (name, means) in enumerate(self.curves):
            color = COLORS[number % len(COLORS)]
            ax.plot(self.Cs, means, color=color, marker="o", markersize=4, linewidth=1.6, label=name)
        ax.set_xscale("log")
        ax.set_xticks(self.Cs, [f"{C:g}" for C in self.Cs])
        ax.minorticks_off()
        ax.set(xlabel="C, the price of slack", ylabel=f"{self.measure} in cross-validation")
        ax.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.6)
        columns = max(1, min(3, 68 // (max(len(name) for name, _ in self.curves) + 8)))
        ax.figure.legend(frameon=False, fontsize=9, loc="outside lower center", ncols=columns)
        return self
