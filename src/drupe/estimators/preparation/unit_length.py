"""Rows of length one: what is compared then is the direction of an example, not its size."""

import warnings
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.preparation.row_by_row import RowByRow
from drupe.estimators.ranges import OneOf
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.callers import call_from_outside
from drupe.foundation.errors import InputError


@declared
class UnitLength(RowByRow):
    """x → x / ‖x‖: every row at length one in input space.

    A rule without offset gives x and x / ‖x‖ the same label, but margins, radii and what a machine learns change: no
    long example has more weight than a short one. The linear kernel then is the cosine, `Linear().normalized()`; for
    other kernels `kernel.normalized()` does the same in feature space, where most have no columns to divide. Lengths
    are forgotten, so that there is no way back.

    Parameters
    ----------
    zeros
        What becomes of rows that are zero and have no direction: "warn" and "keep" leave them as they are, with a
        warning or without, "raise" refuses them.

    Examples
    --------
    >>> UnitLength().fit_transform([[3.0, 4.0], [0.0, -2.0]]).tolist()
    [[0.6, 0.8], [0.0, -1.0]]

    References
    ----------
    [Graepel02]_, sections 2.1.1 and 6.2.
    """

    zeros: str = parameter(OneOf("warn", "keep", "raise"), default="warn")

    def transform(self, X: Any) -> Any:
        """The rows at length one: an array, or CSR if they come sparse; float32 stays float32."""
        rows = self._rows(X)
        # By the largest entry first: the squares of huge and of tiny ones leave the range of floating point.
        largest = _largest(rows.array)
        empty = np.flatnonzero(largest == 0.0)
        if len(empty):
            self._tell(empty, len(rows))
        largest[empty] = 1.0
        once = rows.with_array(_divided(rows.array, largest))
        lengths = np.sqrt(once.squared_norms())
        lengths[empty] = 1.0
        return _divided(once.array, lengths)

    def _tell(self, empty: Index, n: int) -> None:
        found = f"{len(empty)} of {n} rows {'is' if len(empty) == 1 else 'are'} zero and cannot have length one"
        if self.zeros == "raise":
            raise InputError(f"{found}, the first is row {empty[0]}; drop such rows, or keep them with zeros='keep'.")
        if self.zeros == "warn":
            warnings.warn(
                f"{found}; they stay as they are, the first is row {empty[0]}. zeros='keep' says that this is right.",
                UserWarning,
                stacklevel=call_from_outside()[0],
            )


def _largest(array: Any) -> Vector:
    """The largest size of an entry in each row."""
    found = abs(array).max(axis=1)
    return np.asarray(found.toarray() if sp.issparse(array) else found, dtype=np.float64).reshape(-1)


def _divided(array: Any, by: Vector) -> Any:
    """Each row divided by a number of its own, in the precision of the rows."""
    if not sp.issparse(array):
        return np.asarray(array / by[:, None], dtype=array.dtype)
    each = np.repeat(by, np.diff(array.indptr))
    return sp.csr_array(((array.data / each).astype(array.dtype), array.indices, array.indptr), shape=array.shape)
