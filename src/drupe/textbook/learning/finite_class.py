"""Empirical risk minimization over finitely many functions."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError


def least_risk(losses: Matrix) -> int:
    """The function of least mean loss; one row for each function, one column for each example.

    Examples
    --------
    >>> least_risk(np.array([[1.0, 0.0], [0.0, 0.0]]))
    1

    References
    ----------
    [Mukherjee04]_, section 2.1.3.
    """
    return int(losses.mean(axis=1).argmin())


def almost_least_risk(losses: Matrix, tolerance: float) -> Index:
    """All functions whose mean loss exceeds the least by the tolerance at most; with 0, the minimizers.

    Examples
    --------
    >>> almost_least_risk(np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]), 0.5).tolist()
    [0, 1]

    References
    ----------
    [Mukherjee04]_, section 2.1.3.
    """
    means = losses.mean(axis=1)
    return np.flatnonzero(means <= means.min() + tolerance)


def consistent_rule(outputs: npt.ArrayLike, labels: npt.ArrayLike) -> int:
    """The first rule that agrees with all labels; one row for each rule, one column for each example.

    Examples
    --------
    >>> consistent_rule([[1, 1], [1, -1]], [1, -1])
    1

    References
    ----------
    [Mukherjee04]_, section 6.2.
    """
    agree = np.flatnonzero((np.asarray(outputs) == np.asarray(labels)).all(axis=1))
    if not len(agree):
        raise InputError(f"none of the {len(np.asarray(outputs))} rules agrees with all labels.")
    return int(agree[0])
