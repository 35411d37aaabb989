"""Records of experiments: what is shown is kept, and read again as it was."""

from pathlib import Path

import pytest
from rich.table import Table

from drupe.book.record import Claim, Record, in_words, tally
from drupe.book.recording import printed, recorded, write
from drupe.experiments.claims import Verdict
from drupe.experiments.experiment import Experiment
from drupe.foundation.errors import InputError


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded(Experiment.named("fisher_failure"), [], None)


def test_a_record_is_read_as_it_was_written(record: Record, tmp_path: Path) -> None:
    assert Record.read(write(record, tmp_path)) == record


def test_what_is_printed_is_recorded(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    Experiment.named("fisher_failure").module.main([])
    shown = capsys.readouterr().out
    (table,) = record.tables
    assert len(table.rows) == 3
    for cell in (cell for row in table.rows for cell in row):
        assert cell in shown
    for claim in record.claims:
        assert f"{claim.verdict.value}: {claim.statement}" in shown
    assert tally(record.claims)[Verdict.HOLDS] == 3


def test_the_command_runs_it_again(record: Record) -> None:
    assert record.command == "python -m drupe.experiments.fisher_failure"


def test_marks_of_the_terminal_are_left_out() -> None:
    table = Table("set", "error", title="[bold]errors[/]", caption="in percent")
    table.columns[1].justify = "right"
    table.add_row("banana", "[green]10.8[/] ± 0.1")
    found = printed(table)
    assert (found.title, found.remark, found.words) == ("errors", "in percent", (0,))
    assert found.rows == (("banana", "10.8 ± 0.1"),)


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("holds: a", Verdict.HOLDS),
        ("holds partly: a: b", Verdict.PARTLY),
        ("does not hold here: a", Verdict.FAILS),
        ("FAILS: a", Verdict.FAILS),
        ("cannot be judged: a", Verdict.OPEN),
    ],
)
def test_verdicts_are_told_apart(line: str, verdict: Verdict) -> None:
    claim = Claim.of(line)
    assert (claim.verdict, claim.statement) == (verdict, line.partition(": ")[2])


def test_a_line_without_a_verdict_is_open() -> None:
    assert Claim.of("banana is level") == Claim("banana is level", Verdict.OPEN)


def test_counts_in_words() -> None:
    claims = [Claim("", Verdict.PARTLY)] * 2 + [Claim("", Verdict.FAILS)]
    assert in_words(tally(claims)) == "2 hold partly, 1 does not hold here"
    assert in_words(tally([])) == "no claims"


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"tables": 3}'])
def test_a_damaged_record_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(InputError, match=r"x\.json is no record"):
        Record.read(tmp_path / "x.json")
