"""An analysis on one card: for a notebook as HTML that needs nothing else, and for a terminal as text."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from drupe.certification.certificate import percent as rounded_down

if TYPE_CHECKING:
    from drupe.analysis.analysis import Analysis
    from drupe.analysis.importance import Importance

LISTED = 5
"""Columns that are named."""

USUAL = 0.9
"""Share of future values whose interval is shown."""

PAGE = "drupe.Report.from_analysis(...)"


@dataclass(frozen=True)
class Fact:
    """A line of the card."""

    label: str
    value: str
    detail: str = ""


def card_html(analysis: "Analysis") -> str:
    """The card in the notebook's own fonts and colors; whatever comes from the data is escaped.

    >>> from drupe.analysis.analysis import analyze
    >>> from drupe.analysis.part import Part
    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> "0 of 4 training rows" in card_html(analyze(SVC(kernel="linear").fit(part.X, part.y), part))
    True
    """
    cell = 'style="text-align:left;padding:.15em 1.2em .15em 0;vertical-align:top"'
    strong = 'style="text-align:left;padding:.15em 1.2em .15em 0;vertical-align:top;font-weight:600"'
    row = Markup(f"<tr><td {cell}>{{}}</td><td {strong}>{{}}</td><td {cell}>{{}}</td></tr>")
    rows = Markup("").join(row.format(fact.label, fact.value, fact.detail) for fact in facts_of(analysis))
    frame = 'style="border:1px solid #8886;border-radius:8px;padding:.8em 1em;display:inline-block;max-width:60em"'
    title = 'style="font-weight:600;font-size:1.15em;margin-bottom:.4em"'
    faint = 'style="opacity:.75;font-size:.9em;margin-top:.4em"'
    page = (
        f"<div {frame}><div {title}>{{}}</div>"
        '<table style="border-collapse:collapse;border:0">{}</table>'
        f"<div {faint}>The whole page: <code>{PAGE}</code></div></div>"
    )
    return str(Markup(page).format(title_of(analysis), rows))


def card_text(analysis: "Analysis") -> str:
    """The card as lines of text."""
    facts = list(facts_of(analysis))
    wide = max((len(fact.label) for fact in facts), default=0)
    lines = [f"  {fact.label:<{wide}}  {fact.value}  {fact.detail}".rstrip() for fact in facts]
    return "\n".join([title_of(analysis), *lines])


def title_of(analysis: "Analysis") -> str:
    """What was analyzed, and of which data."""
    what = f"Analysis of {analysis.data.name or 'the data'}"
    return f"{what}: {analysis.data.target}" if analysis.data.target else what


def facts_of(analysis: "Analysis") -> Iterator[Fact]:
    """What one should know first: the model, how good it is, how sure that is, what it depends on, what is missing."""
    found = analysis.description
    if found is not None:
        yield Fact("model", found.machine, "" if found.kernel == "–" else found.kernel)
    yield from _judged(analysis)
    yield from _certified(analysis)
    if analysis.importance is not None:
        yield from _important(analysis.importance)
    for alert in analysis.alerts[:LISTED]:
        yield Fact(alert.kind.value, "", alert.text)
    if analysis.missing:
        yield Fact("interrupted", "not finished", ", ".join(analysis.missing))


def _judged(analysis: "Analysis") -> Iterator[Fact]:
    if (answers := analysis.outcomes) is not None:
        detail = f"{answers.errors} of {answers.n} {_rows(answers.fresh)}"
        yield Fact("measured error", _percent(1.0 - answers.accuracy), detail)
    if (forecasts := analysis.forecasts) is not None:
        detail = f"on {forecasts.n} {_rows(forecasts.fresh)}; always saying {forecasts.constant:.4g}: "
        yield Fact("mean error", f"{forecasts.mean_error:.4g}", f"{detail}{forecasts.constant_error:.4g}")


def _certified(analysis: "Analysis") -> Iterator[Fact]:
    sure = f"with {rounded_down(1.0 - analysis.delta)} confidence"
    if analysis.best is not None:
        yield Fact("certified error", f"≤ {_percent(_upward(analysis.best.value, 1000.0))}", f"on future rows, {sure}")
    elif analysis.certificates is not None:
        yield Fact("certified error", "none", "the reasons are in .certificates")
    usual = min(analysis.tolerances, key=lambda one: abs(one.share - USUAL), default=None)
    if usual is not None:
        places = 10.0 ** (3 - math.floor(math.log10(usual.width))) if usual.width > 0.0 else 1.0
        width = f"± {_upward(usual.width, places):.4g}"
        yield Fact("certified interval", width, f"holds at least {100 * usual.share:.0f} % of future values, {sure}")


def _important(found: "Importance") -> Iterator[Fact]:
    """A line for each of the columns that surely matter."""
    shown = [one for one in found.top(LISTED) if one.low > 0.0]
    if not shown:
        yield Fact("columns", "none surely matters alone", "see .importance")
    for one in shown:
        low, high = found.amount(one.low), found.amount(one.high)
        sign, unit = ("−", " points") if found.measure.of_classes else ("+", "")
        detail = f"{found.measure.words}; 95 % interval {low} to {high}"
        yield Fact(f"{one.name}, shuffled", f"{sign}{found.amount(one.drop)}{unit}", detail)


def _rows(fresh: bool) -> str:
    return "held-out rows" if fresh else "training rows"


def _percent(share: float) -> str:
    return f"{100.0 * share:.1f} %"


def _upward(value: float, places: float) -> float:
    """The next multiple of 1 / places; what is at most the value is at most that."""
    return math.ceil(value * places - 1e-9) / places
