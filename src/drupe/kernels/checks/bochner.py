"""Bochner's theorem as a test: a stationary kernel is positive exactly if its spectrum is."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel

REACH = 64.0
"""Half the window, in units of the distance at which the kernel falls below half of k(0)."""

TAPER = 8.0
"""Standard deviations of the Gaussian taper within half the window: at its end the taper is exp(−32) ≈ 1e-14."""


@dataclass(frozen=True, eq=False)
class FourierSpectrum:
    """The Fourier transform of a stationary kernel on the line, on a grid of frequencies.

    Parameters
    ----------
    frequencies
        Angular frequencies ω ≥ 0.
    density
        ∫ k(t) taper(t) exp(−iωt) dt at each.
    tolerance
        How far below zero rounding may take it.
    """

    frequencies: Vector
    density: Vector
    tolerance: float

    @property
    def worst(self) -> float:
        """The frequency of the smallest density."""
        return float(self.frequencies[self.density.argmin()])

    @property
    def holds(self) -> bool:
        """Whether no frequency has a negative density beyond rounding."""
        return float(self.density.min()) >= -self.tolerance

    @property
    def witness(self) -> float | None:
        """A frequency that proves the kernel not positive: cos(ωxᵢ) and sin(ωxᵢ) are weights that refute it."""
        return None if self.holds else self.worst

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        word = "holds" if self.holds else "fails"
        return f"{word}: smallest density {self.density.min():.3g} at frequency {self.worst:.3g}"


def bochner(
    kernel: Kernel[Any], *, extent: float | None = None, points: int = 8192, tolerance: float = 1e-10
) -> FourierSpectrum:
    """Whether the Fourier transform of a stationary kernel on the line is non-negative.

    Parameters
    ----------
    kernel
        A kernel of one-column vectors that depends on x − z alone; others are refused.
    extent
        The kernel is looked at for |x − z| up to this; by default 64 times the distance at which it first falls below
        half of k(0). Details of the spectrum narrower than 8 / extent are smoothed out.
    points
        Grid points up to the extent. Frequencies beyond π points / extent fold back onto the smaller ones.
    tolerance
        How negative the density may be, as a share of ∫ |k(t)| taper(t) dt, which bounds it.

    Notes
    -----
    A refutation is a proof, up to rounding. The kernel is multiplied with a Gaussian taper, which is positive
    definite itself, so that cutting off a slowly falling kernel makes no false ripples; and sampling adds up the
    spectrum at ω + 2πm / spacing, a sum of non-negative terms if the kernel is positive. That no negative density is
    found is evidence on this grid only, and in one dimension: a function of ‖x − z‖ may be positive on the line and
    not in the plane.

    Examples
    --------
    >>> from drupe.kernels.gaussian import Gaussian
    >>> spectrum = bochner(Gaussian(1.0))
    >>> spectrum.holds, round(float(spectrum.density[0]), 1)  # about √(2π)
    (True, 2.5)

    References
    ----------
    [Mukherjee04]_, section 5.4; [Rasmussen06]_, theorem 4.1.
    """
    check("bochner", "points", points, Interval(2, whole=True))
    check("bochner", "tolerance", tolerance, Interval(0.0))
    length = _length(kernel)
    _require_stationary(kernel, length)
    reach = REACH * length if extent is None else extent
    check("bochner", "extent", reach, Interval(0.0, closed_low=False))
    spacing = reach / points
    lags = spacing * np.arange(points + 1)
    tapered = _values(kernel, 0.0, lags) * np.exp(-0.5 * (TAPER * lags / reach) ** 2)
    even = spacing * np.concatenate([tapered, tapered[-2:0:-1]])
    density = np.fft.rfft(even).real
    return FourierSpectrum(np.arange(points + 1) * np.pi / reach, density, tolerance * float(np.abs(even).sum()))


def _values(kernel: Kernel[Any], start: float, lags: Vector) -> Vector:
    """k(start, start + lag)."""
    matrix = kernel.matrix(Vectors.of([[start]]), Vectors.of(start + lags[:, None]))
    return np.asarray(matrix[0], dtype=np.float64)


def _length(kernel: Kernel[Any]) -> float:
    """The first power of two by which the kernel has fallen below half of k(0); one if it never does."""
    lags = np.concatenate([[0.0], 2.0 ** np.arange(-30, 31)])
    values = np.abs(_values(kernel, 0.0, lags))
    fallen = np.flatnonzero(values < 0.5 * values[0])
    return float(lags[fallen[0]]) if fallen.size else 1.0


def _require_stationary(kernel: Kernel[Any], length: float) -> None:
    lags = length * np.array([0.0, 0.25, 1.0, 3.0, -1.0])
    for start in length * np.array([-3.75, 1.25, 11.0]):
        here, there = _values(kernel, 0.0, np.abs(lags)), _values(kernel, float(start), lags)
        gap = np.abs(here - there)
        if gap.max() > 1e-6 * max(np.abs(here).max(), np.abs(there).max()):
            i = int(gap.argmax())
            raise InputError(
                f"Bochner's theorem is about kernels of x − z, but k(0, {abs(lags[i]):g}) = {here[i]:g} "
                f"and k({start:g}, {start + lags[i]:g}) = {there[i]:g}."
            )
