"""A committee: many classifiers over the same centers, each with a vote."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion

NUMBERS_AT_A_TIME = 2**22
"""Outputs that are held at once while votes are counted: 32 MiB."""


@dataclass(frozen=True, eq=False)
class Committee(Bindable):
    """Member i answers argmax over c of f_ci(x), or for two classes whether its only output is at least zero.

    Parameters
    ----------
    functions
        All outputs of all members: first the outputs of every member for the first class, then for the second.
    members
        How many members there are.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> three = Expansion(Linear(), Vectors.of([[1.0]]), np.array([[1.0, 2.0, -1.0]]), np.zeros(3))
    >>> Committee(three, 3).shares(Vectors.of([[5.0]])).round(3).tolist()
    [[0.333, 0.667]]

    References
    ----------
    [Graepel02]_, section 9.2.1; [Herbrich02]_, section 3.4.
    """

    functions: Expansion
    members: int

    def __post_init__(self) -> None:
        columns = self.functions.coefficients.shape[1]
        if self.members < 1 or not columns or columns % self.members:
            raise InputError(f"{columns} outputs cannot be those of {self.members} members.")

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.functions.space

    @property
    def outputs(self) -> int:
        """One for two classes, else one for each."""
        return self.outputs_each

    @property
    def outputs_each(self) -> int:
        """How many outputs a member has: one for two classes, else one for each class."""
        return int(self.functions.coefficients.shape[1]) // self.members

    @property
    def classes(self) -> int:
        """How many classes the members tell apart."""
        return max(2, self.outputs_each)

    def answers(self, inputs: Inputs) -> Index:
        """The class that each member votes for: one row for each example, one column for each member."""
        if not len(inputs):
            return np.empty((0, self.members), dtype=np.int64)
        return np.vstack(list(self._in_blocks(inputs)))

    def shares(self, inputs: Inputs) -> Matrix:
        """The share of the votes for each class: one row for each example."""
        if not len(inputs):
            return np.empty((0, self.classes))
        return np.vstack([counted(answers, self.classes) for answers in self._in_blocks(inputs)]) / self.members

    def decision(self, inputs: Inputs) -> Matrix:
        """The shares; for two classes, by how much that of the second exceeds that of the first."""
        shares = self.shares(inputs)
        return shares[:, 1:] - shares[:, :1] if self.outputs_each == 1 else shares

    def _in_blocks(self, inputs: Inputs) -> Iterator[Index]:
        for index in blocks(len(inputs), NUMBERS_AT_A_TIME // self.functions.coefficients.shape[1]):
            block = inputs.take(index)
            outputs = self.functions.decision(block).reshape(len(block), self.outputs_each, self.members)
            yield outputs.argmax(axis=1) if self.outputs_each > 1 else (outputs[:, 0] >= 0.0).astype(np.int64)


def counted(answers: Index, classes: int) -> Matrix:
    """How many of the answers in each row name each class.

    >>> counted(np.array([[0, 2, 2]]), 3).tolist()
    [[1.0, 0.0, 2.0]]
    """
    return np.stack([(answers == code).sum(axis=1) for code in range(classes)], axis=1).astype(np.float64)
