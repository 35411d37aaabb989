"""Accuracy against C, one line for each kernel."""

from dataclasses import dataclass
from typing import Any

from drupe.certification.displays.canvas import COLORS, FAINT, canvas


@dataclass(frozen=True, eq=False)
class PricePicture:
    """What cross-validation saw while the price of slack rose.

    Parameters
    ----------
    Cs
        The prices.
    curves
        For each kernel the accuracies.
    """

    Cs: tuple[float, ...]
    curves: tuple[tuple[str, tuple[float, ...]], ...]

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        for number, (name, means) in enumerate(self.curves):
            color = COLORS[number % len(COLORS)]
            ax.plot(self.Cs, means, color=color, marker="o", markersize=4, linewidth=1.6, label=name)
        ax.set_xscale("log")
        ax.set(xlabel="C, the price of slack", ylabel="accuracy in cross-validation")
        ax.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.6)
        ax.legend(frameon=False, fontsize=9)
        return self
