"""A linear rule in feature space seen as the mean of a Gaussian, by the angles under which it sees the examples."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Direction:
    """Margins yᵢ ⟨w, φ(xᵢ)⟩ / (‖w‖ ‖φ(xᵢ)‖) of a vector that is the mean, up to its length, of a Gaussian.

    Parameters
    ----------
    margins
        One in [−1, 1] for each example; the offset counts as one more feature.
    scale
        Length μ of the mean of the Gaussian N(μ w, I) that rules are drawn from.
    choices
        How many feature spaces (such as scales of the offset's feature) were tried for it.

    Examples
    --------
    >>> Direction(np.array([0.5, -0.1]), scale=2.0).divergence
    2.0
    """

    margins: Vector
    scale: float
    choices: int = 1

    def __post_init__(self) -> None:
        _check(self.margins, self.choices, self.scale)

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @property
    def divergence(self) -> float:
        """KL(N(μ w, I) ‖ N(0, I)) = μ² / 2."""
        return 0.5 * self.scale**2


@dataclass(frozen=True, eq=False)
class ShiftedDirection:
    """The same for a prior N(η v, I) whose direction v was learned from other examples.

    Parameters
    ----------
    margins
        Normalized margins of w on the examples that v was not learned from.
    scale
        Length μ of the posterior's mean.
    prior_scale
        Length η of the prior's mean.
    cosine
        Of the angle between w and v.
    choices
        How many prior lengths and feature spaces were tried.

    Examples
    --------
    >>> ShiftedDirection(np.array([0.5]), scale=2.0, prior_scale=2.0, cosine=1.0).divergence
    0.0
    """

    margins: Vector
    scale: float
    prior_scale: float
    cosine: float
    choices: int = 1

    def __post_init__(self) -> None:
        _check(self.margins, self.choices, self.scale, self.prior_scale)
        if not -1.0 <= self.cosine <= 1.0:
            raise InputError(f"a cosine lies between -1 and 1; got {self.cosine}.")

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @property
    def divergence(self) -> float:
        """KL(N(μ w, I) ‖ N(η v, I)) = ‖μ w − η v‖² / 2."""
        apart = self.scale**2 + self.prior_scale**2 - 2.0 * self.scale * self.prior_scale * self.cosine
        return 0.5 * max(0.0, apart)


def _check(margins: Vector, choices: int, *lengths: float) -> None:
    if not all(0.0 <= length < np.inf for length in lengths):
        raise InputError(f"lengths of means are finite and not negative; got {lengths}.")
    if not len(margins) or not np.isfinite(margins).all() or np.abs(margins).max() > 1.0 + 1e-9:
        raise InputError("normalized margins are numbers between -1 and 1, at least one.")
    if choices < 1:
        raise InputError(f"at least one feature space was tried; got {choices}.")
