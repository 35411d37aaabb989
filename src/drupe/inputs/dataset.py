"""A labelled sample z = ((x₁, y₁), ..., (xₘ, yₘ)), and the samples made of it by taking, deleting and replacing."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.index import positions


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples and what is known of each: a class, a number, or a row of numbers.

    Parameters
    ----------
    inputs
        The examples.
    targets
        One entry, or one row, for each example.

    Examples
    --------
    >>> z = Dataset.of([[0.0], [1.0], [2.0]], [-1, 1, 1])
    >>> z.without(0).targets.tolist(), z.take([2, 0]).targets.tolist()
    ([1, 1], [1, -1])

    References
    ----------
    [Herbrich02]_, sections 2.1, 5.2.1 and 5.3.1.
    """

    inputs: Inputs
    targets: npt.NDArray[Any]

    def __post_init__(self) -> None:
        if self.targets.ndim not in (1, 2):
            raise InputError(f"y must hold one entry or one row for each example, got shape {self.targets.shape}.")
        if len(self.inputs) != len(self.targets):
            raise InputError(
                f"X holds {len(self.inputs)} examples but y holds {len(self.targets)}; they must match one to one."
            )

    @classmethod
    def of(cls, X: Any, y: Any) -> "Dataset":
        """Check and wrap raw data: anything that `coerce` takes, and targets."""
        return cls(coerce(X), _checked_targets(y))

    def __len__(self) -> int:
        return len(self.inputs)

    def take(self, index: Index) -> "Dataset":
        """The sub-sample z_i at these positions, in this order."""
        chosen = positions(index, len(self))
        return Dataset(self.inputs.take(chosen), self.targets[chosen])

    def without(self, i: int) -> "Dataset":
        """z with its i-th example deleted."""
        (i,) = positions([i], len(self))
        return self.take(np.delete(np.arange(len(self)), i))

    def replacing(self, i: int, example: "Dataset") -> "Dataset":
        """z with its i-th example replaced by another one; all examples then count as new ones."""
        if len(example) != 1:
            raise InputError(f"one example is replaced by one, got {len(example)}.")
        (i,) = positions([i], len(self))
        order = np.arange(len(self))
        order[i] = len(self)
        targets = np.concatenate([self.targets, example.targets])
        return Dataset(self.inputs.joined(example.inputs).take(order), targets[order])


def _checked_targets(y: Any) -> npt.NDArray[Any]:
    try:
        targets = np.asarray(y)
    except ValueError as cause:
        raise InputError(f"y is no array: {cause}") from cause
    if targets.ndim and targets.dtype.kind == "f" and not np.isfinite(targets).all():
        bad = int(np.argmax(~np.isfinite(targets).reshape(len(targets), -1).all(axis=1)))
        what = "NaN" if np.isnan(targets[bad]).any() else "infinity"
        raise InputError(f"Input y contains {what}, at position {bad}; drop such examples.")
    return targets
