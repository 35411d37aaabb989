"""What a theorem may know of principal components in feature space, from the kernel and the examples."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from drupe.certification.check import Check
from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.centered import CenteredGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.cauchy import Cauchy
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.inverse_multiquadric import InverseMultiquadric
from drupe.kernels.laplacian import Laplacian
from drupe.kernels.matern import Matern12, Matern32, Matern52
from drupe.kernels.rational_quadratic import RationalQuadratic
from drupe.witness.assumptions import Assumption
from drupe.witness.spectrum import Spectrum

NEVER_NEGATIVE = (Gaussian, Laplacian, Matern12, Matern32, Matern52, Cauchy, RationalQuadratic, InverseMultiquadric)
"""Kernels that fade with distance and have the same value k(x, x) everywhere: radius and least value are known."""

ROWS = 512
"""Rows of the kernel matrix that are looked at together."""


def component_spectrum(
    kernel: Kernel[Any], inputs: Inputs, values: Vector, centered: bool, numerical: float = 0.0
) -> Spectrum:
    """The spectrum of a sample whose leading eigenvalues, with divisor n, are known; one pass over the kernel matrix.

    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> seen = component_spectrum(Linear(), Vectors.of([[-1.0], [1.0]]), np.array([1.0]), centered=True)
    >>> seen.total, seen.squares, seen.fourth, seen.mean
    (1.0, 1.0, 1.0, 0.0)
    """
    plain = LazyGram(kernel, inputs).in_double()
    gram: Gram = CenteredGram(plain) if centered else plain
    n = len(inputs)
    lengths = np.maximum(gram.diagonal(), 0.0)
    squares = sum(float(np.square(part).sum()) for part in _parts(gram)) / n**2
    radius = float(np.sqrt(plain.diagonal().max()))
    mean = float(np.sqrt(max(float(plain.product(np.ones(n)).mean()) / n, 0.0)))
    return Spectrum(
        np.minimum.accumulate(np.maximum(values, 0.0)),
        n=n,
        radius=radius,
        total=max(float(lengths.mean()), float(np.maximum(values, 0.0).sum())),
        squares=squares,
        fourth=float(np.square(lengths).mean()),
        mean=min(mean, radius) if centered else None,
        least=0.0 if isinstance(kernel, NEVER_NEGATIVE) else -np.inf,
        numerical=numerical,
    )


def component_checks(kernel: Kernel[Any], radius: float, assumptions: frozenset[Assumption]) -> tuple[Check, ...]:
    """The premises: the radius is known of kernels that fade with distance, and else only seen, which is said."""
    bounded = Check(Assumption.BOUNDED_INPUTS, None, f"{radius:.4g} is only the largest that was seen")
    if isinstance(kernel, NEVER_NEGATIVE):
        bounded = Check(Assumption.BOUNDED_INPUTS, True)
    order = sorted(assumptions, key=lambda one: one.name)
    return tuple(bounded if one is Assumption.BOUNDED_INPUTS else Check(one, None) for one in order)


def _parts(gram: Gram) -> Iterator[Matrix]:
    for start in range(0, len(gram), ROWS):
        yield gram.rows(np.arange(start, min(start + ROWS, len(gram))))
