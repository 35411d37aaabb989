"""How well targets of examples left out are foretold; larger is better."""

from collections.abc import Callable

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.expansions.spectrum import AtStrength

Score = Callable[[AtStrength, Vector], float]
"""A decomposed system at one strength and the weights of the examples to a mean score."""


def squares(found: AtStrength, weights: Vector) -> float:
    """−Σᵢ wᵢ rᵢ² / Σᵢ wᵢ with rᵢ = αᵢ/Gᵢᵢ, what yᵢ is missed by; the mean over targets."""
    return -float(np.average(np.square(_missed(found)).mean(axis=1), weights=weights))


def density(found: AtStrength, weights: Vector) -> float:
    """The mean of ln p(yᵢ | all others) = −½ ln(2π σᵢ²) − rᵢ² / (2 σᵢ²), where σᵢ² = 1/Gᵢᵢ.

    NaN where a kernel that is not positive leaves no density.

    References
    ----------
    [Rasmussen06]_, section 5.4.2, eq. 5.10 to 5.12.
    """
    missed, precisions = _missed(found), found.stiffness[:, None]
    if precisions.min() <= 0.0:
        return np.nan
    each = 0.5 * (np.log(precisions / (2.0 * np.pi)) - precisions * missed**2)
    return float(np.average(each.mean(axis=1), weights=weights))


def _missed(found: AtStrength) -> Matrix:
    """rᵢ, one column for each target."""
    if len(found.dual) == 1:
        raise InputError("one sample cannot be left out, as nothing is left then; pass more examples.")
    missed = found.missed
    if missed is None:
        raise InputError("without some example the others determine no function; pass more examples.")
    return missed


SCORES: dict[str, Score] = {"squares": squares, "density": density}
"""By name."""
