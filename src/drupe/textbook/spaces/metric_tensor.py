"""The Riemannian metric that a kernel induces: how lengths near a point change on the way to feature space."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel

_OFFSETS = np.array([-2.0, -1.0, 1.0, 2.0])
_WEIGHTS = np.array([1.0, -8.0, 8.0, -1.0]) / 12.0
"""The five-point rule for a first derivative, of fourth order in the step."""


def metric_tensor(kernel: Kernel[Vectors], point: Any, step: float | None = None) -> Matrix:
    """gᵢⱼ(z) = ∂²k(x, x′)/∂xᵢ∂x′ⱼ at x = x′ = z, so that ‖φ(z + dz) − φ(z)‖² ≈ dzᵀ g dz.

    The kernel may be any that is smooth at the point. The tensor is the Gram matrix of the tangent vectors ∂φ/∂xᵢ,
    taken by differences, so that it is symmetric and positive semi-definite as it must be.

    Parameters
    ----------
    kernel
        A kernel of vectors.
    point
        z, one vector.
    step
        Step of the differences; 0.002 times the largest coordinate, or 0.002, unless given. A kernel narrower than
        the coordinates are large wants a smaller one: about 0.003 of its width.

    Notes
    -----
    The error is of the order (step/width)⁴ + ε (width/step)² relative to k(z, z)/width², about 1e-10 at best.
    The source writes ½ ∂²k(x, x)/∂xᵢ∂xⱼ − ∂²k(x, z)/∂xᵢ∂xⱼ, which is the same for a symmetric kernel.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> (metric_tensor(Gaussian(width=2.0), [1.0, 3.0]).round(6) + 0.0).tolist()  # 1/width² on the diagonal
    [[0.25, 0.0], [0.0, 0.25]]

    References
    ----------
    [Cristianini00]_, remark 3.16.
    """
    z = np.asarray(point, dtype=np.float64)
    if z.ndim != 1 or not z.size or not np.isfinite(z).all():
        raise InputError(f"the point must be one vector of finite numbers, got an array of shape {z.shape}.")
    if step is None:
        step = 2e-3 * max(1.0, float(np.abs(z).max()))
    check("metric_tensor", "step", step, Interval(0.0, closed_low=False))
    axes = np.eye(len(z))
    nodes = Vectors.of(z + step * np.kron(axes, _OFFSETS[:, None]))
    tangents = np.kron(axes, _WEIGHTS / step)
    return np.asarray(tangents @ kernel.matrix(nodes, nodes) @ tangents.T)
