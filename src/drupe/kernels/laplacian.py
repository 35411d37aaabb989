"""The Laplacian kernel: similarity that fades with the sum of absolute differences."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import LENGTHS, check, length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Exp, Form, l1_distance


@dataclass(frozen=True)
class Laplacian(Kernel[Vectors]):
    """k(x, z) = exp(−‖x − z‖₁ / width).

    Functions in its space are continuous but not smooth. On histograms it is less shaken by one bin that is far
    off than the Gaussian kernel.

    Parameters
    ----------
    width
        Sum of absolute differences at which the kernel has fallen to 1/e.

    Examples
    --------
    >>> import math
    >>> math.isclose(Laplacian(width=2.0)([[0.0, 0.0]], [[1.0, 3.0]]).item(), math.exp(-2.0))
    True

    References
    ----------
    [Mukherjee04]_, section 5.4: ½ exp(−γ|x − t|) is `0.5 * Laplacian(1/γ)` on one column; [Cristianini00]_,
    section 8.2.2: exp(−d/σ²) with the 1-norm on histograms has width σ². scikit-learn's gamma is 1 / width.
    """

    width: float = length(1.0)

    @classmethod
    def from_gamma(cls, gamma: float) -> "Laplacian":
        """The kernel exp(−gamma ‖x − z‖₁)."""
        check("Laplacian", "gamma", gamma, LENGTHS)
        return cls(1.0 / gamma)

    @property
    def gamma(self) -> float:
        """The factor of the distance, 1 / width."""
        return 1.0 / self.width

    def form(self) -> Form:
        return l1_distance().map(Exp(-self.gamma))

    def derivatives(self) -> Mapping[str, Form]:
        return {"width": l1_distance().map(Affine(self.gamma**2)) * self.form()}
