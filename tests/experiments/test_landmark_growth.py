"""How machines grow with the rows, at the size of a smoke test."""

import csv
from pathlib import Path

import pytest

from drupe.experiments.landmark_growth import Run, main, verdicts


def test_the_run_prints_and_writes_what_it_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--most", "10000", "--landmarks", "30", "--exact", "0", "--csv", str(tmp_path / "growth.csv")])
    assert "30 landmarks" in capsys.readouterr().out
    (row,) = csv.DictReader((tmp_path / "growth.csv").read_text().splitlines())
    assert row["rows"] == "10000"
    assert 0.189 < float(row["error"]) < 0.35  # no rule is better than the best


def test_growth_is_judged_by_its_exponent_and_peak() -> None:
    linear = [Run("5 landmarks", 10**k, 10.0**k, 100.0, 0.195) for k in (4, 5, 6)]
    assert all(verdict.startswith("holds") for verdict in verdicts(linear, 0.19))
    square = [Run("5 landmarks", 10**k, 100.0**k, 100.0 * 10**k, 0.3) for k in (4, 5, 6)]
    assert not any(verdict.startswith("holds") for verdict in verdicts(square, 0.19))
