"""Probabilities where outputs are only known to be normal, in a graph: sigmoids averaged over Gaussians."""

import math
from itertools import pairwise

import numpy as np
from scipy.special import expit, roots_hermitenorm, roots_legendre

from drupe.persistence.export.graph import Value
from drupe.persistence.export.normal_distribution import below
from drupe.predictors import averaged_sigmoid as sums
from drupe.predictors import moderated_logistic as rules


def averaged_logistic(mean: Value, variance: Value) -> Value:
    """∫ σ(t) N(t; m, v) dt of one column, by the same sums as `drupe.predictors.averaged_sigmoid`."""
    size, deviation = mean.abs(), variance.sqrt()
    z = np.arange(-sums.REACH, sums.REACH + sums.STEP, sums.STEP)
    weights = np.exp(-0.5 * z * z)
    narrow = (size + deviation * z[None, :]).sigmoid() @ (weights / weights.sum())[:, None]
    t = np.arange(-sums.WIDE_REACH, sums.WIDE_REACH + sums.WIDE_STEP, sums.WIDE_STEP)
    slopes = expit(t) * expit(-t)
    wide_enough = (variance > 1.0).where(deviation, 1.0)
    wide = below((size - t[None, :]) / wide_enough) @ (slopes / slopes.sum())[:, None]
    above = mean.equals(0.0).where(0.5, (variance <= 1.0).where(narrow, wide).largest(0.5).least(1.0))
    return (mean < 0.0).where(1.0 - above, above)


def averaged_probit(mean: Value, variance: Value) -> Value:
    """∫ Φ(t) N(t; m, v) dt = Φ(m / √(1 + v)) of one column."""
    return below(mean / (1.0 + variance).sqrt())


def moderated(mean: Value, variance: Value) -> Value:
    """E[1 / (1 + exp(−f))] for f ~ N(mean, variance) of one column, as `drupe.predictors.moderated_logistic` has it."""
    deviation = variance.sqrt()
    nodes, weights = roots_hermitenorm(rules.NODES)
    narrow = (mean + deviation * nodes[None, :]).sigmoid() @ (weights / weights.sum())[:, None]
    wide_enough = (deviation > rules.NARROW).where(deviation, 1.0)
    found = (deviation <= rules.NARROW).where(narrow, _wide(mean, wide_enough))
    lower, upper = (mean >= 0.0).where(0.5, found * 0.0), (mean <= 0.0).where(0.5, found * 0.0 + 1.0)
    return found.largest(lower).least(upper)


def log_odds(mean: Value, variance: Value) -> Value:
    """ln p/(1 − p) with p = `moderated(mean, variance)`, from the smaller of p and 1 − p."""
    smaller = moderated(mean.abs() * -1.0, variance).largest(float(np.finfo(mean.dtype).tiny))
    return mean.apply("Sign") * (smaller / (1.0 - smaller)).log().least(0.0).abs()


def _wide(mean: Value, deviation: Value) -> Value:
    """Φ(m/s) + ∫₀^∞ (N(−f) − N(f)) / (1 + e^f) df, with N the density."""
    nodes, weights = roots_legendre(rules.NODES)
    places, shares = [], []
    for low, high in pairwise(rules.PANELS):
        places.append(0.5 * (high - low) * nodes + 0.5 * (high + low))
        shares.append(0.5 * (high - low) * weights * expit(-places[-1]))
    at, share = np.concatenate(places)[None, :], np.concatenate(shares)[:, None]
    above, beneath = (_density((side * at - mean) / deviation) for side in (1.0, -1.0))
    return below(mean / deviation) + (beneath - above) @ share / deviation


def _density(t: Value) -> Value:
    return (t * t * -0.5).exp() / math.sqrt(2.0 * math.pi)
