"""Class weights: factors of what an example costs, by its class."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError

CLASS_WEIGHT = Either(NOTHING, OneOf("balanced"), Instance(dict))


def class_factors(class_weight: Any, classes: npt.NDArray[Any], counts: Vector) -> Vector:
    """One factor for each class: 1, what a mapping says, or n / (k nᶜ) if "balanced".

    `counts` are the sums of sample weights, so that a weight of two acts as two examples here too.

    >>> class_factors("balanced", np.array(["a", "b"]), np.array([1.0, 3.0])).round(3).tolist()
    [2.0, 0.667]
    """
    if class_weight is None:
        return np.ones(len(classes))
    if isinstance(class_weight, str):
        return np.asarray(counts.sum() / (len(classes) * counts))
    factors = np.array([float(class_weight.get(label, 1.0)) for label in classes.tolist()])
    if not np.isfinite(factors).all() or factors.min() <= 0:
        raise ParameterError(f"class_weight must hold finite numbers above zero, got {dict(class_weight)!r}.")
    unknown = _unknown(class_weight, classes)
    if unknown:
        raise ParameterError(f"class_weight names {unknown!r}, no classes of y, which are {classes.tolist()}.")
    return factors


def _unknown(class_weight: Mapping[Any, float], classes: npt.NDArray[Any]) -> list[Any]:
    """Labels that are weighted but not there; scikit-learn lets them pass only if every class is weighted."""
    labels = classes.tolist()
    unknown = [label for label in class_weight if label not in labels]
    return [] if all(label in class_weight for label in labels) else unknown
