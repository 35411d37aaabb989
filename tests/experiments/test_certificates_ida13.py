"""The experiment on certificates, at the size of a smoke test; on the real sets where they are at hand."""

import os
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad

from drupe.experiments import certificates_ida13
from drupe.experiments.certificate_coverage import WAYS, Coverage, Trial, coverage
from drupe.experiments.certificate_records import Records
from drupe.experiments.certificates_ida13 import (
    ORDERS,
    STATEMENTS,
    Row,
    claims,
    examine,
    main,
    mean_drawn,
    medians,
    ordered,
)
from drupe.experiments.ida13 import MACHINES, splits, twonorm
from drupe.witness.held_out import HeldOut

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


def test_prints_sets_medians_and_coverage(folder, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    main(["--data", str(folder), "--sets", "twonorm", "waveform", "--splits", "2", "--orders", "1", "--draws", "2"])
    text = capsys.readouterr().out
    for word in ("twonorm", "waveform", "median", "below one half", *WAYS):
        assert word in text


def test_rows_hold_what_was_learned(folder) -> None:
    row = examine(folder, "twonorm", 2)
    assert row.n == 150
    assert 0.0 < row.error < 0.2
    assert row.values["drawn"] < row.values["learned"] < row.values["with inputs"] < row.values["fitted"] < 1.0
    assert row.ratio("fitted") == row.values["fitted"] / row.error


def test_orders_are_of_the_same_examples_the_first_as_they_come(folder) -> None:
    split = next(splits(folder, "twonorm", 1))
    np.testing.assert_array_equal(ordered(split, 0, 0).X, split.X)
    again, other = ordered(split, 0, 1), ordered(split, 1, 1)
    assert not np.array_equal(again.y, other.y)
    np.testing.assert_array_equal(np.sort(again.X, axis=0), np.sort(split.X, axis=0))
    one, two = (examine(folder, "twonorm", 1, orders) for orders in (1, 2))
    assert one.rule_error != two.rule_error
    assert one.values["fitted"] == pytest.approx(two.values["fitted"])


def test_a_run_that_was_interrupted_goes_on_where_it_ended(folder, tmp_path, monkeypatch) -> None:
    file, done = tmp_path / "records.jsonl", []

    def counted(split, name):
        done.append(name)
        if len(done) == 3:
            raise KeyboardInterrupt
        return dict.fromkeys(("error", "rule's error", *STATEMENTS), 0.1 * len(done))

    monkeypatch.setattr(certificates_ida13, "trial", counted)
    with pytest.raises(KeyboardInterrupt):
        examine(folder, "twonorm", 2, 2, Records(file))
    assert len(file.read_text().splitlines()) == 2
    row = examine(folder, "twonorm", 2, 2, Records(file))
    assert len(done) == 5
    assert row.error == pytest.approx(np.mean([0.1, 0.2, 0.4, 0.5]))
    file.write_text(file.read_text().replace('"version": "', '"version": "older than '))
    assert examine(folder, "twonorm", 1, 2, Records(file)).error == pytest.approx(0.65)
    file.write_text("something else\n")
    with pytest.raises(ValueError, match="line 1, is no record of a trial"):
        Records(file)


def test_drawn_limits_are_averaged_over_the_draw() -> None:
    # No error among n: 1 − (δ/u)^(1/n) for u > δ, and 0 otherwise.
    n = 30
    expected, _ = quad(lambda u: 1.0 - (0.05 / u) ** (1.0 / n), 0.05, 1.0)
    assert mean_drawn(HeldOut(0, n)) == pytest.approx(expected, rel=0.01)


def test_claims_are_judged() -> None:
    good = {"fitted": 0.3, "learned": 0.12, "drawn": 0.11, "with inputs": 0.18}
    rows = [Row(name, 100, 0.1, good, 0.1) for name in MACHINES]
    assert all(line.startswith("holds") for line in claims(rows))
    bad = [Row(name, 100, 0.1, {**good, "learned": 0.3}, 0.1) for name in MACHINES]
    assert [line.startswith("FAILS") for line in claims(bad)] == [False, True, False, False]
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


@pytest.mark.long
@pytest.mark.slow
def test_certificates_keep_their_promise_on_twonorm_and_the_naive_bound_does_not() -> None:
    for way in list(WAYS)[:3]:
        assert coverage(way, 200, 0.05).kept
    assert not coverage(list(WAYS)[3], 200, 0.05).kept


def test_missing_data_are_named(tmp_path) -> None:
    with pytest.raises(ValueError, match=r"no ida13\.npz"):
        list(splits(tmp_path, "banana", 1))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(
    not (DATA / "ida13.npz").is_file(), reason=f"there is no ida13.npz in {DATA}; DRUPE_DATA names another"
)
def test_goals_on_the_thirteen_sets() -> None:
    rows = [examine(DATA, name, 10, ORDERS) for name in MACHINES]
    assert all(line.startswith("holds") for line in claims(rows))
