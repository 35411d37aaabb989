"""A kernel expansion beside functions that cost nothing, as the mean of a process that is flat in these."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Columns, Counted, Holds, Numbers, Reals, Sizes
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.polynomial_frame import PolynomialFrame
from drupe.predictors.around_centers import AroundCenters

BLOCK_BYTES = 64 * 2**20
"""What the kernel values of the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class FreeVariance:
    """What the variance of f(x) is made of: k(x, x) − 2tᵀEᵀk + tᵀSt − ‖Gᵀ(k − Ut)‖².

    k holds the kernel values of x with the centers and t the polynomials at x. The first three terms are the variance
    of what is left of f(x) after the polynomials are fitted to the centers, the last is what the targets tell of it.

    Parameters
    ----------
    root
        G.
    unpenalized
        E, a column for each polynomial.
    images
        U = KE.
    unknown
        S = EᵀKE + λEᵀW⁻¹E.
    scale
        Variance of the process, for each output.
    noise
        Variance of the noise, for each output.

    References
    ----------
    [Wahba83]_, section 2; [Wahba90]_, section 1.5 and 5.1.
    """

    root: Annotated[Matrix, Reals("centers", None)]
    unpenalized: Annotated[Matrix, Reals("centers", "polynomials")]
    images: Annotated[Matrix, Reals("centers", "polynomials")]
    unknown: Annotated[Matrix, Reals("polynomials", "polynomials")]
    scale: Annotated[Vector, Numbers("outputs")]
    noise: Annotated[Vector, Numbers("outputs")]

    def of(self, before: Vector, across: Matrix, polynomials: Matrix) -> Vector:
        """In units of the process, from k(x, x), the kernel values with the centers, and the polynomials."""
        left = before - 2.0 * np.einsum("pj,pj->p", across @ self.unpenalized, polynomials)
        left += np.einsum("pi,ij,pj->p", polynomials, self.unknown, polynomials)
        told = (across - polynomials @ self.images.T) @ self.root
        # Rounding must not make a variance negative.
        return np.asarray(np.maximum(left - np.einsum("pi,pi->p", told, told), 0.0))


@dataclass(frozen=True, eq=False)
class FreeExpansion(AroundCenters):
    """f(x) = Σᵢ k(x, xᵢ) coefficients[i] + Σⱼ pⱼ(x) free[j], one column for each output.

    Parameters
    ----------
    kernel
        k.
    centers
        The xᵢ.
    coefficients
        One row for each center.
    frame
        The polynomials pⱼ; of order 0 if there are none.
    free
        One row for each polynomial.
    variance
        What the variances are made of; None if nothing is known of them.
    n_jobs
        Threads, as in scikit-learn; None leaves it to OpenMP.

    References
    ----------
    [Wahba90]_, section 1.3; [Mukherjee04]_, section 5.4.
    """

    kernel: Kernel[Any]
    centers: Annotated[Inputs, Counted("centers"), Columns()]
    coefficients: Annotated[Matrix, Reals("centers", "outputs")]
    frame: Annotated[PolynomialFrame, Holds("center", Reals("columns")), Holds("count", Sizes("polynomials"))]
    free: Annotated[Matrix, Reals("polynomials", "outputs")]
    variance: Annotated[
        FreeVariance | None,
        Holds("images", Reals("centers", "polynomials")),
        Holds("scale", Numbers("outputs")),
    ]
    n_jobs: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "centers", self.centers.as_centers())

    @property
    def outputs(self) -> int:
        """One for each column of coefficients."""
        return int(self.coefficients.shape[1])

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x), one column for each output, in float64."""
        if not len(inputs):
            return np.empty((0, self.outputs))
        return self.prepared.product(inputs, self.coefficients) + self._polynomials(inputs) @ self.free

    def variances(self, inputs: Inputs, noisy: bool = False) -> Matrix:
        """Of f(x), or of a noisy target at x: one column for each output."""
        if self.variance is None:
            raise ParameterError("nothing was learned about variances; fit with error_bars=True.")
        left = np.empty(len(inputs))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(1, len(self.centers)))):
            part = inputs.take(index)
            before = np.asarray(self.kernel.diagonal(part), dtype=np.float64)
            across = np.asarray(self.prepared.block(part), dtype=np.float64)
            left[index] = self.variance.of(before, across, self._polynomials(part))
        return left[:, None] * self.variance.scale + self.variance.noise * noisy

    def _polynomials(self, inputs: Inputs) -> Matrix:
        # Of examples without columns at most the constant is a polynomial.
        return self.frame.values(inputs) if isinstance(inputs, Vectors) else np.ones((len(inputs), self.frame.count))
