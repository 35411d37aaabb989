"""How many different classifiers a sample holds: a chain that stands still repeats itself, and so do perceptrons."""

import numpy as np

from drupe.foundation.parameters import Interval, check
from drupe.solvers.samplers.base import Classifiers


def distinct_classifiers(classifiers: Classifiers, tolerance: float = 1e-9) -> int:
    """The number of different rows of outputs: where K is singular, different α may be one and the same classifier.

    Parameters
    ----------
    classifiers
        Draws of one sampler.
    tolerance
        Outputs that agree to this share of the largest are the same.

    Examples
    --------
    >>> distinct_classifiers(Classifiers(np.eye(3)[[0, 1, 0]], np.eye(3)[[0, 1, 0]]))
    2

    References
    ----------
    [Graepel02]_, section 8.4.2.
    """
    check("distinct_classifiers", "tolerance", tolerance, Interval(0.0, 1.0, closed_low=False))
    step = tolerance * float(np.abs(classifiers.outputs).max(initial=0.0))
    rounded = np.round(classifiers.outputs / step) + 0.0 if step > 0.0 else classifiers.outputs
    return len(np.unique(rounded, axis=0))
