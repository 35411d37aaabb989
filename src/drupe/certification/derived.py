"""The fitted direction as the mean of a Gaussian; the offset becomes the weight of one more feature."""

from typing import Any

import numpy as np

from drupe.bounds.gaussian_pac_bayes import GaussianPacBayes, best_length
from drupe.bounds.learned_prior import LearnedPrior
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.foundation.arrays import Index, Vector
from drupe.witness.directions import Direction, ShiftedDirection
from drupe.witness.hyperplane import Hyperplane

OFFSET_FEATURES = (0.3, 1.0)
"""Values of the constant feature that are tried; fixed before any data."""

PRIOR_LENGTHS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Lengths of a learned prior's mean that are tried; fixed before any data."""

POSTERIOR_LENGTHS = np.geomspace(0.5, 64.0, 29)
"""Lengths of the posterior's mean among which the best is taken; free of charge."""

REFERENCE = 0.05
"""The δ at which free lengths are chosen; another one would be as valid, only less fitting."""


def _features(plane: Hyperplane) -> tuple[float, ...]:
    return OFFSET_FEATURES if plane.has_offset else (0.0,)


def _length(plane: Hyperplane, feature: float) -> float:
    """‖(w, b / feature)‖."""
    ratio = plane.offset / feature if feature else 0.0
    extra = ratio * ratio  # infinite where a power would raise
    return float(np.sqrt(plane.squared_norm + extra))


def _margins(plane: Hyperplane, feature: float) -> Vector:
    """Cosines between (w, b / feature) and (φ(x), feature), with the sign of the class."""
    lengths = _length(plane, feature) * np.sqrt(plane.diagonal + feature**2)
    cosines = np.divide(plane.margins, lengths, out=np.zeros_like(lengths), where=lengths > 0.0)
    return np.asarray(np.clip(cosines, -1.0, 1.0))


def direction(plane: Hyperplane) -> Direction:
    """The best of the features and lengths for N(μ w, I) against N(0, I)."""
    features = _features(plane)
    found = []
    for feature in features:
        margins = _margins(plane, feature)
        found.append(Direction(margins, best_length(margins, len(features), REFERENCE), len(features)))
    return min(found, key=lambda one: GaussianPacBayes().risk(one, REFERENCE))


def shifted_direction(pair: FittedPair, part: Any, seen: Index, others: Index) -> ShiftedDirection:
    """The same against a prior that points along a machine fitted on the `seen` examples; only the others count."""
    f = np.asarray(part.decision_function(pair.inputs), dtype=np.float64)
    offset = float(np.ravel(part.intercept_)[0]) if pair.has_offset else 0.0
    inner = float((pair.signs * pair.alpha) @ (f - offset))
    norm = float(_coefficients(part) @ (f - offset)[seen[part.support_]])
    plane = pair.plane
    features = _features(plane)
    choices = len(features) * len(PRIOR_LENGTHS)
    found = []
    for feature in features:
        both, own = (pair.offset * offset / feature**2, (offset / feature) ** 2) if feature else (0.0, 0.0)
        product = np.sqrt(max(0.0, norm + own)) * _length(plane, feature)
        cosine = float(np.clip((inner + both) / product, -1.0, 1.0)) if product > 0.0 else 0.0
        margins = _margins(plane, feature)[others]
        found += [
            ShiftedDirection(margins, float(length), prior, cosine, choices)
            for prior in PRIOR_LENGTHS
            for length in POSTERIOR_LENGTHS
        ]
    return min(found, key=lambda one: LearnedPrior().risk(one, REFERENCE))


def _coefficients(machine: Any) -> Vector:
    dual = machine.dual_coef_
    return np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual)
