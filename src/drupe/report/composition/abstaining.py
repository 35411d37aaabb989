"""What not answering buys, with thresholds to read off."""

import math

from drupe.analysis.abstention import Abstention
from drupe.report.blocks import Grid, Picture, Section, Text
from drupe.report.numbers import percent
from drupe.report.pictures.thresholds import ThresholdPicture


def abstaining_section(abstention: Abstention) -> Section:
    """The curve of error against coverage, and a table of thresholds with certificates."""
    text = (
        f"A model that may say “I don’t know” answers only where {abstention.kind} exceeds a threshold. The table says "
        "what each threshold buys on the examples that the model is judged by; "
        "`drupe predict --reject THRESHOLD` uses it."
    )
    return Section("When not to answer", (Text(text), _table(abstention), _picture(abstention)))


def _table(abstention: Abstention) -> Grid:
    certified = any(one.certificate is not None for one in abstention.thresholds)
    rows = []
    for one in abstention.thresholds:
        row = (
            "answer all" if math.isinf(one.value) else f"{one.value:.4g}",
            percent(one.coverage),
            f"{one.wrong} of {one.answered}",
            percent(one.wrong / one.answered),
        )
        rows.append(row + ((percent(one.certificate.value),) if one.certificate is not None else ()))
    columns = ("threshold", "answered", "wrong", "error") + (("certified: at most",) if certified else ())
    caption = "Thresholds on the confidence"
    if certified:
        spent = next(one.certificate.delta for one in abstention.thresholds if one.certificate is not None)
        caption += f"; all certified errors hold together with probability {1.0 - spent:.4g} [Geifman17]"
    return Grid(caption, columns, tuple(rows), words=())


def _picture(abstention: Abstention) -> Picture:
    curve = abstention.curve
    words = f"Answering all, {percent(curve.error)} are wrong; answering half, {percent(curve.risk_at(0.5))}."
    caption = "Dots are the rows of the table, some with their threshold."
    values = {"coverage": curve.coverage.tolist(), "risk": curve.risk.tolist(), "thresholds": curve.thresholds.tolist()}
    return Picture("Error against coverage", words, ThresholdPicture(abstention), caption, values=values)
