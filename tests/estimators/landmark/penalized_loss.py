"""The objective of machines around landmarks, written down once more: dense matrices, float64, scipy alone."""

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import expit, log_softmax, softmax


def gaussian(x, z, gamma):
    return np.exp(-gamma * cdist(np.asarray(x, dtype=np.float64), np.asarray(z, dtype=np.float64), "sqeuclidean"))


def slopes_and_losses(loss, outputs, y):
    """Loss of each row and its slopes in the outputs; y are codes of classes, or numbers for the regressions."""
    if loss == "squared numbers":
        return 0.5 * (outputs - y) ** 2, outputs - y
    if loss == "softmax":
        wanted = np.eye(outputs.shape[1])[y]
        return -(wanted * log_softmax(outputs, axis=1)).sum(axis=1, keepdims=True), softmax(outputs, axis=1) - wanted
    signs = np.where(y == 1, 1.0, -1.0)[:, None] if outputs.shape[1] == 1 else 2.0 * np.eye(outputs.shape[1])[y] - 1.0
    margins = signs * outputs
    match loss:
        case "logistic":
            return np.logaddexp(0.0, -margins), -signs * expit(-margins)
        case "squared_hinge":
            rest = np.maximum(1.0 - margins, 0.0)
            return rest**2, -2.0 * signs * rest
        case "squared":
            return 0.5 * (outputs - signs) ** 2, outputs - signs
    raise AssertionError(loss)


def objective_and_slopes(loss, K, among, coefficients, offset, y, weights, strength):
    """(1/W) Σ w loss + (λ/2) aᵀKa and its slopes in a, from plain matrices."""
    losses, slopes = slopes_and_losses(loss, K @ coefficients + offset, y)
    total = weights.sum()
    value = (weights[:, None] * losses).sum() / total + 0.5 * strength * (coefficients * (among @ coefficients)).sum()
    return value, K.T @ (weights[:, None] * slopes) / total + strength * among @ coefficients
