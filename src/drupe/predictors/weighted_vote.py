"""Weighted votes of rules: their sum is the output, and how clear a majority is the margin."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Reals, Sizes
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable
from drupe.rules.rule_list import Rules


@dataclass(frozen=True, eq=False)
class WeightedVote(Bindable):
    """f(x) = Σₜ aₜ hₜ(x), aₜ ≥ 0; divided by Σₜ aₜ it is a convex combination.

    Parameters
    ----------
    rules
        hₜ, with values from −1 to 1.
    weights
        aₜ.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.rules.stumps import Stumps
    >>> two = Stumps(np.array([0, 0]), np.array([0.5, 2.5]), np.ones(2), -np.ones(2), Vectors.of([[0.0]]))
    >>> vote = WeightedVote(two, np.array([1.0, 3.0]))
    >>> vote.decision(Vectors.of([[1.0]])).item(), vote.margins(Vectors.of([[1.0]]), np.array([1.0])).item()
    (2.0, 0.5)

    References
    ----------
    [Mukherjee04]_, sections 6 and 6.6; [Schapire98]_, section 2.
    """

    rules: Annotated[Rules, Counted("rules")]
    weights: Annotated[Vector, Reals("rules")]

    def __post_init__(self) -> None:
        if len(self.rules) != len(self.weights) or (self.weights < 0.0).any():
            raise InputError(f"{len(self.rules)} rules need as many weights, none of them negative.")

    @property
    def space(self) -> Inputs:
        """Examples of the kind that the rules take."""
        return self.rules.space

    @property
    def outputs(self) -> int:
        """One."""
        return 1

    @property
    def length(self) -> float:
        """Σₜ aₜ."""
        return float(self.weights.sum())

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x), one column."""
        return self.rules.combined(inputs, self.weights)[:, None]

    def margins(self, inputs: Inputs, signs: Vector) -> Vector:
        """y f(x) / Σₜ aₜ, from −1 to 1; zero if no rule counts."""
        length = self.length
        return signs * self.decision(inputs)[:, 0] / length if length else np.zeros(len(inputs))

    def staged(self, inputs: Inputs) -> Matrix:
        """f(x) after each round: a column for each."""
        return np.cumsum(self.rules.values(inputs) * self.weights, axis=1)

    def first(self, count: int) -> "WeightedVote":
        """The vote of the first so many rules."""
        return WeightedVote(self.rules.first(count), self.weights[:count])


@dataclass(frozen=True, eq=False)
class ClassVote(Bindable):
    """f_c(x) = Σₜ aₜ (1 if hₜ(x) = c, else −1/(k − 1)): rules that name one of k classes.

    Parameters
    ----------
    rules
        hₜ, whose values are codes 0 .. k−1.
    weights
        aₜ.
    classes
        k.

    References
    ----------
    [Zhu09]_, section 2.
    """

    rules: Annotated[Rules, Counted("rules")]
    weights: Annotated[Vector, Reals("rules")]
    classes: Annotated[int, Sizes("classes")]

    def __post_init__(self) -> None:
        if len(self.rules) != len(self.weights) or (self.weights < 0.0).any() or self.classes < 2:
            raise InputError(f"{len(self.rules)} rules need as many weights, none of them negative, and two classes.")

    @property
    def space(self) -> Inputs:
        """Examples of the kind that the rules take."""
        return self.rules.space

    @property
    def outputs(self) -> int:
        """One for each class."""
        return self.classes

    @property
    def length(self) -> float:
        """Σₜ aₜ."""
        return float(self.weights.sum())

    def decision(self, inputs: Inputs) -> Matrix:
        """f_c(x), a column for each class."""
        return self._of(self.rules.values(inputs))

    def margins(self, inputs: Inputs, codes: Index) -> Vector:
        """The share of the weight for the right class less that for the strongest other one."""
        if not self.length:
            return np.zeros(len(inputs))
        shares = self._shares(self.rules.values(inputs)) / self.length
        rows = np.arange(len(codes))
        right = shares[rows, codes].copy()
        shares[rows, codes] = -np.inf
        return np.asarray(right - shares.max(axis=1))

    def staged(self, inputs: Inputs) -> Matrix:
        """f after each round: a table for each example, with a row for each round."""
        named = self.rules.values(inputs)[:, :, None] == np.arange(self.classes)
        return np.cumsum(np.where(named, 1.0, -1.0 / (self.classes - 1)) * self.weights[:, None], axis=1)

    def first(self, count: int) -> "ClassVote":
        """The vote of the first so many rules."""
        return ClassVote(self.rules.first(count), self.weights[:count], self.classes)

    def _of(self, values: Matrix) -> Matrix:
        shares = self._shares(values)
        return np.asarray((self.classes * shares - self.length) / (self.classes - 1))

    def _shares(self, values: Matrix) -> Matrix:
        """The weight for each class."""
        return np.column_stack([(values == code) @ self.weights for code in range(self.classes)])
