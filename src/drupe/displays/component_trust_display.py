"""Principal components with what is certain of them: eigenvalues with intervals, and how far each may be turned."""

import math
from typing import Any, Self

import numpy as np

from drupe.certification.certificate import percent
from drupe.certification.component_certificates import TRUSTED, ComponentCertificates
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas


class ComponentTrustDisplay:
    """For each component the largest angle to the true one, alone and with those before it; trusted ones are filled.

    Parameters
    ----------
    certificates
        What is certain of the components.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe.witness.spectrum import Spectrum
    >>> seen = Spectrum([0.6, 0.2], n=5000, radius=1.0, total=1.0, squares=0.4, fourth=1.0)
    >>> display = ComponentTrustDisplay.from_certificates(ComponentCertificates.of(seen, delta=0.05))
    >>> len(display.ax_.patches)
    2
    """

    def __init__(self, certificates: ComponentCertificates):
        self.certificates = certificates

    @classmethod
    def from_certificates(cls, certificates: ComponentCertificates, *, ax: Any = None) -> Self:
        """Draw what `certify` said of components."""
        return cls(certificates).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones: eigenvalues as bars with intervals, angles as points on a second axis."""
        statements = tuple(self.certificates)
        numbers = np.array([one.number for one in statements])
        ax = canvas(ax, (max(5.2, 1.6 + 0.32 * len(numbers)), 3.6))
        values = np.array([one.variance for one in statements])
        below = values - np.array([one.low for one in statements])
        above = np.array([one.high for one in statements]) - values
        bars = ax.bar(numbers, values, color=COLORS[0], width=0.62, yerr=np.vstack([below, above]), ecolor=INK)
        for bar, one in zip(bars, statements, strict=True):
            bar.set_alpha(0.9 if one.trusted else 0.25)
        ax.set_ylim(0.0, 1.05 * max(float((values + above).max()), 1e-12))
        ax.set_xlabel("component")
        ax.set_ylabel("variance, with its interval")
        angles = ax.twinx()
        self._angles(angles, numbers)
        ax.set_title(f"dark: within 30° of the true one, with {percent(1.0 - self.certificates.delta)} confidence")
        ax.set_xticks(numbers if len(numbers) <= 20 else numbers[:: math.ceil(len(numbers) / 20)])
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _angles(self, ax: Any, numbers: Any) -> None:
        for name, marker, label in (("sine", "o", "alone"), ("sine_together", "_", "the first so many")):
            sines = np.array([getattr(one, name) for one in self.certificates])
            said = sines < 1.0
            degrees = np.degrees(np.arcsin(np.minimum(sines, 1.0)))
            ax.plot(numbers[said], degrees[said], marker, color=COLORS[1], label=label, markersize=7)
        ax.axhline(math.degrees(math.asin(TRUSTED)), color=FAINT, linewidth=0.8, linestyle=":")
        ax.set_ylim(0.0, 95.0)
        ax.set_yticks([0, 30, 60, 90])
        ax.set_ylabel("turned by at most (degrees)")
        ax.legend(loc="upper right", frameon=False, fontsize=9)
