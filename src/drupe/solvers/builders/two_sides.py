"""Two variables for each example: first all that push the function up, then all that push it down."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector


def up_and_down(examples: int) -> Vector:
    """The signs of the variables.

    >>> up_and_down(2).tolist()
    [1.0, 1.0, -1.0, -1.0]
    """
    signs = np.ones(2 * examples)
    signs[examples:] = -1.0
    return signs


def twice(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What belongs to the examples, for both of their variables.

    >>> twice(np.array([3, 5])).tolist()
    [3, 5, 3, 5]
    """
    return np.concatenate((values, values))
