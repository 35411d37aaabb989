"""Gram matrices as pictures: examples in order of their class, so that a good kernel shows as blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from drupe.foundation.arrays import Matrix

POOL = 3
"""Examples per pixel, along each side; their mean is drawn."""

ROBUST = 99.5
"""Percentile of |K| at which the colors end, so that a few extreme entries do not wash out the rest."""

INK, FAINT, WARNING = "#1c2230", "#6b7280", "#b3261e"


@dataclass(frozen=True)
class Picture:
    """A Gram matrix with what is to be written above it."""

    matrix: Matrix
    title: str
    formula: str
    verdict: str
    sound: bool


def gallery(pictures: Sequence[Picture], labels: npt.NDArray[np.int64], heading: str, caption: str) -> Figure:
    """All pictures in two rows; `labels` are the classes of the examples, sorted."""
    columns = -(-len(pictures) // 2)
    with mpl.rc_context({"font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans", "text.color": INK}):
        figure = Figure(figsize=(4.1 * columns, 9.6), facecolor="white")
        axes = figure.subplots(2, columns).ravel()
        figure.subplots_adjust(left=0.03, right=0.965, top=0.835, bottom=0.035, wspace=0.24, hspace=0.28)
        for ax, picture in zip(axes, pictures, strict=False):
            _hang(ax, picture, labels)
        for ax in axes[len(pictures) :]:
            ax.set_axis_off()
        figure.text(0.03, 0.963, heading, fontsize=19, weight="bold", va="center")
        figure.text(0.03, 0.93, caption, fontsize=11.5, color=FAINT, va="center")
    return figure


def _hang(ax: Axes, picture: Picture, labels: npt.NDArray[np.int64]) -> None:
    pixels = _pooled(picture.matrix)
    side = POOL * len(pixels)
    edge = float(np.percentile(np.abs(picture.matrix), ROBUST))
    signed = picture.matrix.min() < -0.01 * edge
    image = ax.imshow(
        pixels,
        cmap="RdBu_r" if signed else "magma",
        vmin=-edge if signed else 0.0,
        vmax=edge,
        extent=(0, side, side, 0),
        interpolation="antialiased",
    )
    _mark_classes(ax, labels, INK if signed else "white")
    bar = ax.figure.colorbar(image, ax=ax, fraction=0.046, pad=0.025)
    bar.ax.tick_params(labelsize=7.5, colors=FAINT, length=2)
    bar.outline.set_visible(False)
    ax.text(0, 1.155, picture.title, transform=ax.transAxes, fontsize=13, weight="bold")
    ax.text(0, 1.085, picture.formula, transform=ax.transAxes, fontsize=11)
    ax.text(0, 1.025, picture.verdict, transform=ax.transAxes, fontsize=9, color=FAINT if picture.sound else WARNING)


def _mark_classes(ax: Axes, labels: npt.NDArray[np.int64], color: str) -> None:
    """Thin lines where one class ends and the next begins, and the class beside its block."""
    classes, starts = np.unique(labels, return_index=True)
    ends = [*starts[1:], len(labels)]
    for start in starts[1:]:
        ax.axhline(start, color=color, linewidth=0.4, alpha=0.6)
        ax.axvline(start, color=color, linewidth=0.4, alpha=0.6)
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
    names = [str(name) for name in classes]
    ax.set_xticks(middles, names)
    ax.set_yticks(middles, names)
    ax.tick_params(length=0, labelsize=8, pad=2, colors=FAINT)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _pooled(matrix: Matrix) -> Matrix:
    """The mean of every POOL × POOL square; what is left over at the end is cut off."""
    pixels = len(matrix) // POOL
    squares = matrix[: pixels * POOL, : pixels * POOL].reshape(pixels, POOL, pixels, POOL)
    return np.asarray(squares.mean(axis=(1, 3)))
