"""The center of mass of sampled classifiers: the Bayes point, as far as one classifier can stand for all."""

import numpy as np

from drupe.foundation.errors import InputError
from drupe.solvers.samplers.base import Classifiers


def center_of_mass(classifiers: Classifiers) -> Classifiers:
    """w = Σₛ wₛ / ‖Σₛ wₛ‖, as the only classifier.

    The mean of classifiers of unit length, itself of unit length. Inside version space if they are: margins add up.

    >>> two = Classifiers(np.eye(2), np.eye(2))
    >>> center_of_mass(two).coefficients.round(6).tolist()
    [[0.707107, 0.707107]]

    References
    ----------
    [Graepel02]_, sections 7.2.2 and 7.2.3; [Herbrich02]_, section 3.4.
    """
    alpha, outputs = classifiers.coefficients.mean(axis=0), classifiers.outputs.mean(axis=0)
    squared = float(alpha @ outputs)
    if not squared > 0.0:
        raise InputError("the classifiers cancel: their mean has no direction.")
    length = np.sqrt(squared)
    return Classifiers((alpha / length)[None], (outputs / length)[None], classifiers.complete)
