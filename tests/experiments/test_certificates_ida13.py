"""The experiment on certificates, at the size of a smoke test; on the real sets where they are at hand."""

import os
from pathlib import Path

import numpy as np
import pytest

from drupe.experiments.certificate_coverage import WAYS, Coverage, Trial, coverage
from drupe.experiments.certificates_ida13 import Row, claims, examine, main, medians
from drupe.experiments.ida13 import MACHINES, splits, twonorm

DATA = os.environ.get("DRUPE_DATA")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two of the sets, replaced by samples of twonorm."""
    rng, stored = np.random.default_rng(0), {}
    for name in ("twonorm", "waveform"):
        X, y = twonorm(rng, 400)
        stored |= {f"{name}_X": X, f"{name}_y": y}
        stored[f"{name}_drawn_train"] = np.array([rng.permutation(400)[:150] for _ in range(2)])
    np.savez(tmp_path / "ida13.npz", **stored)
    return tmp_path


def test_prints_sets_medians_and_coverage(folder, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    main(["--data", str(folder), "--sets", "twonorm", "waveform", "--splits", "2", "--draws", "2"])
    text = capsys.readouterr().out
    for word in ("twonorm", "waveform", "median", "below one half", *WAYS):
        assert word in text


def test_rows_hold_what_was_learned(folder) -> None:
    row = examine(folder, "twonorm", 2)
    assert row.n == 150
    assert 0.0 < row.error < 0.2
    assert row.values["learned"] < row.values["with inputs"] < row.values["fitted"] < 1.0
    assert row.ratio("fitted") == row.values["fitted"] / row.error


def test_claims_are_judged() -> None:
    good = {"fitted": 0.3, "learned": 0.12, "with inputs": 0.18}
    rows = [Row(name, 100, 0.1, good, 0.1) for name in MACHINES]
    assert all(line.startswith("holds") for line in claims(rows))
    bad = [Row(name, 100, 0.1, {**good, "learned": 0.3}, 0.1) for name in MACHINES]
    assert [line.startswith("FAILS") for line in claims(bad)] == [False, True, False]
    assert medians(rows, "fitted") == (0.3, pytest.approx(3.0), 13)


def test_coverage_knows_a_broken_promise() -> None:
    good = Coverage("kept", tuple(Trial(0.2, 0.1) for _ in range(100)), 0.05)
    broken = Coverage("broken", tuple(Trial(0.2, 0.1 if i % 5 else 0.3) for i in range(100)), 0.05)
    assert good.kept
    assert broken.violations == 20
    assert not broken.kept


def test_twonorm_is_that_distribution() -> None:
    X, y = twonorm(np.random.default_rng(0), 20_000)
    # The best rule is the sign of the sum; its error is Φ(−2).
    assert np.mean(np.sign(X.sum(axis=1)) != y) == pytest.approx(0.02275, abs=0.004)


@pytest.mark.slow
def test_certificates_keep_their_promise_on_twonorm_and_the_naive_bound_does_not() -> None:
    for way in list(WAYS)[:3]:
        assert coverage(way, 200, 0.05).kept
    assert not coverage(list(WAYS)[3], 200, 0.05).kept


def test_missing_data_are_named(tmp_path) -> None:
    with pytest.raises(ValueError, match=r"no ida13\.npz"):
        list(splits(tmp_path, "banana", 1))


@pytest.mark.slow
@pytest.mark.skipif(DATA is None, reason="DRUPE_DATA does not name a folder with ida13.npz")
def test_goals_on_the_thirteen_sets() -> None:
    rows = [examine(Path(str(DATA)), name, 10) for name in MACHINES]
    assert all(line.startswith("holds") for line in claims(rows))
