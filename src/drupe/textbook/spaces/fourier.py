"""Fourier features: sines and cosines, the features of a periodic kernel."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative
from drupe.inputs.vectors import Vectors
from drupe.kernels.periodic import Periodic


@dataclass(frozen=True)
class FourierFeatures(Checked):
    """x → (√a₀, √a₁ sin x, √a₁ cos x, √a₂ sin 2x, √a₂ cos 2x, ...), frequencies with aₙ = 0 left out.

    Parameters
    ----------
    coefficients
        a₀, a₁, ...: how much each frequency counts, zero or more.

    Examples
    --------
    >>> FourierFeatures((1.0, 0.0, 4.0)).features(Vectors.of([[np.pi / 4]])).round(6).tolist()
    [[1.0, 2.0, 0.0]]

    References
    ----------
    [Cristianini00]_, example 3.9.
    """

    coefficients: tuple[float, ...] = nonnegative()

    @classmethod
    def of(cls, kernel: Periodic) -> "FourierFeatures":
        """The features whose dot products are this kernel."""
        return cls(kernel.coefficients)

    @property
    def dimension(self) -> int:
        """Number of features: one for a constant, two for each frequency."""
        return len(self.names())

    def names(self) -> list[str]:
        """What each feature is, but for its weight."""
        waves = [(f"sin {n}x", f"cos {n}x") for n, a in enumerate(self.coefficients) if n and a]
        return [
            *(["1"] if self.coefficients and self.coefficients[0] else []),
            *(name for pair in waves for name in pair),
        ]

    def features(self, inputs: Vectors) -> Matrix:
        """The features of each example, which must be a number: an angle."""
        if inputs.dimension != 1:
            raise InputError(f"Fourier features are of one angle, but the data have {inputs.dimension} columns.")
        x = inputs.in_double().dense()[:, 0]
        columns = []
        for n, a in enumerate(self.coefficients):
            if a:
                waves = [np.ones(len(x))] if n == 0 else [np.sin(n * x), np.cos(n * x)]
                columns += [np.sqrt(a) * wave for wave in waves]
        return np.stack(columns, axis=1) if columns else np.empty((len(x), 0))
