"""The mean of the smallest margins: what a vote with a soft margin makes as large as it can."""

from typing import NamedTuple

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError


class SmallestMargins(NamedTuple):
    """min Σᵢ uᵢ mᵢ over Σ u = 1, 0 ≤ uᵢ ≤ capᵢ, which is max ρ − Σᵢ capᵢ (ρ − mᵢ)₊ over ρ."""

    mean: float
    margin: float
    weights: Vector


def smallest_margins(margins: Vector, caps: Vector) -> SmallestMargins:
    """The smallest margins get as much weight as they may, until all is given away; ρ is the last that gets some.

    >>> found = smallest_margins(np.array([0.5, -1.0, 1.0, 0.0]), np.full(4, 0.5))
    >>> found.mean, found.margin, found.weights.tolist()
    (-0.5, 0.0, [0.0, 0.5, 0.0, 0.5])

    References
    ----------
    [Demiriz02]_, section 3, place not checked, of which this is the dual program with one rule.
    """
    order = np.argsort(margins, kind="stable")
    given = np.minimum(np.cumsum(caps[order]), 1.0)
    last = int(np.searchsorted(given, 1.0 - 1e-12))
    given[min(last, len(given) - 1) :] = 1.0
    weights = np.empty(len(margins))
    weights[order] = np.diff(given, prepend=0.0)
    return SmallestMargins(float(weights @ margins), float(margins[order[min(last, len(order) - 1)]]), weights)


def caps_of(weights: Vector, nu: float | None) -> Vector:
    """How much weight each example may get in the dual: wᵢ / (ν Σ w), at most 1; 1 where ν is None.

    >>> caps_of(np.array([1.0, 1.0, 2.0]), 0.5).tolist(), caps_of(np.ones(2), None).tolist()
    ([0.5, 0.5, 1.0], [1.0, 1.0])
    """
    if nu is None:
        return np.ones(len(weights))
    if not 0.0 < nu <= 1.0:
        raise ParameterError(f"nu must lie in (0, 1], or be None for a hard margin; got {nu!r}.")
    return np.asarray(np.minimum(1.0, weights / (nu * weights.sum())))
