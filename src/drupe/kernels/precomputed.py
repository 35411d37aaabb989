"""The precomputed kernel: values that the user has computed, read off a Gram matrix."""

from dataclasses import dataclass
from typing import Any

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputTypeError
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.kernels.base import Kernel


@dataclass(frozen=True)
class Precomputed(Kernel[PrecomputedInputs]):
    """k(xᵢ, xⱼ) = K[i, j] of a Gram matrix that was brought along.

    For kernels that drupe does not have, or that are too dear to compute twice. The user who brings the matrix
    promises that it is positive semi-definite; that it is symmetric has been checked.

    Examples
    --------
    >>> train = PrecomputedInputs.of([[2.0, 1.0], [1.0, 3.0]])
    >>> Precomputed().matrix(train.against([[0.5, 0.25]]), train).tolist()
    [[0.5, 0.25]]

    References
    ----------
    [Herbrich02]_, definition 2.15, eq. 2.18: the Gram matrix is all that a kernel classifier knows of the sample.
    """

    def matrix(self, left: PrecomputedInputs, right: PrecomputedInputs) -> Matrix:
        return _precomputed(left).against_reference(_precomputed(right))

    def diagonal(self, inputs: PrecomputedInputs) -> Vector:
        return _precomputed(inputs).diagonal()


def _precomputed(inputs: Any) -> PrecomputedInputs:
    if not isinstance(inputs, PrecomputedInputs):
        raise InputTypeError(
            f"the precomputed kernel reads off a Gram matrix, got {type(inputs).__name__}; "
            "wrap it with drupe.inputs.Precomputed.of(gram), and new rows with training.against(matrix)."
        )
    return inputs
