"""Margins of a weighted vote, with what is known of the class that its rules come from: the witnesses of boosting."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.witness.vectors import finite_vector

FINE = 10_000
"""Examples beyond which margins are rounded down to a grid of about as many values."""

STEP = 2.0**-13
"""Width of that grid."""


@dataclass(frozen=True, eq=False)
class VoteMargins(Checked):
    """yᵢ Σ aₜ hₜ(xᵢ) / Σ aₜ for each example, in [−1, 1], of rules hₜ with values ±1 and weights aₜ ≥ 0.

    Parameters
    ----------
    margins
        One for each training example; what is not positive counts as a mistake.

    Examples
    --------
    >>> VoteMargins([1.0, 0.5, -0.5, 0.5]).levels[0].tolist()
    [-0.5, 0.5, 1.0]
    """

    margins: Vector

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "margins", finite_vector(self.margins, "margins of a vote", low=-1.0, high=1.0))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @property
    def rate(self) -> float:
        """The share of training examples that a rule drawn by its weight gets wrong, the mean of (1 − margin) / 2."""
        return float(0.5 * (1.0 - self.margins).mean())

    @cached_property
    def levels(self) -> tuple[Vector, Vector]:
        """The different margins in ascending order, and the share of examples at each; of very many, rounded down."""
        margins = self.margins if self.n <= FINE else np.maximum(-1.0, STEP * np.floor(self.margins / STEP))
        values, counts = np.unique(margins, return_counts=True)
        return values, counts / self.n


@dataclass(frozen=True, eq=False)
class FiniteVote(VoteMargins):
    """A vote of rules from a finite class that was fixed before the data.

    Parameters
    ----------
    margins
        One for each training example.
    rules
        How many rules the class has; a rule and its negative are two.
    divergence
        KL(a ‖ equal weights) in nats, the weights of equal rules added up first; at most ln(rules).

    Examples
    --------
    >>> FiniteVote([0.5, 1.0], rules=4, divergence=0.0).rate
    0.125
    """

    rules: int = whole(1)
    divergence: float = nonnegative()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.divergence > math.log(self.rules) + 1e-9:
            raise InputError(
                f"weights of {self.rules} rules diverge from equal ones by ln({self.rules}) at most; got "
                f"{self.divergence}."
            )


@dataclass(frozen=True, eq=False)
class PatternVote(VoteMargins):
    """A vote of rules from a class that shows so many patterns on just these training examples.

    The count may depend on the inputs. So it serves theorems about the sample at hand, such as those by an empirical
    Rademacher average, and no union over rules.

    Parameters
    ----------
    margins
        One for each training example.
    patterns
        How many different vectors of answers (h(x₁), ..., h(xₙ)) the class has there, or more.

    Examples
    --------
    >>> PatternVote([0.5, 1.0], patterns=4).n
    2
    """

    patterns: int = whole(1)


@dataclass(frozen=True, eq=False)
class GrowthVote(VoteMargins):
    """A vote of rules from a class that shows no more than so many patterns on any n examples.

    Parameters
    ----------
    margins
        One for each of the n training examples.
    patterns
        The growth function of the class at n: known before the data.

    Examples
    --------
    >>> GrowthVote([0.5, 1.0], patterns=4).patterns
    4
    """

    patterns: int = whole(1)
