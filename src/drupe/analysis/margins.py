"""How far each example lies on its right side."""

from typing import Any

import numpy as np

from drupe.analysis.part import Part
from drupe.foundation.arrays import Vector


def margins_of(model: Any, part: Part) -> Vector | None:
    """y f(x) for two classes, else the lead of the true class over the best other one; None if there are no outputs.

    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> margins_of(SVC(kernel="linear", C=10.0).fit(part.X, part.y), part).round(6).tolist()
    [2.0, 1.0, 1.0, 2.0]
    """
    classes = np.asarray(model.classes_)
    known = np.isin(part.y, classes)
    codes = np.searchsorted(classes, part.y[known])
    if len(classes) == 2 and hasattr(model, "decision_function"):
        outputs = np.asarray(model.decision_function(part.X), dtype=np.float64).reshape(-1)[known]
        return np.asarray(np.where(codes == 1, outputs, -outputs))
    method = next((name for name in ("predict_proba", "decision_function") if hasattr(model, name)), None)
    if method is None:
        return None
    outputs = np.asarray(getattr(model, method)(part.X), dtype=np.float64)[known]
    if outputs.ndim != 2 or outputs.shape[1] != len(classes):
        return None
    mine = outputs[np.arange(len(codes)), codes]
    outputs[np.arange(len(codes)), codes] = -np.inf
    return np.asarray(mine - outputs.max(axis=1))
