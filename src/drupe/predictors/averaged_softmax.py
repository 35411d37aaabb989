"""Probabilities of several classes whose outputs are only known to be normal: a soft-max averaged over a Gaussian."""

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, softmax
from scipy.stats.qmc import Sobol

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.predictors.averaged_sigmoid import averaged_logistic

POWER = 11
"""Of two: half the points over which is averaged."""

SMALLEST = 1e-12
"""Distance of the points from the ends, where the normal distribution has no quantile."""

AT_ONCE = 64
"""Examples that are averaged over together."""


def averaged_softmax(means: Matrix, covariances: npt.NDArray[np.float64]) -> Matrix:
    """∫ softmax(t) N(t; m, S) dt for each row m and each matrix S; of two classes to 10⁻¹², of more to some 10⁻³.

    Of two classes only the difference counts, which has one dimension. Of more the mean is taken over the same 4096
    points for all, spread evenly by Sobol' and mirrored at the mean, so that nothing is random.

    Examples
    --------
    >>> averaged_softmax(np.zeros((1, 3)), np.eye(3)[None]).round(3).tolist()
    [[0.333, 0.333, 0.333]]

    References
    ----------
    [Rasmussen06]_, algorithm 3.4.
    """
    classes = means.shape[1]
    if classes == 2:
        return _of_two(means[:, 1] - means[:, 0], covariances)
    points = _normal_points(classes)
    found = np.empty_like(means)
    for index in blocks(len(means), AT_ONCE):
        values, vectors = np.linalg.eigh(covariances[index])
        roots = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
        outputs = means[index][:, None, :] + points @ np.swapaxes(roots, 1, 2)
        found[index] = softmax(outputs, axis=2).mean(axis=1)
    return found


def _of_two(differences: Vector, covariances: npt.NDArray[np.float64]) -> Matrix:
    variances = covariances[:, 0, 0] + covariances[:, 1, 1] - 2.0 * covariances[:, 0, 1]
    second = averaged_logistic(differences, np.maximum(variances, 0.0))
    return np.column_stack([1.0 - second, second])


def _normal_points(dimension: int) -> Matrix:
    """Spread like N(0, I), and symmetric around zero."""
    even = Sobol(dimension, scramble=True, seed=0).random_base2(POWER)
    half = ndtri(np.clip(even, SMALLEST, 1.0 - SMALLEST))
    return np.vstack([half, -half])
