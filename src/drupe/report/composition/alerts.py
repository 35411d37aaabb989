"""What was found in the columns, as paragraphs: all of it, or what belongs on the first screen."""

from drupe.analysis.alerts import Alert, AlertKind
from drupe.analysis.analysis import Analysis
from drupe.report.blocks import Text, Tone
from drupe.report.numbers import count

FIRST = 3
"""Alerts on the first screen."""


def alert_text(alert: Alert) -> Text:
    """A paragraph with as much weight as the alert has.

    >>> alert_text(Alert.of(AlertKind.CONSTANT, "Column “unit” is the same in every row: left out.", "unit")).tone
    <Tone.PLAIN: 'plain'>
    """
    if alert.kind is AlertKind.LEAK:
        return Text(alert.text, Tone.WARNING)
    return Text(alert.text, Tone.NOTE if alert.serious else Tone.PLAIN)


def serious_alerts(analysis: Analysis) -> tuple[Text, ...]:
    """The weightiest, and how many more there are."""
    shown = [alert for alert in analysis.alerts if alert.serious][:FIRST]
    rest = len(analysis.alerts) - len(shown)
    remarks = f"And {count(rest, 'more remark')}" if shown else count(rest, "remark")
    more = (Text(f"{remarks} on the data: see The columns."),) if rest else ()
    return (*map(alert_text, shown), *more)
