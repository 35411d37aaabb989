"""Empirical kernel maps: an example is described by its similarities to reference examples."""

from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.finite_domain import FiniteDomain


@dataclass(frozen=True, eq=False)
class EmpiricalKernelMap(Generic[I]):
    """x → (k(x, z₁), ..., k(x, zₙ)).

    Works for any comparison, positive or not; linear functions of these features are kernel expansions.

    Parameters
    ----------
    kernel
        The comparison.
    reference
        The examples z₁, ..., zₙ.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> EmpiricalKernelMap(Linear(), Vectors.of([[1.0], [2.0]])).features(Vectors.of([[3.0]])).tolist()
    [[3.0, 6.0]]

    References
    ----------
    [Mika02]_, section 2.3.1; [Scholkopf02]_, section 2.2.6.
    """

    kernel: Kernel[I]
    reference: I

    def features(self, inputs: I) -> Matrix:
        """The similarities of each example."""
        return np.asarray(self.kernel.matrix(inputs, self.reference), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class WhitenedKernelMap(Generic[I]):
    """x → K^(−1/2) (k(x, z₁), ..., k(x, zₙ)), with K the Gram matrix of the reference examples.

    On the span of the reference examples its dot products are the kernel; elsewhere they are those of the
    projections onto that span.

    Parameters
    ----------
    kernel
        A positive semi-definite kernel.
    reference
        The examples z₁, ..., zₙ.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> WhitenedKernelMap(Linear(), Vectors.of([[2.0]])).features(Vectors.of([[3.0]])).round(6).tolist()
    [[3.0]]

    References
    ----------
    [Scholkopf02]_, section 2.2.6.
    """

    kernel: Kernel[I]
    reference: I
    inverse_root: Matrix = field(init=False, repr=False)

    def __post_init__(self) -> None:
        gram = self.kernel.matrix(self.reference, self.reference)
        object.__setattr__(self, "inverse_root", FiniteDomain.of(gram).inverse_root())

    def features(self, inputs: I) -> Matrix:
        """The whitened similarities of each example."""
        return np.asarray(self.kernel.matrix(inputs, self.reference) @ self.inverse_root)
