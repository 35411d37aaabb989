"""Half a page for a colleague: the answer, the certificate, and what to keep in mind."""

from drupe.analysis.analysis import Analysis
from drupe.analysis.task import Task
from drupe.report.blocks import Block, Link, Points, Section, Text, Tone
from drupe.report.composition.caveats import caveats
from drupe.report.composition.certified import statement
from drupe.report.composition.certified_quantity import intervals_statement
from drupe.report.composition.summary import answer_blocks
from drupe.report.numbers import count

MOST = 3
"""Caveats that are said."""


def colleague_sections(analysis: Analysis, whole: str = "") -> tuple[Section, ...]:
    """The three sections; `whole` is the file with the whole report, if there is one."""
    origin = (Text(_origin(analysis)), *((Link("The whole report", whole),) if whole else ()))
    return (
        Section("The answer", (*answer_blocks(analysis), *origin)),
        Section("The certificate", (_certificate(analysis),)),
        Section("Keep in mind", (Points(caveats(analysis)[:MOST]),)),
    )


def _certificate(analysis: Analysis) -> Block:
    if analysis.task is Task.CLASSES and analysis.best is not None:
        return statement(analysis.best.among(analysis.delta))
    if analysis.task is Task.QUANTITY and analysis.tolerances:
        return intervals_statement(analysis.tolerances, analysis.delta)
    return Text("There is none: what was measured is no guarantee for future rows.", Tone.WARNING)


def _origin(analysis: Analysis) -> str:
    data = analysis.data
    held_out = f", {count(data.held_out, 'row')} held out to judge by" if data.held_out else ""
    rows = f"{data.name or 'The data'}: {count(data.training, 'row')} to learn from{held_out}."
    return f"{rows} Made {analysis.provenance.made}."
