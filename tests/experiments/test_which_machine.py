"""Which machine for which data: what is learned from is not tested on, and the verdicts follow from the numbers."""

import os
from pathlib import Path

import numpy as np
import pytest

from drupe.experiments import which_machine
from drupe.experiments.certificate_records import Records
from drupe.experiments.ida13 import twonorm
from drupe.experiments.split import Split
from drupe.experiments.which_machine import ARCHIVES, KINDS, MACHINES, Kind, claims, examined, standardized, wins

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
HERE = all((DATA / archive.file).is_file() for archive in ARCHIVES)


def drawn(folder: Path, count: int):
    rng = np.random.default_rng(0)
    for _ in range(count):
        X, y = twonorm(rng, 160)
        yield Split(X[:60], y[:60], X[60:], y[60:])


def row(**errors: float) -> dict[str, dict[str, float]]:
    return {
        name.replace("_", " ").replace("SVM", "SVM, C by folds"): {
            "error": error,
            "certificate": error + 0.02,
            "seconds": 1.0,
        }
        for name, error in errors.items()
    }


def test_all_machines_learn_and_are_certified_above_their_errors() -> None:
    found = examined(Kind("twonorm", drawn), Path(), 2, list(MACHINES), Records(None))
    assert set(found) == set(MACHINES)
    for values in found.values():
        assert 0.0 <= values["error"] < 0.35
        assert values["error"] < values["certificate"] < values["error"] + 0.15


def test_stumps_are_left_out_where_there_are_no_columns() -> None:
    found = examined(Kind("bare", drawn, columns=False), Path(), 1, ["AdaBoost", "neighbors"], Records(None))
    assert set(found) == {"neighbors"}


def test_standardized_by_what_is_learned_from() -> None:
    (split,) = drawn(Path(), 1)
    moved = standardized(split)
    np.testing.assert_allclose(moved.X.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(moved.X_test, (split.X_test - split.X.mean(axis=0)) / split.X.std(axis=0))


def test_ties_win_together() -> None:
    assert wins({"a": row(SVM=0.1, neighbors=0.1), "b": row(SVM=0.2, neighbors=0.3)}) == {
        "SVM, C by folds": 2,
        "neighbors": 1,
    }


def test_verdicts_follow_from_the_numbers() -> None:
    one, other = row(SVM=0.1, neighbors=0.2), row(SVM=0.4, neighbors=0.2)
    assert claims({"a": one})[0].startswith("does not hold here: no machine is the best everywhere: SVM, C by folds is")
    told = claims({"a": one, "b": other})
    assert told[0].startswith("holds: no machine is the best everywhere: SVM, C by folds 1, neighbors 1")
    assert told[1].startswith("holds partly")
    assert "within a tenth on 1 of 2" in told[1]
    assert told[2] == "holds: certificates lie above: 4 of 4 means"
    one["neighbors"]["certificate"] = 0.1
    assert claims({"a": one})[2].startswith("does not hold here")


@pytest.mark.slow
@pytest.mark.skipif(not HERE, reason="the collections are not here")
def test_it_runs_on_every_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ["thyroid", "digits 3, 8", "messages", "sequences"]
    assert set(kinds) <= {kind.name for kind in KINDS}
    file = tmp_path / "trials.jsonl"
    told = ["--splits", "1", "--machines", "neighbors", "SVM, C by folds", "--records", str(file)]
    which_machine.main(["--data", str(DATA), "--kinds", *kinds, *told])
    printed = capsys.readouterr().out
    assert all(name in printed for name in kinds)
    assert len(file.read_text().splitlines()) == 8
    assert "certificates lie above: 8 of 8 means" in printed
