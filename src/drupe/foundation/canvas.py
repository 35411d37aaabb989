"""Axes to draw on, with the few habits that all displays share."""

from typing import Any

from drupe.foundation.arrays import Vector

INK, FAINT, WARNING = "#1c2230", "#6b7280", "#b3261e"
COLORS = ("#2f5d8a", "#c2703d", "#5b8c5a", "#8a5a83", "#a8964a", "#4f9aa8", "#7d7d7d", "#b05c6e")


def ink() -> str:
    """The color of words, thin lines and dots: what matplotlib's settings say of text, INK where they say nothing.

    So they are seen on a dark page, too.
    """
    from matplotlib import rcParams

    chosen = str(rcParams["text.color"])
    return INK if chosen == "black" else chosen


def canvas(ax: Any, size: tuple[float, float] = (6.4, 4.2)) -> Any:
    """The axes that were given, or new ones; spines that say nothing are gone."""
    if ax is None:
        import matplotlib.pyplot as plt  # a screen is needed by those only who draw

        _, ax = plt.subplots(figsize=size, layout="constrained")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.tick_params(colors=FAINT, labelcolor=ink())
    return ax


def frame(ax: Any, axes: tuple[str, str], across: Vector, up: Vector) -> None:
    """The names of both axes, and the grid over the plane for their limits."""
    ax.set(xlabel=axes[0], ylabel=axes[1], xlim=(across[0], across[-1]), ylim=(up[0], up[-1]))
