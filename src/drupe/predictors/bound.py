"""Fitted functions on plain rows: for servers, where the look at each row that came costs more than its answer."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, aligned
from drupe.foundation.errors import InputTypeError
from drupe.inputs.base import Origin
from drupe.inputs.vectors import Vectors
from drupe.predictors.predictor import Predictor


@dataclass(frozen=True, eq=False)
class BoundFunction:
    """x → f(x), for one row of numbers or an array of rows.

    The outputs are those of `decision` to the last bit. Nothing is checked but the number of columns: to what is no
    finite number the answer means nothing. May be called from several threads at once.

    Parameters
    ----------
    function
        f, fitted on vectors.

    Examples
    --------
    >>> from drupe.predictors.linear import LinearFunction
    >>> f = LinearFunction(np.array([[3.0], [4.0]]), np.array([-10.0]), Vectors.of([[0.0, 0.0]])).bind()
    >>> f(np.array([2.0, 2.0])).tolist(), f(np.array([[2.0, 2.0], [0.0, 0.0]])).tolist()
    ([4.0], [[4.0], [-10.0]])
    """

    function: Predictor

    def __post_init__(self) -> None:
        space = self.function.space
        if not isinstance(space, Vectors):
            raise InputTypeError(
                f"only functions of vectors can be bound to plain rows, but this one was fitted on "
                f"{type(space).__name__}; call decision(inputs)."
            )

    def __call__(self, rows: Any) -> Matrix:
        """The outputs: a vector for one row, a row of a matrix for each of several."""
        array = np.asarray(rows)
        if array.ndim == 1:
            return self.function.decision(unchecked(array[None]))[0]  # type: ignore[no-any-return]
        return self.function.decision(unchecked(array))


class Bindable:
    """What every fitted function offers beside `decision`."""

    def bind(self: Predictor) -> BoundFunction:
        """This function on plain rows of float32 or float64, without a look at what they hold."""
        return BoundFunction(self)


def unchecked(rows: Any) -> Vectors:
    """New vectors from a plain table of numbers, in float64 unless they are in float32.

    >>> unchecked(np.array([[1, 2]])).array.tolist()
    [[1.0, 2.0]]
    """
    array = np.ascontiguousarray(rows)
    if array.dtype != np.float64 and array.dtype != np.float32:
        array = array.astype(np.float64)
    return Vectors(aligned(array), Origin.new(len(array)))
