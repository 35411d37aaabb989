"""Reads a classifier that was learned together with its certificate: its witness is there already."""

from drupe.bounds.assumptions import Assumption
from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.evidence import Evidence


def own_evidence(model: CertifiedClassifier) -> Evidence:
    """The counts that the scheme made; they speak at any δ."""
    witness = model.certificate_.witness
    holding = {check.assumption: check.holds for check in model.certificate_.checks}

    def check(assumption: Assumption) -> bool | None:
        return holding.get(assumption)

    return Evidence(0, {type(witness): lambda: witness}, checks=check, otherwise=OWN)


OWN = "the rule was learned together with its own certificate; anything else takes held-out examples"
