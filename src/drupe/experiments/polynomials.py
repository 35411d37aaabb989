"""(⟨x, z⟩ + 1)^p over its mean on the diagonal: the kernel of the literature in numbers of moderate size.

A constant factor of the kernel changes no perceptron, no version space and no hyperplane of maximal margin.
"""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.kernels.polynomial import Polynomial


def moderate(X: Matrix, degree: int) -> Polynomial:
    """(⟨x, z⟩ + 1)^degree times a constant, such that k(x, x) is about 1 for these examples."""
    size = 1.0 + float(np.mean(np.einsum("ij,ij->i", X, X)))
    return Polynomial(degree, coef0=1.0 / size, scale=1.0 / size)
