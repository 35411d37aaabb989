"""Certificates, bounds, margins and coverage as pictures, in the manner of scikit-learn's displays."""

from drupe.certification.displays.bound_display import BoundDisplay
from drupe.certification.displays.certificate_display import CertificateDisplay
from drupe.certification.displays.coverage_display import CoverageDisplay
from drupe.certification.displays.margin_display import MarginDisplay

__all__ = ["BoundDisplay", "CertificateDisplay", "CoverageDisplay", "MarginDisplay"]
