"""Certificates side by side, each in the color of the rule that it speaks of."""

import math
import textwrap
from typing import Any, Self

from drupe.bounds.subject import Subject
from drupe.certification.certificate import percent
from drupe.certification.certificates import Certificates
from drupe.certification.certify import certify
from drupe.foundation.canvas import COLORS, FAINT, INK, canvas


class CertificateDisplay:
    """A bar for each valid certificate, best on top; vacuous ones are pale; where there is none, the reasons.

    Parameters
    ----------
    certificates
        The table.
    error
        A test error to compare with, if there is one.

    Attributes
    ----------
    ax_, figure_
        What was drawn on.

    Examples
    --------
    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> from drupe.certification.certificate import Certificate
    >>> from drupe.witness.held_out import HeldOut
    >>> table = Certificates([Certificate.of(HoldOut(), HeldOut(3, 100), 0.05)], delta=0.05)
    >>> len(CertificateDisplay.from_certificates(table).ax_.patches)
    1
    """

    def __init__(self, certificates: Certificates, error: float | None = None):
        self.certificates = certificates
        self.error = error

    @classmethod
    def from_certificates(cls, certificates: Certificates, *, error: float | None = None, ax: Any = None) -> Self:
        """Draw a table of certificates."""
        return cls(certificates, error).plot(ax)

    @classmethod
    def from_estimator(
        cls, model: Any, X: Any, y: Any, *, error: float | None = None, ax: Any = None, **options: Any
    ) -> Self:
        """Certify a fitted model and draw what comes out; options go to `certify`."""
        return cls(certify(model, X, y, **options), error).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw on these axes, or on new ones."""
        valid = self.certificates.valid
        ax = canvas(ax, (7.2, 1.4 + 0.34 * max(2, len(valid))))
        colors = dict(zip(Subject, COLORS, strict=False))
        shown: set[Subject] = set()
        for place, one in enumerate(valid):
            label = one.subject.value if one.subject not in shown else None
            shown.add(one.subject)
            ax.barh(
                place, one.value, color=colors[one.subject], alpha=0.2 if one.vacuous else 0.9, height=0.62, label=label
            )
            word = "vacuous" if one.vacuous else f"{math.ceil(1e3 * one.value - 1e-9) / 10.0:.1f} %"
            inside = one.value > 0.85
            ax.text(
                one.value + (-0.01 if inside else 0.01),
                place,
                word,
                va="center",
                ha="right" if inside else "left",
                fontsize=9,
                color=INK if one.vacuous or not inside else "white",
            )
        if self.error is not None:
            ax.axvline(self.error, color=INK, linewidth=1.2, linestyle="--")
            ax.annotate(
                f"measured error {100.0 * self.error:.1f} %",
                (self.error, 1.01),
                xycoords=("data", "axes fraction"),
                fontsize=9,
            )
        ax.axvline(0.5, color=FAINT, linewidth=0.8, linestyle=":")
        ax.set_yticks(range(len(valid)), [one.name.replace("_", " ") for one in valid])
        ax.invert_yaxis()
        ax.set_xlim(0.0, 1.02)
        ax.set_xlabel(f"risk at most, all together with {percent(self.certificates.confidence)} confidence")
        if valid:
            below = -0.55 / (0.6 + 0.34 * len(valid))
            ax.legend(frameon=False, fontsize=8.5, loc="upper center", bbox_to_anchor=(0.4, below))
        else:
            _say(ax, self.certificates.sentence())
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _say(ax: Any, sentence: str) -> None:
    """Words where there are no bars."""
    words = textwrap.fill(sentence, 90, max_lines=6, placeholder=" …")
    ax.text(0.01, 0.5, words, transform=ax.transAxes, va="center", fontsize=8.5, color=INK)
