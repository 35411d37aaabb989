"""What must hold of examples and labels before a version space can be walked or approximated."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.kernels.checks import positive_semidefinite
from drupe.solvers.balance import Free
from drupe.solvers.separation import NotSeparableError, separate


def require_version_space(gram: Gram, signs: Vector) -> None:
    """Raise a NotSeparableError that names the remedies if no direction agrees with all labels."""
    found = separate(gram, signs, Free())
    if found.separable:
        return
    raise NotSeparableError(
        "no classifier agrees with all labels: version space is empty (averages of the signed examples come within "
        f"{found.distance:.1e} of the origin, where the longest example has length {found.radius:.3g}); assume label "
        "noise (noise=0.05, or 'auto'), add to the diagonal of the Gram (diagonal=1.0), or take a richer kernel.",
        found,
    )


def example_lengths(gram: Gram) -> Vector:
    """√Kᵢᵢ; an example of length zero is refused."""
    squared = gram.diagonal()
    short = np.flatnonzero(~(squared > 0.0))
    if len(short):
        raise InputError(
            f"example {short[0]} has k(x, x) = {squared[short[0]]:g}, so that no direction puts it on either side; "
            "drop it, or add a constant to the kernel (fit_intercept=True)."
        )
    return np.asarray(np.sqrt(squared))


def require_semidefinite(cosines: Matrix, rounding: float) -> None:
    """Raise an InputError if K, with examples at length one, has an eigenvalue below what rounding explains."""
    verdict = positive_semidefinite(cosines, tolerance=32.0 * len(cosines) * rounding)
    if not verdict:
        raise InputError(
            f"K is not positive semi-definite: with examples at length one its smallest eigenvalue is "
            f"{verdict.smallest:.3g}; use a positive kernel, or add to the diagonal (diagonal=1.0)."
        )
