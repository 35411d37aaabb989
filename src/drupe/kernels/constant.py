"""The constant kernel: one feature that every example shares, and so a bias."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import nonnegative
from drupe.kernels import forms
from drupe.kernels.base import I, Kernel


@dataclass(frozen=True)
class Constant(Kernel[I]):
    """k(x, z) = value.

    Added to another kernel it puts the bias inside the weight vector: a machine without a bias, run with
    k + Constant(τ²), learns one and pays b² / τ² for it. A large τ leaves the bias almost free at the price of
    conditioning; τ equal to the radius of the data loses at most a factor of four in the margin bound.

    Parameters
    ----------
    value
        Every entry of the matrix, τ² where the kernel serves as a bias.

    Examples
    --------
    >>> Constant(2.0)([[0.0], [5.0]]).tolist()
    [[2.0, 2.0], [2.0, 2.0]]

    References
    ----------
    [Cristianini00]_, remark 7.4; [Herbrich02]_, theorem 2.20 (3).
    """

    value: float = nonnegative(1.0)

    def form(self) -> forms.Form:
        return forms.Constant(float(self.value))

    def derivatives(self) -> Mapping[str, forms.Form]:
        return {"value": forms.Constant(1.0)}

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        return {"value": float(weights.sum())}
