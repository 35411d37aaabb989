"""One function for each pair of classes, evaluated so that a center shared between pairs is met once."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.predictors.expansion import Expansion
from drupe.predictors.votes import certain, winners

WORTHWHILE = 256
"""Examples below which there is nothing to save."""


@dataclass(frozen=True, eq=False)
class OneVsOne:
    """f_{ij}(x) for all classes i < j, positive for class i; pairs in the order (0,1), (0,2), ..., (1,2), ...

    A center of class i takes part in the k − 1 pairs of its class. So there is one expansion for each class, with one
    output for each other class, and f_{ij} is the sum of one output of i, one of j and the offset of the pair.

    Parameters
    ----------
    classes
        The expansion over the centers of each class, without offset; output r of class i is towards class r if r < i,
        else towards class r + 1.
    offsets
        One for each pair.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> above = Expansion(Linear(), Vectors.of([[1.0]]), np.array([[0.5]]), np.zeros(1))
    >>> below = Expansion(Linear(), Vectors.of([[-1.0]]), np.array([[-0.5]]), np.zeros(1))
    >>> OneVsOne((above, below), np.zeros(1)).decision(Vectors.of([[3.0]])).tolist()
    [[3.0]]

    References
    ----------
    [Herbrich02]_, section 2.4.2; [Chang11]_, section 7.
    """

    classes: tuple[Expansion, ...]
    offsets: Vector

    def __post_init__(self) -> None:
        k = len(self.classes)
        if k < 2 or len(self.offsets) != k * (k - 1) // 2:
            raise InputError(f"{k} classes have {k * (k - 1) // 2} pairs, got {len(self.offsets)} offsets.")

    @property
    def space(self) -> Inputs:
        """The centers of the first class."""
        return self.classes[0].space

    def decision(self, inputs: Inputs) -> Matrix:
        """One column for each pair."""
        return self._by_pair([side.decision(inputs) for side in self.classes]) + self.offsets

    def winners(self, inputs: Inputs) -> Index:
        """The class with most votes by the outputs of `decision`, found in single precision where that is enough.

        Examples whose winner could change if outputs that are in doubt had the other sign are decided again, in the
        precision of the data.
        """
        if len(inputs) < WORTHWHILE:
            return winners(self.decision(inputs))
        doubt = self._by_pair([side.doubt(inputs)[None, :] for side in self.classes])
        if not np.isfinite(doubt).all():
            return winners(self.decision(inputs))
        once = self._rounded(inputs)
        rough = self._by_pair([side.rough_decision(once) for side in self.classes]) + self.offsets
        found = winners(rough)
        open_questions = np.flatnonzero(~certain(rough, doubt, found))
        if len(open_questions):
            found[open_questions] = winners(self.decision(inputs.take(open_questions)))
        return found

    def _rounded(self, inputs: Inputs) -> Inputs:
        """The examples rounded for all classes at once, if that is all that any of them would do first."""
        alike = all(side.prepared.takes_single for side in self.classes if len(side.centers))
        return inputs.in_single() if alike and isinstance(inputs, Vectors) else inputs

    def _by_pair(self, parts: list[Matrix]) -> Matrix:
        """The sum, for each pair, of what each of its classes has to say about the other."""
        first, second = np.triu_indices(len(parts), 1)
        # One row for each output: whole rows are gathered many times faster than columns.
        whole = np.concatenate([part.T for part in parts])
        width = len(parts) - 1
        return np.asarray((whole[first * width + second - 1] + whole[second * width + first]).T)
