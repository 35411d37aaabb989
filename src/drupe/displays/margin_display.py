"""The distribution of margins: how far each training example lies on its right side."""

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.certification.training_data import class_codes
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, FAINT, INK, WARNING, canvas
from drupe.foundation.errors import InputError


class MarginDisplay:
    """The share of examples with a margin y f(x) of at most m, for every m.

    Parameters
    ----------
    margins
        One for each example; negative ones are mistakes.
    canonical
        Whether they are those of a machine that wants them to be at least 1; a line is drawn there.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> display = MarginDisplay([-0.5, 0.5, 1.5, 2.0])
    >>> display.share_below(0.0), display.share_below(1.0)
    (0.25, 0.5)

    References
    ----------
    [Cristianini00]_, definition 2.1; [Herbrich02]_, section 4.4.
    """

    def __init__(self, margins: Any, *, canonical: bool = True):
        self.margins: Vector = np.sort(np.asarray(margins, dtype=np.float64))
        self.canonical = canonical

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, *, ax: Any = None) -> Self:
        """Margins of a fitted classifier of two classes on these examples."""
        check_is_fitted(model)
        if len(model.classes_) != 2:
            raise InputError(
                f"margins are drawn for two classes, the model has {len(model.classes_)}; OneVsRest makes machines of "
                "two classes each, and CoverageRiskDisplay shows how sure a model of several is."
            )
        outputs = np.asarray(model.decision_function(X), dtype=np.float64)
        signs = np.where(class_codes(model, y, len(outputs)) == 1, 1.0, -1.0)
        return cls(signs * outputs).plot(ax)

    def share_below(self, margin: float) -> float:
        """Share of the examples with at most this margin."""
        return float(np.searchsorted(self.margins, margin, side="right") / len(self.margins))

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        low, high = min(self.margins[0], -0.1), max(self.margins[-1], 1.1 if self.canonical else 0.1)
        pad = 0.05 * (high - low)
        places = np.concatenate([[low - pad], self.margins, [high + pad]])
        shares = np.concatenate([[0.0], np.arange(1, len(self.margins) + 1) / len(self.margins), [1.0]])
        ax.step(places, shares, where="post", color=COLORS[0], linewidth=1.8)
        wrong = self.share_below(0.0)
        ax.fill_between(places, shares, where=places <= 0.0, step="post", color=WARNING, alpha=0.25, linewidth=0)
        ax.axvline(0.0, color=WARNING, linewidth=1.0)
        # In the lower right corner, which the curve leaves free.
        said = [f"{wrong:.1%} wrong"]
        if self.canonical:
            ax.axvline(1.0, color=FAINT, linewidth=0.9, linestyle=":")
            said.append(f"{self.share_below(1.0) - wrong:.1%} right, below 1")
        corner = {"xycoords": "axes fraction", "ha": "right", "va": "bottom"}
        ax.annotate("\n".join(said), (0.98, 0.03), **corner)
        ax.set(
            xlabel="margin y f(x)" if self.canonical else "margin", ylabel="share of examples with at most this margin"
        )
        ax.set_xlim(places[0], places[-1])
        ax.set_ylim(0.0, 1.02)
        ax.title.set_color(INK)
        self.ax_, self.figure_ = ax, ax.figure
        return self
