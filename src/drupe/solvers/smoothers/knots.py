"""Distinct places and what was measured there: examples at one place count as one, with their weights together."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True, eq=False)
class Knots:
    """Examples, and at which of the distinct places each of them is.

    A function sees of the examples at a place only their weighted mean; how they differ there is left over by every
    function alike.

    Parameters
    ----------
    place
        For each example the number of its place.
    first
        For each place the first example there; rising.
    targets
        y, one column for each output.
    weights
        How often each example counts.

    Examples
    --------
    >>> x, y = Vectors.of([[5.0], [2.0], [5.0]]), np.array([[1.0], [7.0], [3.0]])
    >>> knots = Knots.of(x, y, np.array([1.0, 1.0, 3.0]))
    >>> knots.first.tolist(), knots.total_weights.tolist(), knots.means.ravel().tolist(), knots.within.tolist()
    ([0, 1], [4.0, 1.0], [2.5, 7.0], [3.0])
    """

    place: Index
    first: Index
    targets: Matrix
    weights: Vector

    @classmethod
    def of(cls, inputs: Inputs, targets: Matrix, weights: Vector) -> "Knots":
        """The places of vectors; examples of other kinds are taken to be different."""
        n = len(inputs)
        if not isinstance(inputs, Vectors):
            return cls(np.arange(n), np.arange(n), targets, weights)
        x = inputs.in_double().dense() + 0.0  # −0 and 0 are one place
        # Rows as they lie in memory can be sorted at once, whatever the number of columns.
        rows = x[:, 0] if x.shape[1] == 1 else np.ascontiguousarray(x).view(f"V{8 * x.shape[1]}").ravel()
        _, first, place = np.unique(rows, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        return cls(rank[place.reshape(-1)], first[order].astype(np.int64), targets, weights)

    def __len__(self) -> int:
        return len(self.first)

    @property
    def repeated(self) -> bool:
        """Whether some examples share their place."""
        return len(self.first) < len(self.place)

    @cached_property
    def total(self) -> float:
        """How many examples there are, each counted as often as its weight says."""
        return float(self.weights.sum())

    @cached_property
    def total_weights(self) -> Vector:
        """The weights at each place together."""
        if not self.repeated:
            return self.weights
        return np.asarray(np.bincount(self.place, weights=self.weights, minlength=len(self)), dtype=np.float64)

    @cached_property
    def means(self) -> Matrix:
        """The weighted mean of the targets at each place."""
        if not self.repeated:
            return self.targets
        # Around the first target there, so that equal ones have themselves for mean.
        origin = self.targets[self.first]
        apart = self.weights[:, None] * (self.targets - origin[self.place])
        sums = np.column_stack([np.bincount(self.place, weights=column, minlength=len(self)) for column in apart.T])
        return origin + sums / self.total_weights[:, None]

    @cached_property
    def within(self) -> Vector:
        """Σ w (y − mean)² of each output, which no function of x can explain."""
        if not self.repeated:
            return np.zeros(self.targets.shape[1])
        return np.asarray(self.weights @ np.square(self.targets - self.means[self.place]))

    def missed(self, residuals: Matrix, independence: Vector) -> Matrix:
        """y − f₋ᵢ(xᵢ): how far each example is from the function without it.

        An example of weight 3 stands for three, of which one is left out; of a weight below one all of it is.
        `residuals` are those of the means, and `independence` is how much of a change of the mean at a place stays in
        its residual: 1 − ∂f(x)/∂mean.
        """
        shares = np.minimum(self.weights, 1.0) / self.total_weights[self.place]
        apart = (self.targets - self.means[self.place]) + residuals[self.place]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(apart / (1.0 - shares + shares * independence[self.place])[:, None])
