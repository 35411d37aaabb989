"""Pictures of machines, Grams and certificates, in the manner of scikit-learn's displays: one place for all of them."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.displays.band_display import BandDisplay
    from drupe.displays.bound_display import BoundDisplay
    from drupe.displays.certificate_display import CertificateDisplay
    from drupe.displays.class_cost_display import ClassCostDisplay
    from drupe.displays.coverage_display import CoverageDisplay
    from drupe.displays.coverage_risk_display import CoverageRiskDisplay
    from drupe.displays.decision_region_display import DecisionRegionDisplay
    from drupe.displays.embedding_display import EmbeddingDisplay
    from drupe.displays.evidence_display import EvidenceDisplay
    from drupe.displays.gram_display import GramDisplay
    from drupe.displays.importance_display import ImportanceDisplay
    from drupe.displays.logo_display import LogoDisplay
    from drupe.displays.margin_display import MarginDisplay
    from drupe.displays.path_display import PathDisplay
    from drupe.displays.scree_display import ScreeDisplay
    from drupe.displays.track_display import TrackDisplay
    from drupe.displays.vote_margin_display import VoteMarginDisplay
else:
    on_first_use(__name__)

__all__ = [
    "BandDisplay",
    "BoundDisplay",
    "CertificateDisplay",
    "ClassCostDisplay",
    "CoverageDisplay",
    "CoverageRiskDisplay",
    "DecisionRegionDisplay",
    "EmbeddingDisplay",
    "EvidenceDisplay",
    "GramDisplay",
    "ImportanceDisplay",
    "LogoDisplay",
    "MarginDisplay",
    "PathDisplay",
    "ScreeDisplay",
    "TrackDisplay",
    "VoteMarginDisplay",
]
