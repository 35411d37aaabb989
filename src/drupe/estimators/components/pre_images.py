"""Pre-images: the points of input space whose images come nearest to given points of a Gaussian's feature space."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors
from drupe.kernels.gaussian import Gaussian
from drupe.predictors.expansion import Expansion

STEPS = 200
"""Steps at most."""

STANDING = 1e-8
"""A step that is shorter than this, in widths of the kernel, is the last."""

GONE = 1e-12
"""Where the sum of kernel values is below this share of that of the coefficients, there is no way to go."""


def pre_images(kernel: Gaussian, examples: Vectors, coefficients: Matrix, starts: Matrix | None = None) -> Matrix:
    """argmin over z of ‖φ(z) − Σᵢ cᵢ φ(xᵢ)‖², by z ← Σ cᵢ k(z, xᵢ) xᵢ / Σ cᵢ k(z, xᵢ); one row for each column of c.

    Of all points that were met the nearest is returned, so that it is no farther than its start: without `starts` the
    example that is nearest.

    >>> kernel, examples = Gaussian(1.0), Vectors.of([[0.0], [1.0]])
    >>> pre_images(kernel, examples, np.array([[0.5], [0.5]])).round(6).tolist()
    [[0.5]]

    References
    ----------
    [Mika99]_, eq. 10; [Scholkopf02]_, section 18.2.
    """
    x = np.asarray(examples.in_double().dense(), dtype=np.float64)
    if starts is None:
        heights = Expansion(kernel, examples, coefficients, np.zeros(coefficients.shape[1])).decision(examples)
        starts = x[heights.argmax(axis=0)]
    z, best = np.array(starts, dtype=np.float64), np.array(starts, dtype=np.float64)
    highest = np.full(len(z), -np.inf)
    sizes = np.abs(coefficients).sum(axis=0)
    moving = np.arange(len(z))
    for _ in range(STEPS):
        pulls = kernel.matrix(Vectors.of(z[moving]), examples) * coefficients[:, moving].T
        # ‖φ(z) − Σ cφ‖² is a constant less twice this, as ‖φ(z)‖ = 1.
        height = pulls.sum(axis=1)
        higher = height > highest[moving]
        best[moving[higher]], highest[moving[higher]] = z[moving[higher]], height[higher]
        open_ = height > GONE * sizes[moving]
        target = (pulls[open_] @ x) / height[open_, None]
        far = np.linalg.norm(target - z[moving[open_]], axis=1) > STANDING * kernel.width
        moving = moving[open_][far]
        z[moving] = target[far]
        if not len(moving):
            break
    return best
