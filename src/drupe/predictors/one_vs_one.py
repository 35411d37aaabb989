"""One function for each pair of classes, evaluated so that a center shared between pairs is met once."""

from dataclasses import dataclass
from functools import cache, cached_property, reduce
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Each, Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion
from drupe.predictors.votes import certain, pair_codes, winners
from drupe.witness.hyperplane import Hyperplane

WORTHWHILE = 256
"""Examples below which there is nothing to save."""

AT_ONCE = 3
"""Pairs up to which all are always evaluated as one expansion."""

FEW = 32
"""Pairs up to which a kernel value costs more than weighing it for all of them, also those that it is nothing to."""

PUT_TOGETHER = ("_whole", "_all_offsets")
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
        whole = self._whole_for(inputs) if len(self.offsets) <= AT_ONCE else None
        if whole is not None:
            return whole.decision(inputs)
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
        """The class with most votes by the outputs of `decision`, found in single precision where that is enough.

        Examples whose winner could change if outputs that are in doubt had the other sign are decided again, in double
        precision.
        """
        if len(inputs) < WORTHWHILE:
            return winners(self.decision(inputs))
        rough, doubt = self._rough(inputs)
        if rough is None:
            return winners(self.decision(inputs))
        found = winners(rough)
        open_questions = np.flatnonzero(~certain(rough, doubt, found))
        if len(open_questions):
            found[open_questions] = winners(self.decision(inputs.take(open_questions)))
        return found

    def _rough(self, inputs: Inputs) -> tuple[Matrix | None, Matrix]:
        """The outputs of all pairs in single precision, none if that saves nothing, and how far each may be off."""
        whole = self._whole_for(inputs)
        if whole is not None:
            doubt = whole.doubt(inputs)[None, :]
            return (whole.rough_decision(inputs) if np.isfinite(doubt).all() else None), doubt
        doubt = self._by_pair([side.doubt(inputs)[None, :] for side in self.classes])
        if not np.isfinite(doubt).all():
            return None, doubt
        once = self._rounded(inputs)
        return self._by_pair([side.rough_decision(once) for side in self.classes]) + self.offsets, doubt

    def _whole_for(self, inputs: Inputs) -> Expansion | None:
        """All pairs as one expansion, if they are few and none of the examples is one of the centers.

        Joined examples count as new ones; where some are the same as on the left, the kernel may have to know.
        """
        if any(inputs.origin.shares(side.centers.origin) for side in self.classes):
            return None
        return self._whole

    @cached_property
    def _whole(self) -> Expansion | None:
        """All pairs as one expansion, where they are few: an example is then looked at once, not for each class."""
        joinable = all(isinstance(side.centers, Vectors | Sequences) for side in self.classes)
        if len(self.offsets) > FEW or not joinable:
            return None
        coefficients = []
        for side in self.classes:
            silent = np.zeros_like(side.coefficients)
            coefficients.append(self._by_pair([side.coefficients if one is side else silent for one in self.classes]))
        centers = reduce(lambda left, right: left.joined(right), (side.centers for side in self.classes))
        first = self.classes[0]
        return Expansion(first.kernel, centers, np.vstack(coefficients), self._all_offsets, first.n_jobs)

    @cached_property
    def _all_offsets(self) -> Vector:
        """Those of the pairs with those of the classes, which are zero but for files of strangers."""
        return np.asarray(self._by_pair([side.offset[None, :] for side in self.classes])[0] + self.offsets)

    def _rounded(self, inputs: Inputs) -> Inputs:
        """The examples rounded for all classes at once, if that is all that any of them would do first."""
        alike = all(side.prepared.takes_single for side in self.classes if len(side.centers))
        return inputs.in_single() if alike else inputs

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
