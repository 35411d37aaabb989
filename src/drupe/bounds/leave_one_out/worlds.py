"""Worlds for averages: a sample of n, and the risk of what was learned from one example less."""

from typing import TypeVar

import numpy as np

from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Vector
from drupe.witness.leave_one_out import DualMargins, LeaveOneOut

Kind = TypeVar("Kind", bound=DualMargins)

CORNERS = np.array([0.6, 0.1, 0.1, 0.1, 0.1])
"""Probabilities of orthogonal inputs; the label of each is fixed."""


def nearest_neighbor_world(n: int = 15, threshold: float = 0.4) -> World[LeaveOneOut]:
    """The nearest neighbor rule on uniform points, whose label says on which side of a threshold they lie."""

    def draw(rng: np.random.Generator) -> Outcome[LeaveOneOut]:
        points = np.sort(rng.random(n))
        labels = points > threshold
        errors = sum(
            bool(_nearest(np.delete(points, i), np.delete(labels, i), points[i]) != labels[i]) for i in range(n)
        )
        kept = np.delete(points, rng.integers(n))
        return Outcome(LeaveOneOut(errors, n), _risk(kept, threshold))

    return World("nearest neighbors on the line", draw)


def corners_world(kind: type[Kind], n: int = 30) -> World[Kind]:
    """A hard margin machine on orthogonal inputs: one support vector for each that was seen."""

    def draw(rng: np.random.Generator) -> Outcome[Kind]:
        positions = rng.choice(len(CORNERS), size=n, p=CORNERS)
        # Of several equal examples one carries the weight α = 1, so that all margins are 1.
        first = np.unique(positions, return_index=True)[1]
        contributions = np.zeros(n)
        contributions[first] = 1.0
        unseen = np.setdiff1d(np.arange(len(CORNERS)), positions[1:])
        return Outcome(kind(np.ones(n), contributions), float(CORNERS[unseen].sum()))

    return World("corners, some of them rare", draw)


def _nearest(points: Vector, labels: Vector, point: float) -> bool:
    return bool(labels[np.abs(points - point).argmin()])


def _risk(points: Vector, threshold: float) -> float:
    """The nearest neighbor changes its answer half-way between the last point below and the first above."""
    below, above = points[points <= threshold], points[points > threshold]
    if not len(below):
        return threshold
    if not len(above):
        return 1.0 - threshold
    return abs(0.5 * float(below.max() + above.min()) - threshold)
