"""The reproductions of boosting, at the size of a smoke test, and their arithmetic."""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from drupe.displays.vote_margin_display import VoteMarginDisplay
from drupe.estimators.boosting import AdaBoostClassifier, RegularizedAdaBoost
from drupe.experiments import boosting_ida13, vote_margins
from drupe.experiments.archives import CLASSIC, IDA13
from drupe.experiments.boosting_ida13 import COLUMNS, PRINTED, Cell, Setting, Trial, boosted, claims, single
from drupe.experiments.ida13 import splits, twonorm
from drupe.experiments.mean_error import MeanError
from drupe.experiments.split import Split
from drupe.experiments.vote_margins import Growth

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
needs_letters = pytest.mark.skipif(
    not (DATA / CLASSIC.file).is_file(), reason=f"there is no {CLASSIC.file} in {DATA}; DRUPE_DATA names another"
)
needs_benchmarks = pytest.mark.skipif(
    not (DATA / IDA13.file).is_file(), reason=f"there is no {IDA13.file} in {DATA}; DRUPE_DATA names another"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small sets of twonorm in the clothes of benchmarks, and three bands of a line in those of letters."""
    where, rng, stored = tmp_path_factory.mktemp("data"), np.random.default_rng(0), {}
    for name in ("heart", "thyroid"):
        X, y = twonorm(rng, 120)
        stored |= {f"{name}_X": X, f"{name}_y": y}
        stored[f"{name}_drawn_train"] = np.array([rng.permutation(120)[:60] for _ in range(6)])
    np.savez(where / IDA13.file, **stored)
    X = rng.integers(0, 16, size=(vote_margins.TRAIN + 300, 3)).astype(np.int8)
    np.savez(where / CLASSIC.file, letter_X=X, letter_y=(X.sum(axis=1) // 16).astype(np.int8))
    return where


def read(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def printed_rows() -> dict[str, dict[str, Cell]]:
    """The printed table, as if it were ours."""
    return {name: {one: Cell([row[one][0] / 100.0] * 2) for one in COLUMNS} for name, row in PRINTED.items()}


def test_mean_errors_have_the_standard_error_of_the_mean() -> None:
    cell = MeanError([0.1, 0.2, 0.3])
    assert cell.mean == pytest.approx(20.0)
    assert cell.deviation == pytest.approx(10.0 / np.sqrt(3.0))
    assert MeanError([0.25]).deviation == 0.0
    # Two joint standard errors, and half a unit of the last printed digit.
    joint = 2.0 * np.hypot(10.0 / np.sqrt(3.0), 1.0) + 0.05
    assert cell.level((20.0 - joint + 1e-9, 1.0))
    assert not cell.level((20.0 - joint - 1e-9, 1.0))


def test_settings_become_machines_and_medians() -> None:
    plain, soft = boosted(Setting(3), 7, 0), boosted(Setting(3, 0.3), 7, 0)
    assert isinstance(plain, AdaBoostClassifier)
    assert isinstance(soft, RegularizedAdaBoost)
    assert (soft.softness, soft.n_estimators, soft.estimator.units) == (0.3, 7, 3)
    assert single(Setting(3), 7, 0).optimize_centers
    found = [Setting(2, 0.3), Setting(16, 0.1), Setting(4, 0.03), Setting(8, 1.0), Setting(4, 0.1)]
    assert Setting.median(found) == Setting(4, 0.1)
    trial = Trial(1, 1)
    assert [one.softness for one in trial.grid("AB")] == [0.0] * len(boosting_ida13.UNITS)
    assert len(set(trial.grid("ABR"))) == len(boosting_ida13.UNITS) * len(boosting_ida13.SOFTNESS)


class Rule:
    """A rule with a known error on every fold: none at 4 units and softness 0.1, the more the farther away."""

    def __init__(self, setting: Setting):
        far = abs(np.log2(setting.units) - 2.0) + abs(np.log10(setting.softness or 0.1) + 1.0)
        self.wrong = 0.1 * far

    def fit(self, X, y):
        return self

    def predict(self, X):
        answers = np.sign(X[:, 0])
        answers[: round(self.wrong * len(X))] *= -1
        return answers


@dataclass(frozen=True)
class Known(Trial):
    """A comparison of such rules."""

    def machine(self, column, setting, seed):
        return Rule(setting)


def test_choice_has_the_least_errors_in_five_folds() -> None:
    X, y = np.array([[1.0], [-1.0]] * 100), np.array([1.0, -1.0] * 100)
    split = Split(X, y, X, y)
    assert Known(1, 1).chosen("ABR", split) == Setting(4, 0.1)
    assert Known(1, 1).chosen("AB", split) == Setting(4)
    # Of equally good ones the one that comes first.
    assert Known(1, 1, units=(2, 8)).chosen("AB", split) == Setting(2)


@pytest.mark.spec("M.P20")
def test_table_of_boosted_networks_goes_on_where_it_ended(folder, capsys, tmp_path) -> None:
    sizes = ["--data", str(folder), "--sets", "heart", "thyroid", "--splits", "2", "--rounds", "2", "--units", "2", "3"]
    records = tmp_path / "records.jsonl"
    boosting_ida13.main([*sizes, "--records", str(records)])
    printed = read(capsys)
    for words in ("(20.3)", "(16.5)", "(4.8)", "2 splits", "cannot be judged: the claims are about all eight sets"):
        assert words in printed
    lines = records.read_text().splitlines()
    # For each set: three choices on five training sets, and four machines on two splits.
    assert len(lines) == 2 * (3 * 5 + 4 * 2)
    records.write_text("\n".join(lines[:-3]) + "\n")
    boosting_ida13.main([*sizes, "--records", str(records)])
    assert read(capsys) == printed
    assert records.read_text().splitlines() == lines


@pytest.mark.spec("M.P20")
def test_claims_about_boosting_are_judged() -> None:
    rows = printed_rows()
    plain, overfits, beside, level, *print_level = claims(rows)
    assert plain.startswith("holds partly: soft margins err less than plain boosting: on 7 of 8 sets")
    assert plain.endswith("not on thyroid")
    assert overfits.startswith("holds: where classes overlap")
    assert beside.endswith("not on banana, thyroid")
    assert level.startswith("holds: with soft margins networks are about level with the SVM: 14.75 against 14.62 %")
    assert len(print_level) == 3
    assert all(line.startswith("holds:") for line in print_level)
    for row in rows.values():
        row["ABR"] = Cell([0.4] * 2)
    lines = claims(rows)
    assert lines[0].startswith("does not hold here: soft margins err less than plain boosting: on 0 of 8 sets")
    assert lines[3].startswith("does not hold here: with soft margins")
    assert lines[6].startswith("does not hold here: ABR is not above print")
    del rows["heart"]
    assert claims(rows)[0].startswith("cannot be judged")


def test_differences_are_measured_split_by_split() -> None:
    rows = printed_rows()
    # The same difference on every split is certain, though the splits themselves vary a lot.
    rows["heart"]["ABR"], rows["heart"]["AB"] = Cell([0.1, 0.3]), Cell([0.11, 0.31])
    assert "by more than two standard errors on 7;" in claims(rows)[0]
    rows["heart"]["AB"] = Cell([0.31, 0.11])
    assert "by more than two standard errors on 6;" in claims(rows)[0]


def test_letters_at_a_small_size(folder, tmp_path, capsys) -> None:
    sizes = ["--rounds", "30", "--depth", "5", "--train", "200", "--test", "100"]
    vote_margins.main(["--data", str(folder), "--output", str(tmp_path), *sizes])
    printed = read(capsys)
    for words in ("(8.4)", "holds: from round", "test errors go on falling", "wrote"):
        assert words in printed
    assert (tmp_path / "vote_margins.png").stat().st_size > 10_000
    split = vote_margins.letters(folder, 200, 100)
    assert (len(split.y), len(split.y_test)) == (200, 100)
    growth = vote_margins.grown(split, 30, 5)
    machine = AdaBoostClassifier(vote_margins.SmallTree(5), n_estimators=30, random_state=0).fit(split.X, split.y)
    assert growth.test[-1] == pytest.approx(split.error(machine))
    np.testing.assert_allclose(growth.margins.margins[30], np.sort(machine.margins_), atol=1e-12)


def test_claims_about_margins_are_judged() -> None:
    early, late = np.array([-0.2, 0.4, 0.6]), np.array([0.3, 0.55, 0.6])
    training = np.array([0.5, 0.0, 0.1, 0.0, 0.0])
    good = Growth(training, np.array([0.4, 0.3, 0.3, 0.2, 0.1]), VoteMarginDisplay({1: early, 5: late}))
    assert good.separated == 4
    lines = vote_margins.claims(good)
    assert all(line.startswith("holds:") for line in lines)
    assert "from round 4 of 5 on" in lines[0]
    assert "-0.20 after 1, 0.30 after 5 rounds; up to 0.5 lie 66.7, 33.3 %" in lines[1]
    bad = Growth(training, np.array([0.4, 0.3, 0.3, 0.2, 0.25]), VoteMarginDisplay({1: late, 5: early}))
    assert [line.split(":")[0] for line in vote_margins.claims(bad)] == [
        "holds",
        "does not hold here",
        "FAILS",
        "FAILS",
    ]
    assert Growth(training[:3], training[:3], good.margins).separated is None
    assert vote_margins.claims(Growth(training[:3], training[:3], good.margins))[0].startswith("cannot be judged")
    assert Growth(np.zeros(3), np.zeros(3), good.margins).separated == 1


@needs_letters
def test_margins_of_real_letters_grow_when_no_training_error_is_left(tmp_path, capsys) -> None:
    sizes = ["--rounds", "100", "--train", "1000", "--test", "500", "--depth", "8"]
    vote_margins.main(["--data", str(DATA), "--output", str(tmp_path), *sizes])
    printed = read(capsys)
    assert "holds: from round" in printed
    assert "holds: test errors go on falling" in printed


@needs_benchmarks
@pytest.mark.slow
def test_soft_margins_do_not_overfit_bananas() -> None:
    soft, plain = [], []
    for seed, split in enumerate(splits(DATA, "banana", 5)):
        for setting, errors in ((Setting(16), plain), (Setting(16, 0.1), soft)):
            machine = boosting_ida13.fitted(boosted(setting, 60, seed), split)
            errors.append(split.error(machine))
    assert np.mean(soft) < np.mean(plain)
