"""Rules that were each trained on a part of the examples and tested on the rest."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Committee:
    """Errors of each rule on the examples outside its own training set, and how much weight it got.

    Parameters
    ----------
    errors
        Errors of each rule.
    outside
        How many examples each rule was tested on; the same number for all.
    weights
        Not negative, of sum one; they may depend on the errors.

    Examples
    --------
    >>> pair = Committee(np.array([1, 3]), outside=10, weights=np.array([0.5, 0.5]))
    >>> pair.rate, pair.divergence
    (0.2, 0.0)
    """

    errors: Index
    outside: int
    weights: Vector

    def __post_init__(self) -> None:
        check_weights(self.weights, len(self.errors))
        if self.outside < 1 or self.errors.min() < 0 or self.errors.max() > self.outside:
            raise InputError(f"errors lie between 0 and the {self.outside} examples outside, at least one.")

    @property
    def rate(self) -> float:
        """Mean share of errors, by weight."""
        return float(self.weights @ (self.errors / self.outside))

    @property
    def divergence(self) -> float:
        """KL of the weights from equal ones, Σ ρ ln(ρ K)."""
        return divergence_from_equal(self.weights)


@dataclass(frozen=True, eq=False)
class Tandem:
    """Errors that two rules make together, on the examples outside both training sets, for all pairs of rules.

    Parameters
    ----------
    errors
        Joint errors of each pair; errors of one rule on the diagonal.
    overlaps
        How many examples each pair was tested on.
    weights
        Of the rules.
    """

    errors: Index
    overlaps: Index
    weights: Vector

    def __post_init__(self) -> None:
        check_weights(self.weights, len(self.errors))
        if self.errors.shape != self.overlaps.shape or self.overlaps.min() < 1 or (self.errors > self.overlaps).any():
            raise InputError("every pair of rules needs an example outside both, and no more errors than examples.")

    @property
    def rate(self) -> float:
        """Mean share of joint errors, by the product of weights."""
        return float(self.weights @ (self.errors / self.overlaps) @ self.weights)

    @property
    def divergence(self) -> float:
        """KL of the weights from equal ones."""
        return divergence_from_equal(self.weights)


def divergence_from_equal(weights: Vector) -> float:
    """Σ ρ ln(ρ K), zero for equal weights."""
    some = weights[weights > 0.0]
    return max(0.0, float(some @ np.log(some * len(weights))))


def check_weights(weights: Vector, rules: int) -> None:
    """Raise an InputError unless these are weights of so many rules."""
    if len(weights) != rules or not rules or weights.min() < 0.0 or abs(weights.sum() - 1.0) > 1e-9:
        raise InputError(f"{rules} rules need as many weights, not negative and of sum one; got {weights.tolist()}.")
