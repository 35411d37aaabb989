"""From a file to answers, certificates and a page, as a user would go."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import drupe, libsvm_rows, succeeds, two_classes

from drupe import load, read
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.certification.names import bound_name
from drupe.witness.held_out import HeldOut


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with its model, and rows that took no part."""
    home = tmp_path_factory.mktemp("work")
    two_classes(home / "data.csv", 120)
    two_classes(home / "fresh.csv", 400, seed=1)
    made = ["-o", home / "page.html", "--model", home / "m.drupe"]
    succeeds("report", home / "data.csv", "-t", "fruit", *made, "--seed", 2)  # the best is an SVC
    return home


def test_report_writes_page_values_and_model(folder: Path) -> None:
    page, values = (folder / "page.html").read_text(), json.loads((folder / "page.json").read_text())
    for title in ("Data at a glance", "What was tried", "Certificates", "When not to answer", "How to make this again"):
        assert f">{title}</h2>" in page
    assert values["values"]["examples"] == 36
    model, table = load(folder / "m.drupe"), read(folder / "data.csv", target="fruit")
    assert set(model.classes_) == set(np.unique(table.targets))


def test_certificate_of_the_page_follows_from_its_counts(folder: Path) -> None:
    values = json.loads((folder / "page.json").read_text())["values"]
    (found,) = [one for one in values["certificates"] if one["bound"] == bound_name(HoldOut)]
    witness = HeldOut(found["witness"]["errors"], found["witness"]["n"])
    assert (witness.errors, witness.n) == (values["errors"], values["examples"])
    assert found["value"] == pytest.approx(HoldOut().risk(witness, found["delta"]))
    assert found["delta"] < values["delta"] == 0.05


def test_report_with_a_test_file_and_json(folder: Path, tmp_path: Path) -> None:
    words = ["report", folder / "data.csv", "-t", "fruit", "--test", folder / "fresh.csv", "-o", tmp_path / "r.html"]
    values = json.loads(succeeds(*words, "--json").stdout)
    assert values["examples"] == 400
    assert values["accuracy"] > 0.8
    assert values["provenance"]["checksums"][0][0].endswith("data.csv")


def test_same_seed_same_values(folder: Path, tmp_path: Path) -> None:
    succeeds("report", folder / "data.csv", "-t", "fruit", "-o", tmp_path / "again.html", "--seed", 2)
    a, b = (json.loads(path.read_text())["values"] for path in (folder / "page.json", tmp_path / "again.json"))
    for name in ("accuracy", "confusion", "certificates", "influence", "roc_area"):
        assert a[name] == b[name]


def test_predictions_are_those_of_the_model(folder: Path, tmp_path: Path) -> None:
    result = succeeds("predict", folder / "m.drupe", folder / "fresh.csv", "-b")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    model = load(folder / "m.drupe")
    table = read(folder / "fresh.csv", target="fruit")
    assert [row["prediction"] for row in rows] == model.predict(table.X).tolist()
    assert [int(row["row"]) for row in rows] == list(range(2, 402))
    sure = np.array([float(row["P(apple)"]) for row in rows])
    assert np.allclose(sure, model.predict_proba(table.X)[:, 0])
    right = int((model.predict(table.X) == table.targets).sum())
    assert result.stderr.startswith(f"right: {right} of 400")


def test_rejecting_leaves_unsure_answers_empty(folder: Path) -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(succeeds("predict", folder / "m.drupe", folder / "fresh.csv", "--reject", 0.9).stdout)
        )
    )
    assert {row["prediction"] for row in rows} == {"", "apple", "cherry"}
    assert all((row["prediction"] == "") == (float(row["confidence"]) <= 0.9) for row in rows)


@pytest.mark.parametrize("share", [0.9, 0.5, 0.07, 1.0])
def test_the_surest_share_is_answered(folder: Path, share: float) -> None:
    said = succeeds("predict", folder / "m.drupe", folder / "fresh.csv", "--answer", share)
    rows = list(csv.DictReader(io.StringIO(said.stdout)))
    sure, answered = (np.array([convert(row) for row in rows]) for convert in (_sure, _is_answered))
    assert answered.sum() == round(share * len(rows))
    assert share == 1.0 or sure[answered].min() > sure[~answered].max()
    assert f"of {answered.sum()} (" in said.stderr


def _sure(row: dict[str, str]) -> float:
    return float(row["confidence"])


def _is_answered(row: dict[str, str]) -> bool:
    return row["prediction"] != ""


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--answer", 0.9, "--reject", 0.5], "leave one out"),
        (["--answer", 90], "a share of the rows, above 0 and at most 1, got 90"),
        (["--answer", 0], "got 0"),
    ],
)
def test_shares_that_make_no_sense_are_refused(folder: Path, words: list[object], part: str) -> None:
    result = drupe("predict", folder / "m.drupe", folder / "fresh.csv", *words)
    assert (result.exit_code, part in result.stderr) == (2, True), result.stderr


def test_machines_that_are_never_unsure_cannot_decline(tmp_path: Path) -> None:
    file = tmp_path / "line.csv"
    file.write_text("x,y\n" + "".join(f"{i},{0.5 * i + 0.25}\n" for i in range(40)))
    succeeds("fit", file, "-o", tmp_path / "m.drupe", "-C", 1)
    result = drupe("predict", tmp_path / "m.drupe", file, "--answer", 0.9)
    assert (result.exit_code, "SVR does not say how sure it is" in result.stderr) == (2, True)


def test_columns_in_another_order_and_standard_input(folder: Path) -> None:
    plain = succeeds("predict", folder / "m.drupe", folder / "fresh.csv").stdout
    rows = [line.split(",") for line in (folder / "fresh.csv").read_text().splitlines()]
    turned = "".join(f"{right},{left}\n" for left, right, _ in rows)
    assert succeeds("predict", folder / "m.drupe", "-", typed=turned).stdout == plain


def test_certify_by_fresh_rows(folder: Path) -> None:
    said = json.loads(succeeds("certify", folder / "m.drupe", folder / "fresh.csv", "--json", "--delta", 0.1).stdout)
    best = said["certificates"][0]
    assert best["bound"] == "hold_out"
    assert best["value"] == pytest.approx(HoldOut().risk(HeldOut(best["witness"]["errors"], 400), 0.1))
    words = succeeds("certify", folder / "m.drupe", folder / "fresh.csv").stdout
    assert words.startswith("With 95 % confidence")
    assert "provided that" in words


def test_rows_of_the_training_certify_nothing(folder: Path) -> None:
    result = drupe("certify", folder / "m.drupe", folder / "data.csv")
    assert result.exit_code == 3
    assert "took part in the fit" in result.stderr


def test_compare_ranks_machines(folder: Path) -> None:
    words = ["compare", folder / "data.csv", "-t", "fruit", "-m", "DefaultClassifier,SVC,NearestMean", "--json"]
    results = json.loads(succeeds(*words).stdout)["results"]
    assert results[-1]["name"] == "DefaultClassifier"
    assert results[-1]["chance"] < 1e-6
    assert all(one["low"] <= one["accuracy"] <= one["high"] for one in results)
    apple, cherry = results[-1]["classes"]
    assert [one["class"] for one in (apple, cherry)] == ["apple", "cherry"]
    assert sorted([apple["recall"], cherry["recall"]]) == [0.0, 1.0]
    assert results[-1]["balanced_accuracy"] == 0.5
    shown = succeeds(*words[:-1]).stdout
    assert "95 % interval" in shown
    assert "cherry (60 rows)" in shown


def test_machines_to_compare_may_be_named_one_by_one(folder: Path) -> None:
    words = ["compare", folder / "data.csv", "-t", "fruit", "-m", "SVC", "-m", "NearestMean, AdaBoostClassifier"]
    results = json.loads(succeeds(*words, "--json").stdout)["results"]
    assert {one["name"] for one in results} == {"SVC", "NearestMean", "AdaBoostClassifier"}
    assert drupe("compare", folder / "data.csv", "-m", ",").exit_code == 2


def test_rows_of_empty_cells_are_answered(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "gaps.csv"
    file.write_text(",\nleft,right\n1,2\n,\n\nNA,NA\n" + "3,4\n" * 200 + ",\n")
    rows = list(csv.DictReader(io.StringIO(succeeds("predict", folder / "m.drupe", file).stdout)))
    lines = [int(row["row"]) for row in rows]
    assert lines == [3, 4, *range(6, 208)]
    answers = dict(zip(lines, (row["prediction"] for row in rows), strict=True))
    assert answers[4] == answers[6] == answers[207]  # filled in alike


def test_compare_ranks_machines_for_quantities(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(80, 2))
    y = 1000.0 + 500.0 * x[:, 0] + 20.0 * rng.normal(size=80)
    file = tmp_path / "numbers.csv"
    file.write_text("a,b,y\n" + "".join(f"{p:.4f},{q:.4f},{t:.3f}\n" for (p, q), t in zip(x, y, strict=True)))
    found = json.loads(succeeds("compare", file, "-t", "y", "-m", "KernelRidge,SVR", "--json").stdout)
    assert found["measure"] == "mean_absolute_error"
    ridge = found["results"][0]
    assert (ridge["name"], ridge["chance"]) == ("KernelRidge", 1.0)
    assert ridge["r_squared"] > 0.98
    assert ridge["low"] < ridge["mean_error"] < ridge["high"] < 40.0
    usual = succeeds("compare", file, "-t", "y").stdout
    for name in ("always the median", "GaussianProcessRegressor", "NuSVR", "SquaredSVR", "R²", "mean error"):
        assert name in usual


def test_compare_says_why_a_rare_class_counts(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    names = ["sick"] * 6 + ["well"] * 94
    rows = "".join(f"{rng.normal() + 3 * (name == 'sick'):.4f},{rng.normal():.4f},{name}\n" for name in names)
    file = tmp_path / "rare.csv"
    file.write_text("a,b,state\n" + rows)
    words = ["compare", file, "-t", "state", "-m", "DefaultClassifier,NearestMean"]
    found = json.loads(succeeds(*words, "--json").stdout)
    assert (found["measure"], found["why"]) == ("balanced_accuracy", "class sick has 6 % of the rows")
    assert [one["name"] for one in found["results"]] == ["NearestMean", "DefaultClassifier"]
    assert "because class sick has 6 % of the rows" in " ".join(succeeds(*words).stdout.split())


def test_libsvm_users_feel_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    libsvm_rows(tmp_path / "heart_scale")
    assert "heart_scale.drupe" in succeeds("fit", "heart_scale", "-C", 2, "-b").stdout
    plain = succeeds("predict", "heart_scale.drupe", "heart_scale").stdout
    succeeds("convert", "heart_scale.drupe", "heart.model")
    assert (tmp_path / "heart.model").read_text().startswith("svm_type c_svc")
    assert succeeds("predict", "heart.model", "heart_scale").stdout == plain
    succeeds("convert", "heart.model", "back.drupe")
    assert succeeds("predict", "back.drupe", "heart_scale").stdout == plain
    facts = json.loads(succeeds("inspect", "heart_scale.drupe", "--json").stdout)
    assert (facts["machine"], facts["classes"]) == ("SVC", ["-1", "1"])


def test_scaled_models_do_not_go_to_libsvm(folder: Path, tmp_path: Path) -> None:
    result = drupe("convert", folder / "m.drupe", tmp_path / "out.model")
    assert result.exit_code == 3
    assert "--no-scale" in result.stderr


def test_quantities_are_fitted_by_regression(tmp_path: Path) -> None:
    file = tmp_path / "line.csv"
    file.write_text("x,y\n" + "".join(f"{i},{0.5 * i + 0.25}\n" for i in range(40)))
    facts = json.loads(succeeds("fit", file, "-o", tmp_path / "m.drupe", "-k", "linear", "-C", 100, "--json").stdout)
    assert facts["machine"] == "SVR"
    assert facts["training_score"] > 0.99
    result = succeeds("predict", tmp_path / "m.drupe", file)
    assert "mean squared error" in result.stderr


@pytest.mark.parametrize(("command", "name", "formula"), [
    ("kernels", "Gaussian", "exp(−‖x − z‖² / (2 width²))"),
    ("machines", "SVC", "½‖w‖²"),
    ("bounds", "hold_out", "max {p : P[Bin(n, p) ≤ errors] ≥ δ}"),
])  # fmt: skip
def test_listings_read_formula_and_source(command: str, name: str, formula: str) -> None:
    entries = json.loads(succeeds(command, "--json").stdout)
    assert formula in entries[name]["formula"]
    assert entries[name]["source"].startswith("[")
    assert name in succeeds(command).stdout
    assert formula in succeeds(command, name).stdout
    assert drupe(command, "Nonsense").exit_code == 2
    assert succeeds(command, name.lower()).stdout == succeeds(command, name).stdout


def test_inspect_says_what_is_inside(folder: Path) -> None:
    words = succeeds("inspect", folder / "m.drupe").stdout
    assert "left (missing:" in words
    assert "fruit" in words
    assert "is at most" in words


def test_help_is_a_tutorial() -> None:
    words = succeeds("--help").stdout
    assert "drupe report data.csv --target label -o report.html" in words
    for command in ("report", "fit", "predict", "certify", "compare", "kernels", "inspect", "convert"):
        assert command in words
        assert "Example: drupe" in " ".join(succeeds(command, "--help").stdout.split())
    assert drupe("report").exit_code == 2


def test_pipes_are_quiet(folder: Path) -> None:
    """As a user would: another process, its streams in pipes, the reader gone early."""
    command = f"'{sys.executable}' -m drupe predict m.drupe fresh.csv | head -2"
    run = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[0] == "row,prediction"
    assert "\x1b" not in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_a_machine_that_cannot_learn_is_explained_below_the_table(tmp_path: Path) -> None:
    rows = [f"{i % 7},{i},{'rare' if i % 20 == 0 else 'usual'}\n" for i in range(100)]
    (tmp_path / "data.csv").write_text("a,b,kind\n" + "".join(rows))
    result = succeeds("compare", tmp_path / "data.csv", "-t", "kind", "-m", "NuSVC,DefaultClassifier")
    (line,) = [line for line in result.stdout.splitlines() if "NuSVC" in line]
    assert "could not learn" in line
    assert "infeasible" not in result.stdout
    assert "drupe: NuSVC: specified nu is infeasible" in result.stderr
