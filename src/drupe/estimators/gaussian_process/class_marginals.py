"""The evidence of fitted processes at other parameters: the mean over all problems, as scikit-learn has it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.gaussian_process.class_search import ClassHeight
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError


def mean_evidence(heights: Sequence[ClassHeight], theta: Any, eval_gradient: bool) -> Any:
    """The mean of ln P(labels) over the problems, with its slopes in `theta` if asked for.

    `theta` holds the parameters of every problem, one after the other, or those of one, which are then those of all.
    """
    given = np.asarray(theta, dtype=np.float64)
    size, problems = len(heights[0].space.start), len(heights)
    if given.shape == (size,):
        points = [given] * problems
    elif given.shape == (size * problems,):
        points = list(given.reshape(problems, size))
    else:
        raise ParameterError(
            f"Shape of theta must be either {size} or {size * problems}. Obtained theta with shape {given.shape}."
        )
    if not eval_gradient:
        return np.mean([height.value(point) for height, point in zip(heights, points, strict=True)])
    pairs = [height(point) for height, point in zip(heights, points, strict=True)]
    return np.mean([value for value, _ in pairs]), _joined([slopes for _, slopes in pairs], len(given))


def _joined(slopes: Sequence[Vector], size: int) -> Vector:
    """Of the mean over problems: those of each, one after the other, or their sum if they share their parameters."""
    found = np.concatenate(slopes) / len(slopes)
    return found if len(found) == size else np.asarray(found.reshape(len(slopes), size).sum(axis=0))
