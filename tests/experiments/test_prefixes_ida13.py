"""The experiment on machines of the first examples, at the size of a smoke test; on the real sets where they are."""

import os
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from drupe.experiments.ida13 import twonorm
from drupe.experiments.prefixes_ida13 import MACHINES, Row, claims, examine, main, median

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


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


def test_prints_sets_and_the_median(folder: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    main(["--data", str(folder), "--sets", "twonorm", "waveform", "--splits", "2"])
    text = capsys.readouterr().out
    for word in ("twonorm", "waveform", "median", "certificate"):
        assert word in text
    assert "holds" not in text  # two sets judge nothing


def test_certificates_lie_above_the_error_of_the_best_rule(folder: Path) -> None:
    row = examine(folder, "twonorm", 2)
    assert norm.cdf(-2.0) < row.value < 0.5
    assert row.ratio == row.value / row.error


def test_claims_judge_medians() -> None:
    rows = [Row(name, 100, 0.1, 0.1 * ratio, 0.1, 0.1) for name, ratio in (("a", 1.2), ("b", 1.5), ("c", 6.0))]
    assert median(rows) == pytest.approx(1.5)
    assert [line.split(":")[0] for line in claims(rows)] == ["holds", "FAILS"]


@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "ida13.npz").exists(), reason="needs public data")
def test_real_sets_are_certified_below_one_half() -> None:
    for name in ("banana", "diabetis"):
        row = examine(DATA, name, 2)
        assert row.error < row.value < 0.4
    assert set(MACHINES) >= {"banana", "diabetis"}
