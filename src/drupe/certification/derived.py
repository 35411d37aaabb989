"""Witnesses that follow from facts which a machine gives: margins, and directions as the means of Gaussians."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from drupe.bounds.pac_bayes.gaussian import GaussianPacBayes, best_length
from drupe.bounds.pac_bayes.learned_prior import LearnedPrior
from drupe.foundation.arrays import Vector
from drupe.witness.directions import Direction, ShiftedDirection
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane, PriorPlane
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import NormalizedMargins
from drupe.witness.slacks import Slacks

OFFSET_FEATURES = (0.3, 1.0)
"""Values of the constant feature that are tried; fixed before any data."""

PRIOR_LENGTHS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Lengths of a learned prior's mean that are tried; fixed before any data."""

POSTERIOR_LENGTHS = np.geomspace(0.5, 64.0, 29)
"""Lengths of the posterior's mean among which the best is taken; free of charge."""

REFERENCE = 0.05
"""The δ at which free lengths are chosen; another one would be as valid, only less fitting."""


Known = TypeVar("Known")


def with_derived(evidence: Evidence) -> Evidence:
    """The evidence with the witnesses that follow from its facts; where there are no facts, they are missing too."""

    def spread(known: Mapping[type, Known]) -> dict[type, Known]:
        return {kind: known[fact] for fact, kinds in DERIVED.items() if fact in known for kind in kinds} | {**known}

    made = {
        kind: partial(lambda make, fact: make(fact()), make, evidence.witnesses[fact])
        for fact, makers in DERIVED.items()
        if evidence.has(fact)
        for kind, make in makers.items()
    }
    return replace(
        evidence,
        witnesses={**made, **evidence.witnesses},
        missing=spread(evidence.missing),
        failed=spread(evidence.failed),
        costly=spread(evidence.costly),
    )


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


def shifted_direction(prior: PriorPlane) -> ShiftedDirection:
    """The same against a prior that points along a hyperplane learned from other examples."""
    plane = prior.plane
    features = _features(plane)
    choices = len(features) * len(PRIOR_LENGTHS)
    found = []
    for feature in features:
        both, own = (plane.offset * prior.offset / feature**2, (prior.offset / feature) ** 2) if feature else (0.0, 0.0)
        product = np.sqrt(max(0.0, prior.squared_norm + own)) * _length(plane, feature)
        cosine = float(np.clip((prior.inner + both) / product, -1.0, 1.0)) if product > 0.0 else 0.0
        margins = _margins(plane, feature)[prior.others]
        found += [
            ShiftedDirection(margins, float(length), scale, cosine, choices)
            for scale in PRIOR_LENGTHS
            for length in POSTERIOR_LENGTHS
        ]
    return min(found, key=lambda one: LearnedPrior().risk(one, REFERENCE))


def geometric_margins(plane: Hyperplane) -> Margins:
    """Distances from the hyperplane in the space with the offset's feature."""
    return Margins(plane.margins / (plane.norm or 1.0), float(plane.lengths.max()))


def normalized_margins(plane: Hyperplane) -> NormalizedMargins:
    """Cosines in that space; an example without length has none, and counts as zero."""
    products = np.where(plane.lengths > 0.0, (plane.norm or 1.0) * plane.lengths, np.inf)
    return NormalizedMargins(np.clip(plane.margins / products, -1.0, 1.0), dimension=len(plane.margins))


def slacks(plane: Hyperplane) -> Slacks:
    """What the examples lack to a margin of 1."""
    return Slacks(np.maximum(0.0, 1.0 - plane.margins), plane.norm, float(plane.lengths.max()))


DERIVED: dict[type, dict[type, Callable[[Any], Any]]] = {
    Hyperplane: {
        Direction: direction,
        Margins: geometric_margins,
        NormalizedMargins: normalized_margins,
        Slacks: slacks,
    },
    PriorPlane: {ShiftedDirection: shifted_direction},
}
"""For each type of fact the witnesses that follow from it, and how."""
