"""Certificates as sentences, with their assumptions and sources."""

from drupe.analysis.outcomes import Outcomes
from drupe.bounds.subject import Subject
from drupe.certification.certificate import Certificate
from drupe.certification.certificates import Certificates
from drupe.displays.certificate_display import CertificateDisplay
from drupe.report.blocks import Block, Picture, Section, Statement, Text, Tone, Verdict
from drupe.report.numbers import confidence, error_share_at_most
from drupe.report.wording import CERTIFIED

SHOWN = 6
"""Certificates of one kind that are written out."""

UNASKED = "it needs X_"
"""How reasons begin that only say that no further examples were passed."""


def certified_section(certificates: Certificates, outcomes: Outcomes | None, tuned: bool, delta: float) -> Section:
    """What is certain up to δ: the best statements first, then the vacuous, then why others are silent."""
    blocks: list[Block] = [Text(together(delta))]
    if tuned:
        rest = any(one.name != "hold_out" for one in certificates.valid)
        blocks.append(Text(PRICED.format(certificates.candidates) if rest else TUNED, Tone.NOTE))
    good = [one for one in certificates.valid if not one.vacuous]
    vacuous = [one for one in certificates.valid if one.vacuous]
    if not good:
        blocks.append(Text("No certificate says anything here.", Tone.WARNING))
    best = certificates.best_for_fitted
    blocks += [statement(one.among(delta), NAMED if one is best else "") for one in good[:SHOWN]]
    if len(good) > 1:
        blocks.append(Text(HIGHER, Tone.NOTE))
    if len(good) + len(vacuous) > 1:
        blocks.append(_picture(certificates.among(delta), outcomes))
    blocks += [_vacuous(one) for one in vacuous[:SHOWN]]
    if len(vacuous) > SHOWN:
        blocks.append(Text(f"{len(vacuous) - SHOWN} further bounds are vacuous as well.", Tone.NOTE))
    silent = [one for one in certificates.refused if not one.reason.startswith(UNASKED)]
    blocks += [Statement(_reason(one), Verdict.REFUSED, (), str(one.source)) for one in silent[:SHOWN]]
    return Section("Certificates", tuple(blocks))


def together(delta: float) -> str:
    """What all statements of a report have in common."""
    return (
        f"All certificates on this page hold together with {confidence(delta)} confidence: in so many of all samples "
        "that could have been drawn, none of them is wrong. A certificate is a theorem applied to counts that anyone "
        "can check, not an estimate."
    )


TUNED = (
    "Kernel, parameters and scaling were chosen with the training rows. So the certificates below rest on the held-out "
    "rows alone, which took no part in any choice."
)

PRICED = (
    "Kernel and parameters were chosen with the training rows. Bounds that look at these rows pay for each of the {} "
    "candidates; the hold-out bound looks at the held-out rows alone, which took no part in any choice: it pays none."
)


NAMED = f" This limit is the {CERTIFIED} of this page."

HIGHER = (
    "Theorems that look at other facts have other limits. All of them hold; of those on the model the lowest counts."
)


def plain_sentence(certificate: Certificate) -> str:
    """The statement in words that need no other page."""
    error = error_share_at_most(certificate.value)
    subject = "the model" if certificate.subject is Subject.FITTED else certificate.rule
    sure = f"{100.0 * certificate.confidence:.4g} %"
    return f"With {sure} confidence, {certificate.quantity} of {subject} is at most {error}."


def statement(certificate: Certificate, remark: str = "") -> Statement:
    """The sentence with its premises and its source."""
    provided = tuple(check.words for check in certificate.trusted)
    checked = tuple(f"{check.assumption.value} (checked: it does)" for check in certificate.checked)
    source = f"{_title(certificate)}, {certificate.source}"
    return Statement(plain_sentence(certificate) + remark, Verdict.HOLDS, provided + checked, source)


def _vacuous(certificate: Certificate) -> Statement:
    text = f"{_title(certificate)}: {certificate.value:.3g} at most, which is vacuous: it says nothing about the error."
    return Statement(text, Verdict.VACUOUS, (), str(certificate.source))


def _reason(certificate: Certificate) -> str:
    return f"{_title(certificate)}: no certificate, because {certificate.reason}."


def _title(certificate: Certificate) -> str:
    return certificate.name.replace("_", " ").capitalize()


def _picture(certificates: Certificates, outcomes: Outcomes | None) -> Picture:
    error = 1.0 - outcomes.accuracy if outcomes is not None and outcomes.fresh else None
    best = certificates.valid[0]
    words = (
        f"The smallest of {len(certificates.valid)} is {_title(best).lower()} with {error_share_at_most(best.value)}."
    )
    size = (7.0, 1.6 + 0.34 * max(2, len(certificates.valid)))
    values = {one.name: one.value for one in certificates.valid}
    drawing = CertificateDisplay(certificates, error)
    return Picture("Certificates side by side", words, drawing, "Pale bars are vacuous.", size, values)
