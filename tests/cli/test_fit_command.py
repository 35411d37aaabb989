"""`drupe fit` without a machine: the choice of `drupe report`, with its value; with any word about one, that one."""

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import drupe, libsvm_rows, succeeds, two_classes
from sklearn.model_selection import StratifiedKFold, cross_val_score

from drupe import SVC, load, read, study
from drupe.analysis.examples import Examples
from drupe.analysis.study import best_model
from drupe.analysis.trials import TOLERANCE


def ring(path: Path, n: int = 120, seed: int = 0) -> Path:
    """Classes that no straight line parts: inside a circle and around it."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n, 2))
    inside = np.hypot(*points.T) < 1.18
    rows = zip(*(1e3 * points).T, np.where(inside, "in", "out"), strict=True)
    path.write_text("x,y,where\n" + "".join(f"{a:.3f},{b:.3f},{word}\n" for a, b, word in rows))
    return path


def test_without_a_machine_the_choice_is_that_of_a_report(tmp_path: Path) -> None:
    file = ring(tmp_path / "ring.csv")
    facts = json.loads(succeeds("fit", file, "-t", "where", "-o", tmp_path / "m.drupe", "--json").stdout)
    table = read(file, target="where")
    found = study(table, held_out=read(ring(tmp_path / "fresh.csv", seed=1), target="where"))
    assert (facts["machine"], facts["kernel"]) == (found.description.machine, found.description.kernel)
    assert facts["cross_validated"]["accuracy"] == found.search.best.value
    assert facts["cross_validated"]["candidates"] == found.search.candidates
    model = load(tmp_path / "m.drupe")
    assert model.score(table.X, table.targets) == facts["training_score"] > 0.9
    assert model[-1].shape_fit_[0] == len(table)


def test_the_value_is_that_of_cross_validation(tmp_path: Path) -> None:
    """By scikit-learn's hands, on folds made alike."""
    table = read(ring(tmp_path / "ring.csv"), target="where")
    model, found = best_model(Examples.of_table(table, "ring.csv"))
    machine = found.best.estimator
    if isinstance(machine, SVC):
        machine.set_params(tol=TOLERANCE)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores = cross_val_score(machine, model[0].transform(table.X), table.targets, cv=folds)
    assert found.best.value == pytest.approx(scores.mean(), abs=0.01)


def test_the_choice_and_its_value_are_said(tmp_path: Path) -> None:
    lines = succeeds("fit", ring(tmp_path / "ring.csv"), "-t", "where", "-o", tmp_path / "m.drupe").stdout
    assert "candidates in 5-fold cross-validation" in lines
    assert "% right (the best of many" in lines


@pytest.mark.parametrize(
    "words", [["-m", "SVC"], ["-k", "rbf"], ["-C", 1], ["-g", 0.5], ["-b"], ["--set", "tol=0.001"], ["--no-scale"]]
)
def test_any_word_about_a_machine_means_that_machine(words: list[object], tmp_path: Path) -> None:
    facts = json.loads(
        succeeds("fit", ring(tmp_path / "r.csv"), "-t", 3, "-o", tmp_path / "m", "--json", *words).stdout
    )
    assert (facts["machine"], facts["cross_validated"]) == ("SVC", None)


def test_files_of_libsvm_are_fitted_as_svm_train_does(tmp_path: Path) -> None:
    facts = json.loads(succeeds("fit", libsvm_rows(tmp_path / "heart"), "-o", tmp_path / "m", "--json").stdout)
    assert (facts["machine"], facts["parameters"]["C"], facts["cross_validated"]) == ("SVC", 1.0, None)


def test_too_few_rows_to_compare_are_fitted_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "few.csv"
    file.write_text("a,y\n1,u\n2,v\n3,u\n4,u\n")
    assert json.loads(succeeds("fit", file, "-o", tmp_path / "m", "--json").stdout)["machine"] == "SVC"


def test_quantities_are_chosen_by_their_error(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 3, 80)
    file = tmp_path / "curve.csv"
    file.write_text("x,y\n" + "".join(f"{a:.4f},{500 + 30 * np.sin(2 * a):.4f}\n" for a in x))
    facts = json.loads(succeeds("fit", file, "-o", tmp_path / "m", "--json").stdout)
    assert facts["training_score"] > 0.95
    assert facts["cross_validated"]["mean_absolute_error"] < 5.0
    assert "off by" in succeeds("fit", file, "-o", tmp_path / "m").stdout


def test_an_interrupted_choice_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("drupe.analysis.search.tried", interrupted)
    result = drupe("fit", two_classes(tmp_path / "data.csv"), "-t", "fruit", "-o", tmp_path / "m.drupe")
    assert result.exit_code == 130
    assert not (tmp_path / "m.drupe").exists()


def messy(path: Path, n: int = 160) -> Path:
    """Names of the rows, a sum that is known afterwards, empty cells, rows without target, classes of one row."""
    rng = np.random.default_rng(3)
    labels = np.where(rng.random(n) < 0.5, "kept", "back")
    refund = np.where(labels == "back", rng.uniform(5, 90, n), 0.0)
    shop = np.where(rng.random(n) < 0.1, "", rng.choice(["web", "town"], n))
    cells = labels.astype(object)
    cells[:3] = ""
    cells[3:9] = list("uvwxyz")
    rows = zip(range(n), rng.normal(size=n), refund, shop, cells, strict=True)
    path.write_text("id,age,refund,shop,end\n" + "".join(f"{i},{a:.3f},{b:.2f},{c},{d}\n" for i, a, b, c, d in rows))
    return path


@pytest.mark.parametrize("words", [["fit"], ["fit", "-m", "NearestMean"], ["compare", "-m", "NearestMean,SVC"]])
def test_what_was_found_in_the_table_is_said(words: list[str], tmp_path: Path) -> None:
    file = messy(tmp_path / "data.csv")
    alone = 0 if words[-1] == "NearestMean" else 6  # classes of one row, which a machine that was named learns, too
    empty = sum(line.split(",")[3] == "" for line in file.read_text().splitlines()[4 + alone :])
    output = ["-o", tmp_path / "m.drupe"] if words[0] == "fit" else []
    said = succeeds(words[0], file, "-t", "end", *words[1:], *output).stderr
    assert "left out 'id': it names the rows; --keep NAME uses one." in said
    assert "3 of 160 rows were left out, those without a target." in said
    assert ("Column “refund” alone answers 100 %: is it known beforehand?" in said) == (alone > 0)
    assert ("and 3 more have 6 rows, which were left out" in said) == (alone > 0)
    assert f" {empty} empty cells of column “shop” were filled with the most frequent value" in said
    if output:
        shops = [line.split(",")[3] for line in file.read_text().splitlines()[4 + alone :]]
        usual = max(("town", "web"), key=shops.count)
        assert f"shop (town | web; missing: {usual})" in succeeds("inspect", tmp_path / "m.drupe").stdout


def test_classes_of_a_row_or_two_do_not_keep_a_machine_from_being_chosen(tmp_path: Path) -> None:
    """They are left out, as in a report, and however many there are, one sentence says so."""
    file = messy(tmp_path / "data.csv")
    result = succeeds("fit", file, "-t", "end", "-o", tmp_path / "m.drupe", "--json")
    facts = json.loads(result.stdout)
    assert facts["cross_validated"] is not None
    assert facts["classes"] == ["back", "kept"]
    sentence = "Classes “u”, “v”, “w” and 3 more have 6 rows, which were left out: too few to learn and to judge"
    assert result.stderr.count("too few") == 1
    assert sentence in result.stderr
    report = succeeds("report", file, "-t", "end", "-o", tmp_path / "r.html")
    assert sentence in report.stdout


@pytest.mark.filterwarnings("default::drupe.estimators.warnings.FitWarning")
def test_advice_to_scale_is_an_option_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text("a,b,y\n" + "".join(f"{1e6 * i},{i % 7},{i * i}\n" for i in range(40)))
    words = ("fit", tmp_path / "wide.csv", "-t", "y", "-m", "KernelRidge", "-o", tmp_path / "m.drupe")
    assert "without --no-scale." in succeeds(*words, "--no-scale").stderr
    assert "scale" not in succeeds(*words).stderr
