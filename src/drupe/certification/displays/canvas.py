"""Axes to draw on, with the few habits that all displays share."""

from typing import Any

INK, FAINT, WARNING = "#1c2230", "#6b7280", "#b3261e"
COLORS = ("#2f5d8a", "#c2703d", "#5b8c5a", "#8a5a83", "#a8964a", "#4f9aa8", "#7d7d7d", "#b05c6e")


def canvas(ax: Any, size: tuple[float, float] = (6.4, 4.2)) -> Any:
    """The axes that were given, or new ones; spines that say nothing are gone."""
    if ax is None:
        import matplotlib.pyplot as plt  # a screen is needed by those only who draw

        _, ax = plt.subplots(figsize=size, layout="constrained")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.tick_params(colors=FAINT, labelcolor=INK)
    return ax
