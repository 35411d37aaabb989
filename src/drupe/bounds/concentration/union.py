"""The union bound with weights: many statements hold at once if each takes its share of δ."""

import math
from collections.abc import Sequence

from drupe.bounds.concentration.rounding import downward
from drupe.foundation.errors import ParameterError


def split(delta: float, weights: Sequence[float]) -> tuple[float, ...]:
    """δᵢ = δ wᵢ: statements that fail with probability δᵢ each hold together with probability 1 − δ.

    The weights must be fixed before the data are looked at; their sum is at most 1.

    Examples
    --------
    >>> [round(share, 9) for share in split(0.05, [0.5, 0.25, 0.25])]
    [0.025, 0.0125, 0.0125]

    References
    ----------
    [Herbrich02]_, lemma 4.14 (multiple testing); [Graepel02]_, lemma 1 (stratification).
    """
    if not weights or min(weights) < 0.0 or math.fsum(weights) > 1.0 + 1e-12:
        raise ParameterError(
            f"shares of delta are at least 0 and sum up to 1 at most; got {len(weights)} with the sum "
            f"{math.fsum(weights)!r}."
        )
    return tuple(max(0.0, downward(delta * weight)) for weight in weights)


def evenly(count: int) -> tuple[float, ...]:
    """Equal weights for so many statements.

    >>> evenly(4)
    (0.25, 0.25, 0.25, 0.25)
    """
    return (1.0 / count,) * count
