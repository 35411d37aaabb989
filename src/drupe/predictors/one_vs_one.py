"""One function for each pair of classes, evaluated so that a center shared between pairs is met once."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Each, Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion
from drupe.predictors.pairs_together import PairsTogether
from drupe.predictors.votes import pair_codes, winners
from drupe.witness.hyperplane import Hyperplane

PUT_TOGETHER = ("_together", "_all_offsets")
"""What is put together from the parts at the first request, and again in a copy."""


@dataclass(frozen=True, eq=False)
class OneVsOne(Bindable):
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

    classes: Annotated[tuple[Expansion, ...], Each(Outputs("others"), "classes")]
    offsets: Annotated[Vector, Reals("pairs")]

    def __post_init__(self) -> None:
        k = len(self.classes)
        if k < 2 or len(self.offsets) != k * (k - 1) // 2:
            raise InputError(f"{k} classes have {k * (k - 1) // 2} pairs, got {len(self.offsets)} offsets.")

    def __getstate__(self) -> dict[str, object]:
        """What was put together is put together again where it is needed."""
        return {name: value for name, value in vars(self).items() if name not in PUT_TOGETHER}

    @property
    def space(self) -> Inputs:
        """The centers of the first class."""
        return self.classes[0].space

    @property
    def outputs(self) -> int:
        """One for each pair."""
        return len(self.offsets)

    def decision(self, inputs: Inputs) -> Matrix:
        """One column for each pair."""
        together = self._together_for(inputs)
        if together is not None:
            return together.outputs(inputs)
        return self._by_pair([side.weighed(inputs) for side in self.classes]) + self._all_offsets

    @property
    def kernel(self) -> Kernel[Any]:
        """That of all classes."""
        return self.classes[0].kernel

    def hyperplane(self, inputs: Inputs, signs: Vector, has_offset: bool) -> Hyperplane | None:
        """The hyperplane between two classes as examples with these signs see it; None of more classes."""
        if len(self.classes) > 2:
            return None
        # Positive for the second class, which the function of a pair is not.
        offset = -float(self.offsets[0])
        coefficients = np.concatenate([-side.coefficients[:, 0] for side in self.classes])
        at_centers = np.concatenate([-self.decision(side.centers)[:, 0] - offset for side in self.classes])
        norm, diagonal = (
            abs(float(coefficients @ at_centers)),
            np.asarray(self.kernel.diagonal(inputs), dtype=np.float64),
        )
        return Hyperplane(signs, -self.decision(inputs)[:, 0], norm, diagonal, offset, has_offset or offset != 0.0)

    def winners(self, inputs: Inputs) -> Index:
        """The class with most votes by the outputs of `decision`."""
        together = self._together_for(inputs)
        return winners(self.decision(inputs)) if together is None else together.winners(inputs)

    def _together_for(self, inputs: Inputs) -> PairsTogether | None:
        """All pairs at once, if these examples can be met so.

        Where centers of several collections were joined, they count as new examples. Where some are the same as on the
        left, the kernel may have to know.
        """
        together = self._together
        if together is None or not len(inputs):
            return None
        known = any(inputs.origin.shares(side.centers.origin) for side in self.classes)
        return None if known and not inputs.origin.shares(together.centers.origin) else together

    @cached_property
    def _together(self) -> PairsTogether | None:
        return PairsTogether.of(self.classes, self._all_offsets)

    @cached_property
    def _all_offsets(self) -> Vector:
        """Those of the pairs with those of the classes, which are zero but for files of strangers."""
        return np.asarray(self._by_pair([side.offset[None, :] for side in self.classes])[0] + self.offsets)

    def _by_pair(self, parts: list[Matrix]) -> Matrix:
        """The sum, for each pair, of what each of its classes has to say about the other."""
        ours, theirs = _places(len(parts))
        if len(parts[0]) == 1:
            row = np.concatenate(parts, axis=1)[0]
            return np.asarray((row[ours] + row[theirs])[None, :])
        # One row for each output: whole rows are gathered many times faster than columns.
        whole = np.concatenate([part.T for part in parts])
        return np.asarray((whole[ours] + whole[theirs]).T)


@cache
def _places(k: int) -> tuple[Index, Index]:
    """Where, among the outputs of all classes, those of the first class of each pair and of the second stand."""
    first, second = pair_codes(k)
    return first * (k - 1) + second - 1, second * (k - 1) + first
