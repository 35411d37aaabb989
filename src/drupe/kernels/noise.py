"""The noise kernel: what an example has in common with itself alone."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Interval, check, nonnegative
from drupe.kernels.base import I, Kernel
from drupe.kernels.forms import Affine, Base, Form, Metric


@dataclass(frozen=True)
class Noise(Kernel[I]):
    """k(x, z) = variance · 1[x and z are the same example].

    On the Gram matrix of the training examples it adds to the diagonal; between a test point and the training
    examples it adds nothing. It is the variance of the outputs in a Gaussian process, and the 2-norm soft margin in
    a hard-margin machine.

    Parameters
    ----------
    variance
        What is added to the diagonal: σ² of the noise, λ of ridge regression, 1/C of the 2-norm soft margin.

    Notes
    -----
    Sameness is that of the example, not of its values: two rows with equal numbers are two measurements, each with
    noise of its own, and a sub-sample of a collection holds the same examples as the collection. The literature
    writes 1[x = z], which would let duplicates share their slack.

    Examples
    --------
    >>> k = Noise(0.5)
    >>> k([[1.0], [1.0]]).tolist(), k([[1.0]], [[1.0]]).tolist()
    ([[0.5, 0.0], [0.0, 0.5]], [[0.0]])

    References
    ----------
    [Herbrich02]_, eq. 3.15; [Cristianini00]_, proposition 6.11; [Graepel02]_, section 2.1.3.
    """

    variance: float = nonnegative(1.0)

    @classmethod
    def from_soft_margin(cls, C: float) -> "Noise[I]":
        """The diagonal 1/C under which a hard margin is the 2-norm soft margin with slack cost C."""
        check("Noise", "C", C, Interval(0.0, closed_low=False))
        return cls(1.0 / C)

    def form(self) -> Form:
        return Base(Metric.SAME).map(Affine(float(self.variance)))

    def derivatives(self) -> Mapping[str, Form]:
        return {"variance": Base(Metric.SAME)}

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        positions = inputs.origin.positions
        if len(np.unique(positions)) < len(positions):  # an example that is there twice meets itself off the diagonal
            return super().slopes(inputs, weights)
        return {"variance": float(np.trace(weights))}
