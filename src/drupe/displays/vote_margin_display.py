"""The margins of a vote as it grows: how clear its majorities are after few rounds, and after many."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from drupe.certification.training_data import class_codes
from drupe.foundation.arrays import Vector
from drupe.foundation.canvas import COLORS, FAINT, canvas
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce_like
from drupe.predictors.weighted_vote import ClassVote, WeightedVote

ROUNDS = (5, 100, 1000)
"""After which margins are looked at, unless others are named."""

STYLES = (":", "--", "-", "-.")


class VoteMarginDisplay:
    """The share of examples whose margin y f(x) / Σ aₜ is at most m, for every m from −1 to 1, after some rounds each.

    Errors on the training examples are the share at m = 0. They say nothing any more when they are zero; margins do.

    Parameters
    ----------
    margins
        For each number of rounds the margins of all examples; those of at most zero are mistakes.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> display = VoteMarginDisplay({1: [-1.0, 1.0, 1.0, 1.0], 9: [0.25, 0.5, 0.5, 0.75]})
    >>> display.share_below(0.0), display.share_below(0.5), display.smallest()
    ({1: 0.25, 9: 0.0}, {1: 0.25, 9: 0.75}, {1: -1.0, 9: 0.25})

    References
    ----------
    [Schapire98]_, section 1 and figure 1.
    """

    def __init__(self, margins: Mapping[int, npt.ArrayLike]):
        self.margins: dict[int, Vector] = {
            rounds: np.sort(np.asarray(own, dtype=np.float64)) for rounds, own in sorted(margins.items())
        }
        for own in self.margins.values():
            # Not more than rounding may lie beyond one.
            if own.ndim != 1 or not len(own) or not (np.abs(own) <= 1.0 + 1e-9).all():
                raise InputError("margins of a vote lie between -1 and 1, one for each example.")

    @classmethod
    def from_estimator(cls, model: Any, X: Any, y: Any, *, rounds: Sequence[int] = ROUNDS, ax: Any = None) -> Self:
        """Margins of a fitted boosting machine on these examples, after so many rounds or as many as there were."""
        check_is_fitted(model)
        vote = getattr(model, "predictor_", None)
        if not isinstance(vote, WeightedVote | ClassVote):
            raise InputError(
                f"{type(model).__name__} is no vote of rules; MarginDisplay shows the margins of other machines."
            )
        inputs = coerce_like(vote.space, X, type(model).__name__)
        codes = class_codes(model, y, len(inputs))
        right: Any = codes if isinstance(vote, ClassVote) else np.where(codes == 1, 1.0, -1.0)
        after = sorted({min(int(count), len(vote.weights)) for count in rounds})
        return cls({count: vote.first(count).margins(inputs, right) for count in after}).plot(ax)

    def share_below(self, margin: float) -> dict[int, float]:
        """Share of the examples with at most this margin, after each number of rounds."""
        return {
            rounds: float(np.searchsorted(own, margin, side="right") / len(own)) for rounds, own in self.margins.items()
        }

    def smallest(self) -> dict[int, float]:
        """The smallest margin, after each number of rounds."""
        return {rounds: float(own[0]) for rounds, own in self.margins.items()}

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        ax = canvas(ax)
        for place, (rounds, own) in enumerate(self.margins.items()):
            where = np.concatenate([[-1.0], own, [1.0]])
            shares = np.concatenate([[0.0], np.arange(1, len(own) + 1) / len(own), [1.0]])
            color, style = COLORS[place % len(COLORS)], STYLES[place % len(STYLES)]
            label = f"{rounds} round" if rounds == 1 else f"{rounds} rounds"
            ax.step(where, shares, style, where="post", color=color, linewidth=1.8, label=label)
        ax.axvline(0.0, color=FAINT, linewidth=0.9)
        ax.set(xlabel="margin", ylabel="share of examples with at most this margin", xlim=(-1.0, 1.0), ylim=(0.0, 1.02))
        ax.legend(loc="upper left", frameon=False)
        self.ax_, self.figure_ = ax, ax.figure
        return self
