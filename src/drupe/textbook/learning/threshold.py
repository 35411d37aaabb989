"""The threshold of a classifier chosen by what its two kinds of errors cost."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check

COST = Interval(0.0)


@dataclass(frozen=True)
class Threshold:
    """f(x) + offset ≥ 0 says the positive class.

    Parameters
    ----------
    offset
        What to add to outputs, so that zero separates the classes.
    misses
        Positive examples below zero, each counted with its weight.
    false_alarms
        Negative examples not below zero.
    cost
        miss_cost · misses + false_alarm_cost · false_alarms, the least that any threshold has.

    Examples
    --------
    Missing the example at 0.5 costs more than two false alarms.

    >>> outputs, signs = np.array([2.0, 0.5, 1.0, 1.5, -3.0]), np.array([1, 1, -1, -1, -1])
    >>> Threshold.cheapest(outputs, signs).misses, Threshold.cheapest(outputs, signs, miss_cost=3.0).misses
    (1.0, 0.0)

    References
    ----------
    [Mika02]_, section 2.2 (the threshold apart from the direction).
    """

    offset: float
    misses: float
    false_alarms: float
    cost: float

    @classmethod
    def cheapest(
        cls,
        outputs: Vector,
        signs: Vector,
        *,
        miss_cost: float = 1.0,
        false_alarm_cost: float = 1.0,
        weights: Vector | None = None,
    ) -> "Threshold":
        """The cheapest of the n + 1 places between the outputs; half-way, and of several the nearest to zero.

        Outputs should come from examples that the machine was not trained on. O(n log n) time.
        """
        check("Threshold", "miss_cost", miss_cost, COST)
        check("Threshold", "false_alarm_cost", false_alarm_cost, COST)
        f, y, counts = _checked(outputs, signs, weights)
        order = np.argsort(f, kind="stable")
        f, y, counts = f[order], y[order], counts[order]
        misses = np.append(0.0, np.cumsum(np.where(y > 0, counts, 0.0)))
        false_alarms = np.append(0.0, np.cumsum(np.where(y < 0, counts, 0.0)))
        false_alarms = false_alarms[-1] - false_alarms
        costs = miss_cost * misses + false_alarm_cost * false_alarms
        places = np.concatenate([[f[0] - 1.0], 0.5 * (f[:-1] + f[1:]), [f[-1] + 1.0]])
        # Between equal outputs there is no place.
        costs[1:-1][f[:-1] == f[1:]] = np.inf
        best = np.flatnonzero(costs == costs.min())
        i = int(best[np.argmin(np.abs(places[best]))])
        return cls(-float(places[i]), float(misses[i]), float(false_alarms[i]), float(costs[i]))


def _checked(outputs: Vector, signs: Vector, weights: Vector | None) -> tuple[Vector, Vector, Vector]:
    f, y = np.asarray(outputs, dtype=np.float64), np.asarray(signs)
    counts = np.ones(len(f)) if weights is None else np.asarray(weights, dtype=np.float64)
    if f.ndim != 1 or not len(f) or y.shape != f.shape or counts.shape != f.shape:
        raise InputError(
            f"a threshold needs one sign (and one weight) for each output, got shapes {f.shape}, {y.shape} and "
            f"{counts.shape}."
        )
    if not np.isin(y, (-1, 1)).all() or not np.isfinite(f).all() or not (counts >= 0).all():
        raise InputError("outputs must be finite, signs +1 or -1 and weights zero or more.")
    return f, y, counts
