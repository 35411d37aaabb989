"""What is known of the errors of a served model, whole and in one line."""

from typing import Any

from drupe.certification.certificate import Certificate
from drupe.estimators.last_step import last_step
from drupe.persistence.archive import Archive


def certificate_of(archive: Archive) -> Certificate | None:
    """The one of the file, or the one that the model brings."""
    found: Any = archive.certificate or getattr(last_step(archive.model), "certificate_", None)
    return found if isinstance(found, Certificate) else None


def one_line(certificate: Certificate | None) -> str:
    """The statement in letters that a header can hold; empty if nothing is known.

    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> from drupe.witness.held_out import HeldOut
    >>> one_line(Certificate.of(HoldOut(), HeldOut(errors=0, n=100), delta=0.05))
    'risk <= 0.0296; confidence 0.95; by hold_out'
    """
    if certificate is None or not certificate.valid or certificate.vacuous:
        return ""
    # Rounded up: a risk is never said to be smaller than it is.
    value = -(-certificate.value * 1e4 // 1) / 1e4
    return f"risk <= {value:.4f}; confidence {certificate.confidence:g}; by {certificate.name}"
