"""The columns one by one and two by two, and what was found in them."""

from collections.abc import Sequence
from dataclasses import astuple
from typing import assert_never

from drupe.analysis.alerts import SERIOUS, Alert, AlertKind
from drupe.analysis.columns.pairs import ColumnPair, Counts, Dots, Spreads
from drupe.analysis.columns.profiles import ColumnProfile
from drupe.analysis.look import Look
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText, LeftOut, Treatment
from drupe.inputs.dates import written_day
from drupe.report.blocks import Block, Card, Cards, Section, Text, Tone
from drupe.report.composition.alerts import alert_text
from drupe.report.numbers import count, percent, quantity
from drupe.report.sparks import Boxes, Cloud, Crossing, Histogram, Spark, Tally

MOST_CARDS = 40
"""Columns that get a card."""

MOST_EMPTY = 12
"""Columns in the picture of empty cells."""

LONGEST = 40
"""Letters of a word in a picture."""


def columns_section(look: Look) -> Section:
    """Alerts, a card for each column, empty cells, and the pairs that follow each other most closely."""
    blocks: list[Block] = [Text(_counts(look))]
    blocks += [alert_text(alert) for alert in look.alerts]
    order = _in_order(look)
    shown = order[:MOST_CARDS]
    if shown:
        blocks.append(Cards(_caption(order, look.unseen), tuple(_card(one, look.alerts) for one in shown)))
    blocks += _empty_cells(look.columns)
    if look.pairs:
        caption = "Columns that follow each other most closely, from 0 (not at all) to 1 (one says the other)"
        blocks.append(Cards(caption, tuple(map(_pair, look.pairs))))
    return Section("The columns", tuple(blocks))


def _counts(look: Look) -> str:
    left_out = sum(not one.used for one in look.columns)
    all_columns = len(look.columns) + look.unseen
    kept = f"{len(look.columns) - left_out} are used, {left_out} left out" if left_out else "all of them are used"
    unseen = f"the first {len(look.columns)} were looked at, " if look.unseen else ""
    quiet = "" if look.alerts else " Nothing in them calls for attention."
    return f"{count(all_columns, 'column')} in {count(look.rows, 'training row')}: {unseen}{kept}.{quiet}"


def _in_order(look: Look) -> list[ColumnProfile]:
    """Columns with serious alerts first, then those that the target follows most closely, then those left out.

    That cells were filled says little of a column, and is often said of all.
    """
    grave = {
        name: -alert.weight
        for alert in reversed(look.alerts)
        if alert.weight >= SERIOUS and alert.kind is not AlertKind.FILLED
        for name in alert.columns
    }
    return sorted(look.columns, key=lambda one: (grave.get(one.name, 0.0), not one.used, -(one.strength or 0.0)))


def _caption(order: Sequence[ColumnProfile], unseen: int) -> str:
    rest = order[MOST_CARDS:]
    caption = "Column by column; the strength says how closely the target follows it, from 0 to 1"
    if not rest:
        return caption
    used = [one.strength or 0.0 for one in rest if one.used]
    strong = f", none stronger than {max(used):.2f}" if used else ""
    return f"{caption}. The first {MOST_CARDS} of {len(order) + unseen}; {len(rest)} more are not drawn{strong}"


def _card(one: ColumnProfile, alerts: Sequence[Alert]) -> Card:
    own = [alert for alert in alerts if one.name in alert.columns]
    facts = [_done(one)] if _done(one) else []
    facts += [count(one.distinct, "different value")] if one.distinct and not isinstance(one.treatment, AsText) else []
    facts += [] if one.spread is None else [f"median {_written(one.spread.median, one.treatment)}"]
    facts += [f"{_share(one.empty, one.rows)} empty"] if one.empty else []
    facts += [] if one.strength is None else [f"strength {one.strength:.2f}"]
    leak = any(alert.kind is AlertKind.LEAK for alert in own)
    serious = any(alert.serious and alert.kind is not AlertKind.FILLED for alert in own)
    tone = Tone.WARNING if leak else Tone.NOTE if serious else Tone.PLAIN
    return Card(one.name, _kind(one), tuple(facts), _spark(one), tone)


def _kind(one: ColumnProfile) -> str:
    treatment: Treatment = one.treatment
    match treatment:
        case AsNumber():
            return "number"
        case AsCategory():
            return "category"
        case AsText():
            return "text"
        case AsDate():
            return "date"
        case LeftOut():
            return "left out"
    assert_never(treatment)


def _done(one: ColumnProfile) -> str:
    """What becomes of it, where its kind does not say so."""
    if isinstance(one.treatment, LeftOut):
        return f"{one.treatment.reason.value}{f': {one.treatment.twin}' if one.treatment.twin else ''}"
    if isinstance(one.treatment, AsText):
        return f"as a bag of words: “{_cut(one.example)}”" if one.example else "as a bag of words"
    return "days as a number" if isinstance(one.treatment, AsDate) else ""


def _written(value: float, treatment: Treatment) -> str:
    """A number, or the day that it stands for."""
    return written_day(value) if isinstance(treatment, AsDate) else quantity(value)


def _share(part: int, whole: int) -> str:
    """A share in percent, never rounded to nothing or to all."""
    share = part / whole
    if 0.0 < share < 0.01:
        return "< 1 %"
    return "> 99 %" if 0.99 < share < 1.0 else percent(share, 0)


def _spark(one: ColumnProfile) -> Spark | None:
    if one.histogram and one.spread is not None:
        low, high = (_written(value, one.treatment) for value in (one.spread.low, one.spread.high))
        return Histogram(one.histogram, low, high)
    names_rows = isinstance(one.treatment, LeftOut) and one.distinct == one.present
    if one.commonest and not names_rows:
        return Tally(tuple((_cut(word), n) for word, n in one.commonest), one.commonest[0][1])
    return None


def _empty_cells(columns: Sequence[ColumnProfile]) -> list[Block]:
    found = sorted((one for one in columns if one.empty), key=lambda one: -one.empty)
    if not found:
        return []
    tally = Tally(tuple((_cut(one.name), one.empty) for one in found[:MOST_EMPTY]), found[0].rows)
    rest = len(found) - MOST_EMPTY
    facts = (f"of {count(found[0].rows, 'row')}", *([f"{count(rest, 'more column')} with fewer"] if rest > 0 else []))
    return [Cards("Where cells are empty", (Card("empty cells", count(len(found), "column"), facts, tally),))]


def _pair(pair: ColumnPair) -> Card:
    sketch, (first, second) = pair.sketch, pair.names
    spark: Spark
    match sketch:
        case Dots():
            points = zip(_unit(sketch.across), _unit(sketch.up), strict=True)
            spark = Cloud(tuple(points), _cut(first), _cut(second))
        case Counts():
            spark = Crossing(tuple(map(_cut, sketch.first)), tuple(map(_cut, sketch.second)), sketch.counts)
        case Spreads():
            spark = _boxes(sketch)
    return Card(f"{first} and {second}", f"{pair.strength:.2f}", (), spark)


def _boxes(sketch: Spreads) -> Boxes:
    words, spreads = zip(*sketch.groups, strict=True)
    numbers = [value for spread in spreads for value in astuple(spread)]
    flat = _unit(numbers)
    groups = tuple((_cut(word), flat[5 * i : 5 * i + 5]) for i, word in enumerate(words))
    medians = tuple(quantity(spread.median) for spread in spreads)
    return Boxes(groups, quantity(min(numbers)), quantity(max(numbers)), medians)


def _unit(values: Sequence[float]) -> tuple[float, ...]:
    """Numbers brought to the range from 0 to 1, to three places; halved first, lest their distance is too large."""
    low, wide = 0.5 * min(values), 0.5 * max(values) - 0.5 * min(values)
    return tuple(round((0.5 * value - low) / wide, 3) if wide > 0.0 else 0.5 for value in values)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
