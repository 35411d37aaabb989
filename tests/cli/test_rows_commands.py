"""`drupe fit` and `drupe predict` on rows in passes."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from cli.command_line import drupe, libsvm_rows, succeeds
from distributed import LocalCluster
from scipy.stats import beta

import drupe as library
from drupe.cli.commands import fit as fit_command
from drupe.cli.row_counts import more_rows_than


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 3))
    late = np.sin(2.0 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.2 * rng.normal(size=4000) > 0
    frame = pd.DataFrame(X, columns=["wind", "load", "age"])
    frame["city"] = rng.choice(["Rome", "Oslo", "Bern"], 4000)
    frame["number"] = [f"flight {i}" for i in range(4000)]
    frame["label"] = np.where(late, "late", "on time")
    return frame


@pytest.fixture
def flights(table: pd.DataFrame, tmp_path: Path) -> Path:
    path = tmp_path / "flights.parquet"
    table.to_parquet(path, row_group_size=500)
    return path


def test_a_file_is_fitted_in_passes_certified_and_answered(flights: Path, table: pd.DataFrame, tmp_path: Path) -> None:
    model, answers = tmp_path / "m.drupe", tmp_path / "answers.parquet"
    fitted = succeeds("fit", flights, "-m", "landmarks", "--landmarks", 100, "--memory", "1GB", "-o", model)
    assert "column 'number' is left out" in fitted.stderr
    assert "certificate" in fitted.stdout
    machine = library.load(model)
    said = machine.predict(table)
    judged = succeeds("predict", model, flights, "-b", "-o", answers)
    assert f"right: {(said == table['label']).sum()} of 4000" in judged.stderr
    written = pd.read_parquet(answers)
    assert written["row"].tolist() == list(range(1, 4001))
    assert written["prediction"].tolist() == said.tolist()
    np.testing.assert_allclose(written[["P(late)", "P(on time)"]], machine.predict_proba(table))


def test_the_certificate_of_the_file_is_that_of_rows_held_out(flights: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.drupe"
    told = json.loads(succeeds("fit", flights, "-m", "landmarks", "--landmarks", 50, "-o", model, "--json").stdout)
    rows = library.rows(str(flights), target="label")
    fresh = rows.held_out
    machine = library.load(model)
    wrong = sum(
        (machine.predict(b.inputs) != b.targets).sum() for part in range(len(fresh.counts)) for b in fresh.batches(part)
    )
    assert told["held_out_rows"] == len(fresh)
    assert told["held_out_error"] == pytest.approx(wrong / len(fresh))
    assert told["held_out_error"] < told["certified_error"] < told["held_out_error"] + 0.06
    assert f"{100 * told['certified_error']:.0f}" in succeeds("inspect", model).stdout


def test_text_is_answered_by_its_lines_and_thresholds_leave_answers_empty(
    flights: Path, table: pd.DataFrame, tmp_path: Path
) -> None:
    model, new = tmp_path / "m.drupe", tmp_path / "new.csv"
    succeeds("fit", flights, "-m", "landmarks", "--landmarks", 50, "-o", model)
    table.drop(columns=["label", "number"]).head(20).to_csv(new, index=False)
    printed = succeeds("predict", model, new, "--reject", 0.9).stdout.splitlines()
    assert printed[0] == "row,prediction,confidence"
    assert [line.split(",")[0] for line in printed[1:]] == [str(line) for line in range(2, 22)]
    for line in printed[1:]:
        _, said, sure = line.split(",")
        assert (said == "") == (float(sure) <= 0.9)


def test_quantities_and_sparse_files(table: pd.DataFrame, tmp_path: Path) -> None:
    noisy = table.assign(delay=table["wind"] ** 2 + 0.1 * table["load"]).drop(columns="label")
    noisy.to_csv(tmp_path / "delays.csv", index=False)
    model = tmp_path / "m.drupe"
    fitted = succeeds("fit", tmp_path / "delays.csv", "-t", "delay", "-m", "landmarks", "--landmarks", 80, "-o", model)
    assert "held-out R²" in fitted.stdout
    assert isinstance(library.load(model), library.LandmarkRegressor)
    assert "mean squared error" in succeeds("predict", model, tmp_path / "delays.csv").stderr
    heart = libsvm_rows(tmp_path / "heart", n=300)
    succeeds("fit", heart, "-m", "landmarks", "--landmarks", 20, "-o", tmp_path / "h.drupe")
    assert succeeds("predict", tmp_path / "h.drupe", heart).stdout.startswith("row,prediction")


def test_the_same_command_goes_on_from_its_checkpoint(flights: Path, tmp_path: Path) -> None:
    words = ["fit", flights, "-m", "landmarks", "--landmarks", 50, "--checkpoint", tmp_path / "run"]
    succeeds(*words, "-o", tmp_path / "a.drupe")
    succeeds(*words, "-o", tmp_path / "b.drupe")
    first, second = (library.load(tmp_path / name).predictor_ for name in ("a.drupe", "b.drupe"))
    np.testing.assert_array_equal(first.coefficients, second.coefficients)
    refused = drupe(*words, "--set", "strength=0.1", "-o", tmp_path / "c.drupe")
    assert refused.exit_code != 0
    assert "strength" in refused.stderr


@pytest.mark.slow
def test_a_cluster_gives_the_same_bits(flights: Path, tmp_path: Path) -> None:
    words = ["fit", flights, "-m", "landmarks", "--landmarks", 50]
    succeeds(*words, "-o", tmp_path / "here.drupe")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        succeeds(*words, "-o", tmp_path / "there.drupe", "--dask", cluster.scheduler_address)
    here, there = (library.load(tmp_path / name).predictor_ for name in ("here.drupe", "there.drupe"))
    np.testing.assert_array_equal(here.coefficients, there.coefficients)


def test_many_rows_are_counted_without_reading_them(flights: Path, tmp_path: Path) -> None:
    text = tmp_path / "rows.csv"
    text.write_text("x,y\n" + "1.5,2\n" * 500)
    for path, rows in ((flights, 4000), (text, 500)):
        assert more_rows_than(str(path), rows - 1)
        assert not more_rows_than(str(path), rows)
    assert more_rows_than(str(tmp_path / "*.parquet"), 3999)
    assert not more_rows_than(str(tmp_path / "nowhere"), 1)


def test_files_with_many_rows_choose_landmarks(flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_command, "EXACT", 3999)
    succeeds("fit", flights, "-o", tmp_path / "m.drupe")
    assert isinstance(library.load(tmp_path / "m.drupe"), library.LandmarkClassifier)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-m", "SVC", "--dask", "tcp://127.0.0.1:1"), "--dask is for machines that read rows in passes"),
        (("-m", "landmarks", "-t", "when"), "there is no target column 'when'"),
        (("-m", "landmarks", "-t", "number"), "which name rows and are no classes"),
        (("-m", "landmarks", "--memory", "much"), "such as '2GB'"),
        (("-m", "landmarks", "--memory", "200MB"), "landmarks need"),
        (("-m", "landmarks", "--memory", "1MB"), "reading these rows needs"),
        (("-m", "LandmarkRegressor"), "targets must be numbers, got '"),
        (("-m", "landmarks", "--keep", "number"), "--keep"),
        (("-m", "landmarks", "--missing", "refuse"), "--missing refuse"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    words: tuple[str, ...], said: str, flights: Path, tmp_path: Path
) -> None:
    result = drupe("fit", flights, *words, "-o", tmp_path / "m.drupe")
    assert result.exit_code in (2, 3, 5), result.output + repr(result.exception)
    assert said in result.stderr
    assert not (tmp_path / "m.drupe").exists()


def test_rows_without_a_target_are_answered_and_are_not_learned_from(table: pd.DataFrame, tmp_path: Path) -> None:
    path, model, answers = tmp_path / "f.csv", tmp_path / "m.drupe", tmp_path / "answers.csv"
    gaps = table.head(400).drop(columns="number")
    gaps.loc[[3, 7], "label"] = None
    gaps.to_csv(path, index=False)
    refused = drupe("fit", path, "-m", "landmarks", "-o", model)
    assert refused.exit_code == 3
    assert "row 4: the target is missing; fill it in, or pass --missing drop" in refused.stderr
    succeeds("fit", path, "-m", "landmarks", "--landmarks", 50, "--missing", "drop", "-o", model)
    assert "right" not in succeeds("predict", model, path, "-o", answers).stderr
    assert pd.read_csv(answers)["prediction"].tolist() == library.load(model).predict(gaps).tolist()


@pytest.mark.parametrize("labels", [[False, True], ["02", "1"]])
def test_right_answers_are_right_in_every_format(labels: list[object], table: pd.DataFrame, tmp_path: Path) -> None:
    text, binary, model, out = (tmp_path / name for name in ("f.csv", "f.parquet", "m.drupe", "out.csv"))
    late = (table["label"] == "late").to_numpy().astype(int)
    frame = table[["wind", "load", "age"]].assign(label=np.array(labels)[late]).head(600)
    frame.to_csv(text, index=False)
    frame.to_parquet(binary)
    for learned in (text, binary):
        succeeds("fit", learned, "-m", "landmarks", "--landmarks", 50, "-o", model, "--force")
        said = {succeeds("predict", model, one, "-o", out, "--force").stderr for one in (text, binary)}
        assert len(said) == 1
        assert int(said.pop().split("right: ")[1].split()[0]) > 400


def test_days_and_truths_are_read_by_every_command(table: pd.DataFrame, tmp_path: Path) -> None:
    """By batches, in one piece, from the standard input, and to certify."""
    text, fresh, model, out = (tmp_path / name for name in ("f.csv", "new.csv", "m.drupe", "out.csv"))
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(4000) % 300, "D")
    frame = table.drop(columns=["number", "age"]).assign(day=days.strftime("%Y-%m-%d"), away=table["age"] > 0)
    frame.head(600).to_csv(text, index=False)
    frame.tail(300).to_csv(fresh, index=False)
    succeeds("fit", text, "-m", "landmarks", "--landmarks", 50, "--set", "strength=0.001", "-o", model)
    said = library.load(model).predict(frame.tail(300)).tolist()
    succeeds("predict", model, fresh, "-o", out)
    assert pd.read_csv(out)["prediction"].tolist() == said
    assert json.loads(succeeds("predict", model, fresh, "--json").stdout)["prediction"] == said
    piped = succeeds("predict", model, "-", typed=fresh.read_bytes()).stdout.splitlines()
    assert [line.split(",")[1] for line in piped[1:]] == said
    wrong = int((frame["label"].tail(300) != said).sum())
    certified = json.loads(succeeds("certify", model, fresh, "--json").stdout)["certificates"]
    (limit,) = (one["value"] for one in certified if one["bound"] == "hold_out")
    assert limit == pytest.approx(beta.ppf(0.95, wrong + 1, 300 - wrong))


def test_decimal_commas_are_remembered(table: pd.DataFrame, tmp_path: Path) -> None:
    path, model, out = tmp_path / "f.csv", tmp_path / "m.drupe", tmp_path / "out.csv"
    table.head(400).drop(columns="number").to_csv(path, index=False, sep=";", decimal=",")
    succeeds("fit", path, "-m", "landmarks", "--landmarks", 50, "--decimal", ",", "-o", model)
    succeeds("predict", model, path, "-o", out)
    assert pd.read_csv(out)["prediction"].tolist() == library.load(model).predict(table.head(400)).tolist()


def test_columns_are_not_scaled_if_that_is_said(table: pd.DataFrame, tmp_path: Path) -> None:
    path, model = tmp_path / "f.csv", tmp_path / "m.drupe"
    (table[["wind", "label"]].head(400).assign(wind=lambda one: 5.0 + one["wind"])).to_csv(path, index=False)
    succeeds("fit", path, "-m", "landmarks", "--landmarks", 50, "--set", "strength=0.01", "--no-scale", "-o", model)
    (column,) = library.load(model).encoding_.columns
    assert (column.center, column.spread) == (0.0, 1.0)


@pytest.mark.parametrize(("landmarks", "said"), [(20, "rows are copies of others"), (1000, "there is no certificate")])
def test_copies_are_said_and_cost_no_model(landmarks: int, said: str, table: pd.DataFrame, tmp_path: Path) -> None:
    path, model = tmp_path / "f.csv", tmp_path / "m.drupe"
    pd.concat([table.head(700)] * 2)[["wind", "load", "age", "label"]].to_csv(path, index=False)
    words = ("--landmarks", landmarks, "--set", "strength=0.01", "-o", model)
    told = succeeds("fit", path, "-m", "landmarks", *words)
    assert said in told.output
    assert library.load(model).predict(table.head(3)).shape == (3,)
