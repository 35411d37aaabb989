"""The periodic kernel: a Fourier series with non-negative coefficients."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import Interval, check, nonnegative
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Form, FourierSeries, dot
from drupe.kernels.frozen_arrays import frozen_vector


@dataclass(frozen=True)
class Periodic(Kernel[Vectors]):
    """k(x, z) = Σₙ coefficients[n] cos(n (x − z)), on one column, an angle.

    The features are 1, cos x, sin x, cos 2x, sin 2x, ...: choosing coefficients is choosing a filter. Where one is
    zero the frequency is missing from every function; the faster they fall, the smoother the functions.

    Parameters
    ----------
    coefficients
        a₀, a₁, ..., each zero or more: the weight of the constant and of each frequency.

    Examples
    --------
    >>> import math
    >>> round(Periodic((1.0, 0.5))([[0.0]], [[math.pi]]).item(), 12)
    0.5

    References
    ----------
    [Cristianini00]_, example 3.9; [Mukherjee04]_, section 3.3, where a₀ = 1. The integral operator on [0, 2π) has
    eigenvalues 2πa₀ once and πaₙ twice.
    """

    coefficients: tuple[float, ...] = nonnegative()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "coefficients", frozen_vector("Periodic", "coefficients", self.coefficients))

    @classmethod
    def power_decay(cls, smoothness: float, frequencies: int) -> "Periodic":
        """a₀ = 1 and aₙ = n^(−2 smoothness) up to this many frequencies: functions with that many derivatives."""
        check("Periodic", "smoothness", smoothness, Interval(0.0, closed_low=False))
        check("Periodic", "frequencies", frequencies, Interval(0, whole=True))
        return cls((1.0, *(float(n) ** (-2.0 * smoothness) for n in range(1, int(frequencies) + 1))))

    def form(self) -> Form:
        return dot(FourierSeries(self.coefficients))

    def derivatives(self) -> Mapping[str, Form]:
        return {f"coefficients.{n}": dot(FourierSeries((0.0,) * n + (1.0,))) for n in range(len(self.coefficients))}
