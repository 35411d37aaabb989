"""Letters at each place of equally long strings, as tall as they move the output of a rule."""

from collections.abc import Sequence
from typing import Any, Self, cast

import numpy as np

from drupe.displays.taken_apart import speaks_for, taken_apart
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.inputs.sequences import Sequences

PLACES = 40
"""Places that are drawn, those around the largest energy, if there are more."""

LEAST = 0.02
"""Height, as a share of the tallest place, below which a letter is left out."""


class LogoDisplay:
    """What each letter adds at each place: letters above the line speak for a class, those below it against it.

    The height of a letter is its mean effect on the output where it stands, less that of the place whatever the letter,
    times the share of strings that have it there. For a weighted-degree kernel of length 1 these are the weights of the
    rule, times shares.

    Parameters
    ----------
    pulls
        One row for each place, one column for each letter.
    shares
        The share of strings that have this letter there.
    letters
        The alphabet.
    speaks_for
        The class that letters above the line speak for; empty for a quantity.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> display = LogoDisplay([[0.5, -0.5], [0.0, 0.0]], [[0.5, 0.5], [0.5, 0.5]], ("a", "b"))
    >>> display.energy.tolist(), display.heights[0].tolist()
    ([0.5, 0.0], [0.25, -0.25])

    References
    ----------
    [Schneider90]_ draws how often letters are at each place; here it is what a rule makes of them.
    """

    def __init__(self, pulls: Any, shares: Any, letters: Sequence[str], speaks_for: str = ""):
        self.pulls, self.shares = np.asarray(pulls, dtype=np.float64), np.asarray(shares, dtype=np.float64)
        self.letters, self.speaks_for = tuple(letters), speaks_for

    @property
    def heights(self) -> Matrix:
        """One row for each place, one column for each letter."""
        return np.asarray(self.pulls * self.shares)

    @property
    def energy(self) -> Vector:
        """How much the letter at each place moves the output: the standard deviation over strings."""
        return np.asarray(np.sqrt((self.shares * self.pulls**2).sum(axis=1)))

    @classmethod
    def from_estimator(cls, model: Any, strings: Any, *, output: int = 0, ax: Any = None) -> Self:
        """Draw what a fitted machine makes of these strings, which must all be equally long."""
        apart, sequences = taken_apart(model, strings), cast(Sequences, coerce(strings))
        pulls, shares = letter_pulls(sequences, apart.tokens[:, output])
        return cls(pulls, shares, list(map(str, sequences.alphabet)), speaks_for(model, output)).plot(ax)

    @property
    def window(self) -> range:
        """The places that are drawn: all, or those where the most energy lies together."""
        length = len(self.pulls)
        if length <= PLACES:
            return range(length)
        sums = np.concatenate([[0.0], np.cumsum(self.energy**2)])
        first = int(np.argmax(sums[PLACES:] - sums[:-PLACES]))
        return range(first, first + PLACES)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 2.8))
        heights, window = self.heights, self.window
        tallest = max(float(np.abs(heights[window.start : window.stop]).sum(axis=1).max(initial=0.0)), 1e-300)
        for place in window:
            for sign in (1.0, -1.0):
                bottom = 0.0
                # The heaviest letter stands outermost.
                for letter in np.argsort(sign * heights[place], kind="stable"):
                    height = float(heights[place, letter])
                    if sign * height <= LEAST * tallest:
                        continue
                    _draw(ax, self.letters[letter], place, bottom, height, COLORS[int(letter) % len(COLORS)])
                    bottom += height
        ax.axhline(0.0, color=FAINT, linewidth=0.8)
        drawn = heights[window.start : window.stop]
        ax.set_xlim(window.start - 0.6, window.stop - 0.4)
        ax.set_ylim(
            1.08 * min(float(np.minimum(drawn, 0.0).sum(axis=1).min(initial=0.0)), -0.05 * tallest),
            1.08 * max(float(np.maximum(drawn, 0.0).sum(axis=1).max(initial=0.0)), 0.05 * tallest),
        )
        ax.set_xlabel("place, from 0")
        ax.set_ylabel(f"speaks for {self.speaks_for}" if self.speaks_for else "adds to the output", color=INK)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def letter_pulls(strings: Sequences, added: Vector) -> tuple[Matrix, Matrix]:
    """For each place and letter the mean of what it adds there, less the mean of the place; and how often it is there.

    >>> letter_pulls(Sequences.of(["a", "b"]), np.array([1.0, 3.0]))[0].tolist()
    [[-1.0, 1.0]]
    """
    lengths = np.unique(strings.lengths)
    if len(lengths) != 1 or lengths[0] == 0:
        raise InputError(
            f"places are compared of strings of one length, got lengths from {lengths[0]} to {lengths[-1]}."
        )
    n, length, size = len(strings), int(lengths[0]), len(strings.alphabet)
    cells = (np.arange(length) * size + strings.codes.reshape(n, length)).ravel()
    counts = np.bincount(cells, minlength=length * size).reshape(length, size)
    sums = np.bincount(cells, weights=added, minlength=length * size).reshape(length, size)
    means = np.where(counts > 0, sums / np.maximum(counts, 1) - added.reshape(n, length).mean(axis=0)[:, None], 0.0)
    return means, counts / n


def _draw(ax: Any, letter: str, place: int, bottom: float, height: float, color: str) -> None:
    """One letter, as tall as it counts; below the line it stays upright."""
    from matplotlib.patches import PathPatch
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    outline = TextPath((0.0, 0.0), letter.replace("$", r"\$"), size=1.0)
    box = outline.get_extents()
    if box.width <= 0.0 or box.height <= 0.0:  # a blank has no outline
        return
    low, high = min(bottom, bottom + height), max(bottom, bottom + height)
    fit = Affine2D().translate(-box.x0, -box.y0).scale(0.86 / box.width, 0.97 * (high - low) / box.height)
    ax.add_patch(PathPatch(outline.transformed(fit.translate(place - 0.43, low)), color=color, linewidth=0.0))
