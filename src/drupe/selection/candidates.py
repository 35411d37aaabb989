"""The values of a price that are tried."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval

DECADES = (-2.0, 3.0)
"""Powers of ten between which C is sought if only the number of candidates is given."""


POSITIVE = Interval(0.0, closed_low=False)


def candidates(
    Cs: Any, owner: str, name: str = "C", decades: tuple[float, float] = DECADES, allowed: Interval = POSITIVE
) -> Vector:
    """The numbers that are given, rising and each once; or as many as asked for, evenly spread between 10⁻² and 10³.

    Of another name than C, they lie between other decades.

    >>> candidates(6, "SVCPathCV").tolist(), candidates([3, 1, 3], "SVCPathCV").tolist()
    ([0.01, 0.1, 1.0, 10.0, 100.0, 1000.0], [1.0, 3.0])
    """
    if isinstance(Cs, int | np.integer) and not isinstance(Cs, bool):
        if Cs < 1:
            raise ParameterError(f"{owner} must try at least one {name}, got {name}s={Cs}.")
        return np.logspace(*decades, int(Cs)) if Cs > 1 else np.ones(1)
    try:
        given = np.asarray(Cs, dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise ParameterError(f"{name}s must be a whole number or hold numbers: {cause}") from cause
    if given.ndim != 1 or not len(given):
        raise ParameterError(f"{name}s must be a whole number or a row of numbers, got {Cs!r}.")
    if wrong := [C for C in given.tolist() if C not in allowed]:
        raise ParameterError(f"every {name} must lie in {allowed}, got {wrong[0]!r}.")
    return np.unique(given)
