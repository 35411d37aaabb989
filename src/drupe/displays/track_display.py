"""One string, and what each of its letters adds to the output of a rule."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from drupe.displays.taken_apart import speaks_for, taken_apart
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas

NAMED, SMALL = 120, 60
"""Letters up to which each is written below its bar, in a smaller type from the second number on."""


class TrackDisplay:
    """A bar for each letter, or for each word of a text: up if it speaks for a class, down if against it.

    Bars and offset add up to the output, f(x) = Σ bars + offset.

    Parameters
    ----------
    letters
        From left to right.
    shares
        What each adds.
    offset
        What the rule adds whatever the string is.
    speaks_for
        The class that bars upwards speak for; empty for a quantity.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe import SVC
    >>> from drupe.kernels import Spectrum
    >>> model = SVC(kernel=Spectrum(length=1), C=10.0).fit(["ab", "b"], ["with", "without"])
    >>> display = TrackDisplay.from_estimator(model, "ba")
    >>> display.shares.round(3).tolist(), round(display.total, 3)
    ([0.0, -2.0], -1.0)
    """

    def __init__(self, letters: Sequence[str], shares: Vector, offset: float = 0.0, speaks_for: str = ""):
        self.letters, self.shares = tuple(letters), np.asarray(shares)
        self.offset, self.speaks_for = offset, speaks_for

    @property
    def total(self) -> float:
        """The output itself."""
        return float(self.shares.sum()) + self.offset

    @classmethod
    def from_estimator(cls, model: Any, string: Any, *, output: int = 0, ax: Any = None) -> Self:
        """Draw what a fitted machine on strings makes of one of them; its kernel must add up words, as `Spectrum` does.

        `output` counts classes, of which two have one output, that of the second.
        """
        apart = taken_apart(model, [string])
        return cls(
            list(map(str, string)), apart.of(0)[:, output], float(apart.offset[output]), speaks_for(model, output)
        ).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax, (6.4, 2.6))
        places = np.arange(len(self.letters))
        up = self.shares > 0.0
        for chosen, color in ((up, COLORS[0]), (~up, COLORS[1])):
            ax.bar(places[chosen], self.shares[chosen], width=0.85, color=color)
        ax.axhline(0.0, color=FAINT, linewidth=0.8)
        long = max(map(len, self.letters), default=1) > 1
        if len(places) <= NAMED:
            ax.set_xticks(places, [letter.replace("$", r"\$") for letter in self.letters], rotation=60 if long else 0)
            ax.tick_params(axis="x", length=0, labelsize=9 if long else 8 if len(places) <= SMALL else 5.5)
        else:
            ax.set_xlabel("place, from 0")
        ax.set_xlim(-0.6, len(places) - 0.4)
        ax.set_ylabel(f"speaks for {self.speaks_for}" if self.speaks_for else "adds to the output", color=INK)
        self.ax_, self.figure_ = ax, ax.figure
        return self
