"""What not answering buys, with thresholds to read off."""

import math

from drupe.analysis.abstention import Abstention
from drupe.report.blocks import Grid, Picture, Section, Text
from drupe.report.numbers import confidence, percent, percent_at_most
from drupe.report.pictures.thresholds import ThresholdPicture


def abstaining_section(abstention: Abstention, delta: float) -> Section:
    """The curve of error against coverage, and a table of thresholds with certificates."""
    text = (
        f"A model that may say “I don’t know” answers only where {abstention.kind} exceeds a threshold. The table says "
        "what each threshold buys on the examples that the model is judged by; "
        "`drupe predict --reject THRESHOLD` uses it."
    )
    return Section("When not to answer", (Text(text), _table(abstention, delta), *_pictures(abstention)))


def _table(abstention: Abstention, delta: float) -> Grid:
    certified = any(one.certificate is not None for one in abstention.thresholds)
    rows = []
    finite = [one.value for one in abstention.thresholds if math.isfinite(one.value)]
    digits = next((some for some in range(4, 12) if len({f"{v:.{some}g}" for v in finite}) == len(set(finite))), 12)
    for one in abstention.thresholds:
        row = (
            "answer all" if math.isinf(one.value) else f"{one.value:.{digits}g}",
            percent(one.coverage),
            f"{one.wrong} of {one.answered}",
            percent(one.wrong / one.answered),
        )
        rows.append(row + ((percent_at_most(one.certificate.value),) if one.certificate is not None else ()))
    columns = ("threshold", "answered", "wrong", "error") + (("certified: at most",) if certified else ())
    caption = "Thresholds on the confidence"
    if certified:
        caption += f"; the certified errors, as all on this page, hold with {confidence(delta)} confidence [Geifman17]"
    return Grid(caption, columns, tuple(rows), words=())


def _pictures(abstention: Abstention) -> tuple[Picture, ...]:
    """The curve; none where nothing is wrong, which is a line at nought."""
    curve = abstention.curve
    if not curve.risk.any():
        return ()
    words = f"Answering all, {percent(curve.error)} are wrong; answering half, {percent(curve.risk_at(0.5))}."
    caption = "Dots are the rows of the table, some with their threshold. Further left, fewer rows are answered."
    values = {"coverage": curve.coverage.tolist(), "risk": curve.risk.tolist(), "thresholds": curve.thresholds.tolist()}
    return (Picture("Error against coverage", words, ThresholdPicture(abstention), caption, values=values),)
