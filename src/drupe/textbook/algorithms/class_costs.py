"""What slack costs, example by example, where the two classes do not cost the same."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, check

ABOVE_ZERO = Interval(0.0, closed_low=False)


def class_costs(signs: Vector, *, positive: float, negative: float) -> Vector:
    """C₊ for the examples of sign +1, C₋ for the others: the upper ends of a box, or 1/C on a diagonal.

    The class that must not be missed, often the rarer one, gets the larger C: its α may grow further, or its
    diagonal is lifted less.

    >>> class_costs(np.array([1.0, -1.0, -1.0]), positive=10.0, negative=1.0).tolist()
    [10.0, 1.0, 1.0]

    References
    ----------
    [Cristianini00]_, section 8.4.2.
    """
    check("class_costs", "positive", positive, ABOVE_ZERO)
    check("class_costs", "negative", negative, ABOVE_ZERO)
    return np.where(signs > 0, float(positive), float(negative))


def costs_of_ridges(signs: Vector, *, positive: float, negative: float) -> Vector:
    """Cᵢ = 1 / (2 λ n) with λ₊ or λ₋: the boxes of min (1/n) Σ ξᵢ / λᵢ + ‖w‖², by class.

    A larger λ means a *smaller* box and less weight for the class: what the literature recommends to raise for the
    rarer class is the cost, not the ridge.

    >>> costs_of_ridges(np.array([1.0, -1.0]), positive=0.25, negative=1.0).tolist()
    [1.0, 0.25]

    References
    ----------
    [Herbrich02]_, remark 2.33, whose advice has the direction of λ reversed.
    """
    return 1.0 / (2.0 * len(signs) * class_costs(signs, positive=positive, negative=negative))


def squared_costs_of_ridges(signs: Vector, *, positive: float, negative: float) -> Vector:
    """Cᵢ = 1 / (λ n) with λ₊ or λ₋: λn is what squared slacks add to the diagonal, by class.

    >>> squared_costs_of_ridges(np.array([1.0, -1.0]), positive=0.25, negative=1.0).tolist()
    [2.0, 0.5]

    References
    ----------
    [Herbrich02]_, remark 2.33 with appendix B.5.3.
    """
    return 1.0 / (len(signs) * class_costs(signs, positive=positive, negative=negative))
