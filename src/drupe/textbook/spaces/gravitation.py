"""Two maps that make Newton's law of gravitation easy: logarithms make it linear, distances make it small."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors


def logarithms(data: Any) -> Matrix:
    """(m₁, m₂, r) → (ln m₁, ln m₂, ln r): the force C m₁m₂/r² becomes ln C + x + y − 2z, which is linear.

    >>> logarithms([[1.0, np.e, np.e]]).tolist()
    [[0.0, 1.0, 1.0]]

    References
    ----------
    [Cristianini00]_, example 3.1.
    """
    x = _columns(data, 3, "two masses and their distance")
    if not np.all(x > 0):
        raise InputError("masses and distances must be above zero to have a logarithm.")
    return np.log(x)


def distance_and_masses(data: Any) -> Matrix:
    """(p₁, p₂, m₁, m₂) ∈ R⁸ → (‖p₁ − p₂‖, m₁, m₂): all that the force depends on.

    >>> distance_and_masses([[0, 0, 0, 3, 4, 0, 10, 20]]).tolist()
    [[5.0, 10.0, 20.0]]

    References
    ----------
    [Cristianini00]_, example 3.2.
    """
    x = _columns(data, 8, "two positions in space and two masses")
    return np.column_stack([np.linalg.norm(x[:, :3] - x[:, 3:6], axis=1), x[:, 6:]])


def _columns(data: Any, count: int, meaning: str) -> Matrix:
    x = Vectors.of(data).in_double().dense()
    if x.shape[1] != count:
        raise InputError(f"expected {count} columns, {meaning}; got {x.shape[1]}.")
    return x
