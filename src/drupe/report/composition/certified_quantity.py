"""What is certain of the predictions of a quantity."""

from drupe.analysis.tolerances import Tolerance
from drupe.certification.certificate import Certificate
from drupe.report.blocks import Block, Section, Statement, Text, Tone, Verdict
from drupe.report.composition.certified import together
from drupe.report.numbers import confidence, listing, percent, quantity, quantity_at_most

FUTURE = "the examples were drawn independently from one distribution, which future examples follow too"

FIXED = "the rule was fixed before these examples were looked at"


def certified_quantity_section(
    tolerances: tuple[Tolerance, ...], mean_error: Certificate | None, delta: float
) -> Section:
    """Intervals around predictions, and their mean error."""
    blocks: list[Block] = [Text(together(delta))]
    if not tolerances and mean_error is None:
        blocks.append(Text("There are too few held-out rows to certify anything.", Tone.WARNING))
    if tolerances:
        blocks.append(intervals_statement(tolerances, delta))
    if mean_error is not None:
        blocks.append(_mean(mean_error, delta))
    return Section("Certificates", tuple(blocks))


def intervals_statement(tolerances: tuple[Tolerance, ...], delta: float) -> Statement:
    """The certified widths in one sentence."""
    widths = [f"at least {percent(one.share, 0)} within ± {quantity_at_most(one.width)}" for one in tolerances]
    text = f"With {confidence(delta)} confidence, of all future values {listing(widths)} of their predictions."
    beyond = listing([str(one.beyond) for one in tolerances])
    source = f"Order statistics: {beyond} of {tolerances[0].n} fresh rows lie further off; [Wilks41], pages 91–96"
    return Statement(text, Verdict.HOLDS, (FUTURE, FIXED), source)


def _mean(certificate: Certificate, delta: float) -> Statement:
    limit = certificate.witness.largest
    text = (
        f"With {confidence(delta)} confidence, the mean error is at most {quantity_at_most(certificate.value)}, if "
        f"errors above {quantity(limit)}, the range of the training targets, are counted as {quantity(limit)}. The "
        "limit exceeds the mean error that was measured, by much where rows are few, because nothing but that range is "
        "taken for granted of single errors."
    )
    if certificate.vacuous:
        text = f"The bound on the mean error is {quantity(certificate.value)}, which is vacuous: it says nothing."
        return Statement(text, Verdict.VACUOUS, (), str(certificate.source))
    return Statement(text, Verdict.HOLDS, (FUTURE, FIXED), f"Hoeffding’s inequality; {certificate.source}")
