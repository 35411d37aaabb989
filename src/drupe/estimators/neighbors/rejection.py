"""Answers with a hole: where a classifier declines, a label stands that no class has."""

from typing import Any

import numpy as np
import numpy.typing as npt


def with_rejects(labels: npt.NDArray[Any], rejected: npt.NDArray[np.bool_], reject_label: Any) -> npt.NDArray[Any]:
    """The labels, and the reject label where rejected; of objects if the labels' type cannot hold it.

    >>> with_rejects(np.array([3, 5]), np.array([False, True]), -1).tolist()
    [3, -1]
    >>> with_rejects(np.array(["a", "b"]), np.array([False, True]), None).tolist()
    ['a', None]
    """
    if not rejected.any():
        return labels
    label = np.asarray(reject_label)
    if label.dtype.kind == labels.dtype.kind and label.ndim == 0:
        return np.where(rejected, label, labels)
    out = labels.astype(object)
    out[rejected] = reject_label
    return out
