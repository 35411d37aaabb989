"""Labels against answers, counted."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.canvas import COLORS, INK, WARNING, canvas


@dataclass(frozen=True, eq=False)
class ConfusionPicture:
    """A square for each pair of label and answer, darker the more of its row's examples it holds.

    Parameters
    ----------
    counts
        Rows are labels, columns answers.
    classes
        What they are called.
    """

    counts: npt.NDArray[np.int64] = field(repr=False)
    classes: tuple[str, ...]

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (4.4, 3.8))
        size = len(self.classes)
        shares = self.counts / np.maximum(self.counts.sum(axis=1, keepdims=True), 1)
        for i in range(size):
            for j in range(size):
                color = COLORS[0] if i == j else WARNING
                square = {"color": color, "alpha": 0.06 + 0.6 * float(shares[i, j]), "linewidth": 0}
                ax.add_patch(_square(j, i, square))
                if size <= 12:
                    style = {"fontsize": 13 if size <= 4 else 9, "weight": "bold" if i == j else "normal"}
                    ax.text(j, i, str(self.counts[i, j]), ha="center", va="center", color=INK, **style)
        turned = 0 if max(map(len, self.classes)) * size <= 36 else 45
        ax.set_xticks(range(size), self.classes, rotation=turned, ha="center" if not turned else "right")
        ax.set_yticks(range(size), self.classes)
        ax.set(xlabel="answer", ylabel="label", xlim=(-0.5, size - 0.5), ylim=(size - 0.5, -0.5))
        ax.set_aspect("equal")
        ax.tick_params(length=0)
        for side in ("left", "bottom"):
            ax.spines[side].set_visible(False)
        return self


def _square(across: float, down: float, style: dict[str, Any]) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((across - 0.48, down - 0.48), 0.96, 0.96, **style)
