"""The objectives of linear machines, written down anew in float64 from their weights alone."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.special import logsumexp


def outputs(X: Any, coef: Any, intercept: Any) -> np.ndarray:
    """f(x), a column for each function."""
    coef = np.atleast_2d(coef.toarray() if sp.issparse(coef) else coef)
    return np.asarray(X @ coef.T, dtype=np.float64) + np.atleast_1d(intercept)


def loss_of(name: str, y: np.ndarray, f: np.ndarray, width: float = 0.0) -> np.ndarray:
    """What outputs cost."""
    match name:
        case "hinge":
            return np.maximum(0.0, 1.0 - y * f)
        case "squared_hinge":
            return np.maximum(0.0, 1.0 - y * f) ** 2
        case "log":
            return np.logaddexp(0.0, -y * f)
        case "epsilon_insensitive":
            return np.maximum(0.0, np.abs(y - f) - width)
        case _:
            return np.maximum(0.0, np.abs(y - f) - width) ** 2


def penalty_of(name: str, coef: np.ndarray, intercept: float, scaling: float | None) -> float:
    """½‖w‖² or ‖w‖₁, the offset's weight included where it has a scaling."""
    weights = np.append(np.ravel(coef), [] if scaling is None else intercept / scaling)
    return float(0.5 * weights @ weights if name == "l2" else np.abs(weights).sum())


def signs_of(y: Any, classes: Any) -> np.ndarray:
    """±1, a column for each function."""
    wanted = classes[1:] if len(classes) == 2 else classes
    return np.where(np.asarray(y)[:, None] == np.asarray(wanted)[None, :], 1.0, -1.0)


def one_against_rest(
    machine: Any, X: Any, y: Any, costs: Any, loss: str, penalty: str, scaling: float | None
) -> np.ndarray:
    """The objective of every function of a classifier."""
    signs = signs_of(y, machine.classes_)
    coef = machine.coef_.toarray() if sp.issparse(machine.coef_) else machine.coef_
    intercept = np.broadcast_to(machine.intercept_, len(coef))
    f = outputs(X, coef, intercept)
    return np.array(
        [
            penalty_of(penalty, coef[k], intercept[k], scaling) + np.sum(costs * loss_of(loss, signs[:, k], f[:, k]))
            for k in range(len(coef))
        ]
    )


def soft_max(machine: Any, X: Any, y: Any, costs: Any) -> float:
    """The objective of all classes at once."""
    f = outputs(X, machine.coef_, machine.intercept_)
    codes = np.searchsorted(machine.classes_, y)
    return float(
        0.5 * np.square(machine.coef_).sum() + np.sum(costs * (logsumexp(f, axis=1) - f[np.arange(len(codes)), codes]))
    )
