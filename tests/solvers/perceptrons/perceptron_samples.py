"""Samples on which perceptrons are tried: separable ones with a known largest margin, and noisy ones."""

import numpy as np

from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.grams import DenseGram


def separable(seed, n=40, d=3, offset=0.0, gap=0.1):
    """Points on either side of a random hyperplane, none closer to it than the gap."""
    random = np.random.default_rng(seed)
    direction = random.normal(size=d)
    direction /= np.linalg.norm(direction)
    points = random.uniform(-1.0, 1.0, size=(20 * n, d))
    outputs = points @ direction + offset
    points, outputs = points[np.abs(outputs) > gap][:n], outputs[np.abs(outputs) > gap][:n]
    return points, np.sign(outputs)


def noisy(seed, n=40, d=3):
    """Points whose labels are partly chance."""
    random = np.random.default_rng(seed)
    points = random.normal(size=(n, d))
    return points, np.where(points[:, 0] + random.normal(size=n) > 0, 1.0, -1.0)


def linear(points):
    """The Gram of inner products."""
    points = np.asarray(points, dtype=np.float64)
    return DenseGram(points @ points.T)


def largest_margin(points, signs, with_offset):
    """The largest geometric margin, from below: that of a hyperplane which all but reaches it."""
    return HardMarginSVC("linear", fit_intercept=with_offset, tol=1e-6).fit(points, signs).margin_


def radius(points):
    """The length of the longest example."""
    return float(np.linalg.norm(points, axis=1).max())
