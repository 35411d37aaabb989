"""The VC bound for a hyperplane that uses few of its features."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.used_features import UsedFeatures


class FeatureSparse(Bound[UsedFeatures]):
    """R ≤ (2/n)(d log₂(2en/d) + N + log₂(2/δ)), where d of N ≤ n features are used and no example is wrong.

    Notes
    -----
    N bits name the features that are used: one VC bound for each of the 2ᴺ choices. The thesis writes log without
    its base; the VC bound that it starts from has base 2, and the natural logarithm is not proved.

    Examples
    --------
    >>> round(sparse_complexity(used=1, features=10, n=10**6), 3)
    25.509

    References
    ----------
    [Graepel02]_, theorem 34.
    """

    witness = UsedFeatures
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 34")
    rises_with: ClassVar[tuple[str, ...]] = ("used", "features", "errors")
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: UsedFeatures, delta: float) -> float:
        if witness.errors or witness.features > witness.n:
            return math.inf
        used, n = witness.used, witness.n
        bits = used * math.log2(2.0 * math.e * n / used) + witness.features
        return 2.0 / n * (bits + math.log2(2.0 / delta))

    def worlds(self) -> tuple[World[UsedFeatures], ...]:
        """Corners of a cube: one weight for each that was seen."""
        return (World("five corners, four of them rare", lambda rng: _corners(rng, Corners(5, 400, 0.004))),)


def sparse_complexity(used: int, features: int, n: int) -> float:
    """d ln(2en/d) + N, against N ln(2en/N) of a hyperplane with all features.

    >>> round(sparse_complexity(10, 10, 10**6) - 10, 3)
    132.061
    """
    return used * math.log(2.0 * math.e * n / used) + features


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[UsedFeatures]:
    visit = corners.visit(rng)
    return Outcome(UsedFeatures(visit.seen, corners.dimension, corners.n), visit.risk)
