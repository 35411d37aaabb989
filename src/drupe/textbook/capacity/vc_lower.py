"""The VC lower bound: what no learner can beat, for some distribution."""

import math

from drupe.bounds.base import checked_delta
from drupe.foundation.errors import InputError


def vc_lower(dimension: int, n: int, delta: float) -> float:
    """max((d − 1) / (32n), ln(1/δ) / n).

    For any learner there is a distribution, labeled by a rule of the class, under which its risk exceeds this with
    probability δ at least. It is the other side of the VC bound: not a statement on one fitted rule.

    Parameters
    ----------
    dimension
        d, the VC dimension of the class.
    n
        Number of examples.
    delta
        Probability with which the risk is at least so large.

    Examples
    --------
    >>> round(vc_lower(10, 1000, 0.05), 7)
    0.0029957

    References
    ----------
    [Graepel02]_, theorem 16; [Cristianini00]_, theorem 4.3.
    """
    if dimension < 1 or n < 1:
        raise InputError(f"dimension and number of examples are at least 1; got {dimension} and {n}.")
    return max((dimension - 1) / (32.0 * n), -math.log(checked_delta(delta)) / n)


def vc_complexity(dimension: int, n: int) -> float:
    """(d/n)(ln(2n/d) + 1), the term that a VC bound is made of; 0.17 at n = 30 d.

    Examples
    --------
    >>> round(vc_complexity(1, 30), 4)
    0.1698

    References
    ----------
    [Herbrich02]_, remark 4.11, which says 0.15.
    """
    return dimension / n * (math.log(2.0 * n / dimension) + 1.0)
