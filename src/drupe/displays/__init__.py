"""Pictures of machines, Grams and certificates, in the manner of scikit-learn's displays: one place for all of them."""

from drupe.certification.displays.bound_display import BoundDisplay
from drupe.certification.displays.certificate_display import CertificateDisplay
from drupe.certification.displays.coverage_display import CoverageDisplay
from drupe.certification.displays.margin_display import MarginDisplay
from drupe.displays.decision_region_display import DecisionRegionDisplay
from drupe.displays.gram_display import GramDisplay
from drupe.estimators.reject.coverage_risk_display import CoverageRiskDisplay

__all__ = [
    "BoundDisplay",
    "CertificateDisplay",
    "CoverageDisplay",
    "CoverageRiskDisplay",
    "DecisionRegionDisplay",
    "GramDisplay",
    "MarginDisplay",
]
