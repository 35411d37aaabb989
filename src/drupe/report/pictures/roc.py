"""Found positives against false alarms."""

from dataclasses import dataclass
from typing import Any

from drupe.analysis.outcomes import Roc
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas


@dataclass(frozen=True, eq=False)
class RocPicture:
    """The curve of one classifier.

    Parameters
    ----------
    roc
        The curve.
    """

    roc: Roc

    def plot(self, ax: Any = None) -> Any:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        ax.plot([0, 1], [0, 1], color=FAINT, linewidth=0.9, linestyle=":")
        ax.step(self.roc.false_alarms, self.roc.found, where="post", color=COLORS[0], linewidth=2.0)
        ax.fill_between(self.roc.false_alarms, self.roc.found, step="post", color=COLORS[0], alpha=0.1, linewidth=0)
        ax.text(0.97, 0.06, f"area {self.roc.area:.3f}", ha="right", color=INK, fontsize=12)
        ax.set(xlabel="false alarms", ylabel=f"found among {self.roc.positive}")
        ax.set_xlim(-0.01, 1.0)
        ax.set_ylim(0.0, 1.02)
        return self
