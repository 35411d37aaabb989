"""Where examples lie along the two directions of feature space in which they differ most."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.grams.centered import CenteredGram
from drupe.grams.lazy import LazyGram
from drupe.grams.spectrum import dense_eigenpairs, eigenpairs
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel

AT_ONCE = 1500
"""Examples up to which a decomposition takes half a second at most."""


def kernel_components(kernel: Kernel[Any], inputs: Inputs) -> Matrix:
    """√λ v of the two largest eigenvalues of the centered Gram: the first two kernel principal components.

    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> kernel_components(Linear(), Vectors.of([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]])).round(6).tolist()
    [[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]]

    References
    ----------
    [Scholkopf02]_, section 14.2.
    """
    # Strings have spectra so flat that iterations take many times as long as a decomposition.
    find = dense_eigenpairs if len(inputs) <= AT_ONCE else eigenpairs
    pairs = find(CenteredGram(LazyGram(kernel, inputs)), min(2, len(inputs)))
    found: Matrix = pairs.vectors * np.sqrt(np.maximum(pairs.values, 0.0))
    # Of both directions of an axis the one is taken in which the last example lies.
    turned = found * np.where(found[-1] < 0.0, -1.0, 1.0) + 0.0  # no negative zeros
    return np.asarray(turned if turned.shape[1] == 2 else np.column_stack([turned, np.zeros(len(turned))]))
