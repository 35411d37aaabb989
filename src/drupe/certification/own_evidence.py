"""Reads a classifier that was learned together with its certificate: its witness is there already."""

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.witness.evidence import Evidence


def own_evidence(model: CertifiedClassifier) -> Evidence:
    """The counts that the scheme made; they speak at any δ."""
    witness = model.certificate_.witness
    return Evidence(0, {type(witness): lambda: witness}, otherwise=OWN, own={type(witness): model.certificate_.checks})


OWN = "the rule was learned together with its own certificate; anything else takes held-out examples"
