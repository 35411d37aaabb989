"""What it costs that the mean in feature space is not known: a second event, of order 1/n."""

import math
from dataclasses import dataclass

from drupe.witness.spectrum import Spectrum

SHARE = 0.1
"""Part of δ for the mean; it enters only where squares of the error do."""


@dataclass(frozen=True)
class Centering:
    """‖m − μ‖ ≤ moved and ‖φ(x) − μ‖ ≤ reach, with probability 1 − SHARE · δ; the rest of δ is `delta`.

    C_X about the mean m of the sample is that about the true mean μ less (m − μ)(m − μ)ᵀ, so that bounds for the
    latter hold with the reach in place of the radius and ‖m − μ‖² more. About the origin nothing is lost.

    Parameters
    ----------
    moved
        (R/√n)(1 + √(2 ln(1/δ))): the mean of its size by Jensen, the rest by McDiarmid.
    reach
        r.
    delta
        What is left of δ.

    Examples
    --------
    >>> Centering.of(Spectrum([1.0], n=4, radius=2.0, total=1.0, squares=1.0, fourth=1.0), 0.05)
    Centering(moved=0.0, reach=2.0, delta=0.05)

    References
    ----------
    [Mika02]_, theorem 4.1 (McDiarmid).
    """

    moved: float
    reach: float
    delta: float

    @classmethod
    def of(cls, seen: Spectrum, delta: float) -> "Centering":
        """What is known of the mean from this sample."""
        if seen.mean is None:
            return cls(0.0, seen.radius, delta)
        moved = seen.radius / math.sqrt(seen.n) * (1.0 + math.sqrt(-2.0 * math.log(SHARE * delta)))
        return cls(moved, seen.reach(min(seen.mean + moved, seen.radius)), (1.0 - SHARE) * delta)
