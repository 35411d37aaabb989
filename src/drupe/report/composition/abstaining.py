"""What not answering buys, with thresholds to choose from."""

import math

import numpy as np

from drupe.analysis.abstention import SHARES, Abstention, Threshold
from drupe.certification.certificate import Certificate
from drupe.report.blocks import Choice, Grid, Picture, Section, Text, Tone
from drupe.report.numbers import confidence, error_share, error_share_at_most, percent
from drupe.report.pictures.thresholds import ThresholdPicture
from drupe.report.wording import CERTIFIED, measured


def abstaining_section(abstention: Abstention, rule: Certificate | None, fresh: bool, delta: float) -> Section:
    """The curve of error against coverage, and thresholds with certificates; `rule` is that of the rule itself."""
    text = (
        f"A model that may say “I don’t know” answers only where its confidence, {abstention.kind}, exceeds a "
        f"threshold. Each row of the table is such a threshold, with the {measured(fresh)} among the rows that it "
        "still answers; `drupe predict --reject THRESHOLD` uses it. To answer all is the model as it is, so that the "
        "first row has the same numbers as the beginning of this page."
    )
    blocks = (Text(text), _choice(abstention, rule, fresh))
    return Section("When not to answer", blocks + ((Text(_why_higher(delta), Tone.NOTE),) if fresh else ()))


def certified_at(one: Threshold, rule: Certificate | None) -> Certificate | None:
    """What limits the error at this threshold: where all is answered, the certificate of the rule."""
    return rule if math.isinf(one.value) else one.certificate


def _why_higher(delta: float) -> str:
    return (
        f"The {CERTIFIED} can rise while fewer rows are answered: it then rests on fewer held-out rows, and the "
        f"{len(SHARES)} thresholds, for shares of rows that were fixed beforehand, share the smaller part of the "
        "probability with which certificates may fail; most of it is left to the model that answers all. With "
        f"{confidence(delta)} confidence all of these limits hold together [Geifman17], so that one may choose among "
        "them after a look at this page. A threshold between two of them has no certificate."
    )


def _choice(abstention: Abstention, rule: Certificate | None, fresh: bool) -> Choice:
    found = abstention.thresholds
    columns = ("threshold", "answered", "wrong", measured(fresh)) + ((CERTIFIED,) if fresh else ())
    rows = tuple(_row(one, written(one), rule, fresh) for one in found)
    words = tuple(_sentence(row, fresh) for row in rows)
    grid = Grid("Thresholds on the confidence, from all answers to few", columns, rows, words=())
    return Choice(
        "Share of rows that are answered", grid, words, tuple(row[1] for row in rows), _picture(abstention, rule)
    )


def written(threshold: Threshold) -> str:
    """The threshold with all of its few digits: whoever types it gets the counts of its row.

    >>> written(Threshold(0.7107, 0.9, 4, 90, None)), written(Threshold(-math.inf, 1.0, 9, 100, None))
    ('0.7107', 'answer all')
    """
    return "answer all" if math.isinf(threshold.value) else np.format_float_positional(threshold.value, trim="-")


def _row(one: Threshold, place: str, rule: Certificate | None, fresh: bool) -> tuple[str, ...]:
    row = place, percent(one.coverage), f"{one.wrong} of {one.answered}", error_share(one.wrong / one.answered)
    limit = certified_at(one, rule)
    return row + (("none" if limit is None else f"≤ {error_share_at_most(limit.value)}",) if fresh else ())


def _sentence(row: tuple[str, ...], fresh: bool) -> str:
    """One row of the table in words."""
    place, answered, wrong, error, *limit = row
    where = place if place == "answer all" else f"threshold {place}, answers {answered} of the rows"
    certified = f", {CERTIFIED} {limit[0]}" if limit else ""
    return f"{where[0].upper()}{where[1:]}: {wrong} answers are wrong, {measured(fresh)} {error}{certified}"


def _picture(abstention: Abstention, rule: Certificate | None) -> Picture | None:
    """The curve; none where nothing is wrong, which is a line at nought."""
    curve = abstention.curve
    if not curve.risk.any():
        return None
    words = f"Answering all, {error_share(curve.error)} are wrong; answering half, {error_share(curve.risk_at(0.5))}."
    caption = "Dots are the rows of the table. Further left, fewer rows are answered."
    values = {"coverage": curve.coverage.tolist(), "risk": curve.risk.tolist(), "thresholds": curve.thresholds.tolist()}
    limits = [certified_at(one, rule) for one in abstention.thresholds]
    drawing = ThresholdPicture(abstention, tuple(None if one is None else one.value for one in limits))
    return Picture("Error against coverage", words, drawing, caption, values=values)
