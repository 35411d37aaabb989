"""What is answered instead of a class."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import ParameterError

AUTO = "auto"


def reject_label(wanted: Any, classes: npt.NDArray[Any]) -> Any:
    """The wanted label, or one that suits the classes: "reject" among strings, NaN among reals, −1 among whole numbers.

    Where −1 is a class it is 0, and where both are it is one less than the least.

    >>> reject_label("auto", np.array([0, 1])), reject_label("auto", np.array([-1, 1]))
    (-1, 0)
    >>> reject_label("auto", np.array(["yes", "no"]))
    'reject'
    """
    label = _suitable(classes) if isinstance(wanted, str) and wanted == AUTO else wanted
    if any(label == known for known in classes.tolist()):
        raise ParameterError(
            f"the label for rejected examples, {label!r}, is one of the classes, {classes.tolist()[:10]}; "
            "pass another one as reject_label."
        )
    return label


def _suitable(classes: npt.NDArray[Any]) -> Any:
    if classes.dtype.kind not in "iub":
        return np.nan if classes.dtype.kind == "f" else "reject"
    return next(label for label in (-1, 0, int(classes.min()) - 1) if label not in classes)


def with_rejections(labels: npt.NDArray[Any], rejected: npt.NDArray[np.bool_], label: Any) -> npt.NDArray[Any]:
    """The labels, with another one where examples are rejected; in their own type if all are answered.

    >>> with_rejections(np.array([1, 2]), np.array([True, False]), -1).tolist()
    [-1, 2]
    """
    if not rejected.any():
        return labels
    # Booleans have no room for a third value, and short strings none for a longer word.
    alike = isinstance(label, str) == (labels.dtype.kind in "US") and labels.dtype.kind != "O"
    out = labels.astype(np.result_type(labels.dtype, np.asarray(label).dtype) if alike else object)
    out[rejected] = label
    return out
