"""`drupe report`: classes, quantities and strings, in one command; Ctrl-C at every stage; light to start."""

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from command_line import drupe, succeeds, two_classes

from drupe import Report, load, read, study
from drupe.inputs.readers.options import Missing, Options


def values_of(path: Path) -> dict[str, object]:
    return json.loads(path.with_suffix(".json").read_text())["values"]


def interrupt(*_: object, **__: object) -> object:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("report")
    two_classes(home / "fruits.csv", 90)
    rng = np.random.default_rng(0)
    x = rng.uniform(-3, 3, (120, 2))
    y = 100.0 + 10.0 * np.sin(x[:, 0]) + x[:, 1] + rng.normal(0, 0.5, 120)
    rows = [f"{a:.3f},{b:.3f},{c:.3f}\n" for (a, b), c in zip(x, y, strict=True)]
    (home / "rain.csv").write_text("east,north,rain\n" + "".join(rows))
    with (home / "genes.fasta").open("w") as file:
        for i in range(60):
            letters = "".join(rng.choice(list("acgt"), 20))
            kind, motif = ("on", "tataat") if i % 2 else ("off", "gcgcgc")
            file.write(
                f">gene{i} kind={kind} level={i % 2 + rng.normal(0, 0.1):.3f}\n{letters[:7]}{motif}{letters[7:]}\n"
            )
    return home


def test_a_threshold_of_the_page_does_what_its_row_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    two_classes(Path("train.csv"), 300)
    two_classes(Path("fresh.csv"), 900, seed=1)
    succeeds("report", "train.csv", "-t", "fruit", "--test", "fresh.csv", "--model", "m.drupe")
    found = json.loads(Path("report.json").read_text())
    (section,) = [one for one in found["sections"] if one["title"] == "When not to answer"]
    (choice,) = [block for block in section["blocks"] if block["type"] == "choice"]
    thresholds = found["values"]["thresholds"]
    assert thresholds[0] == {
        "threshold": None,
        "coverage": 1.0,
        "answered": 900,
        "wrong": found["values"]["errors"],
        "certified_error": min(one["value"] for one in found["values"]["certificates"] if one["valid"]),
    }
    rows = choice["grid"]["rows"]
    assert len(rows) == len(thresholds) == 9
    for (place, _, wrong, *_), one in list(zip(rows, thresholds, strict=True))[1:]:
        judged = json.loads(succeeds("predict", "m.drupe", "fresh.csv", "--reject", place, "--json").stdout)["judged"]
        assert judged["answered"] == one["answered"]
        assert judged["answered"] - judged["right"] == one["wrong"]
        assert wrong == f"{one['wrong']} of {one['answered']}"


def test_a_quantity_is_recognized(folder: Path, tmp_path: Path) -> None:
    words = "report", folder / "rain.csv", "-t", "rain", "-o", tmp_path / "r.html", "--model", tmp_path / "m.drupe"
    result = succeeds(*words)
    assert "certified interval" in result.stdout
    values = values_of(tmp_path / "r.html")
    assert values["task"] == "quantity"
    assert values["r_squared"] > 0.9
    assert [one["share"] for one in values["intervals"]] == [0.5, 0.8]  # 36 rows are too few for more
    assert load(tmp_path / "m.drupe").predict([[0.0, 0.0]])[0] == pytest.approx(100.0, abs=2.0)
    page = (tmp_path / "r.html").read_text()
    assert "Residuals" in page
    assert "Confusion" not in page


def without_clocks(values: object) -> object:
    if isinstance(values, dict):
        clocks = {"seconds", "made", "command", "checksums"}
        return {name: without_clocks(value) for name, value in values.items() if name not in clocks}
    return [without_clocks(value) for value in values] if isinstance(values, list) else values


def test_a_study_in_python_has_the_same_values(folder: Path, tmp_path: Path) -> None:
    words = "report", folder / "fruits.csv", "-t", "fruit", "-o", tmp_path / "r.html", "--seed", "3", "--delta", "0.1"
    succeeds(*words)
    raw = Options(raw=True, missing=Missing.FILL)
    found = study(read(folder / "fruits.csv", target="fruit", options=raw), seed=3, delta=0.1, name="fruits.csv")
    here = json.loads(json.dumps(Report.from_analysis(found).to_dict()["values"]))
    there = values_of(tmp_path / "r.html")
    assert (here["data"].pop("missing"), there["data"].pop("missing")) == ("there are none", "there are none")
    assert without_clocks(here) == without_clocks(there)


def test_the_task_can_be_said(folder: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    rows = [f"{x:.3f},{int(x > 0) + 1}\n" for x in rng.normal(size=60)]
    (tmp_path / "d.csv").write_text("x,stars\n" + "".join(rows))
    succeeds("report", tmp_path / "d.csv", "-t", "stars", "-o", tmp_path / "a.html")
    succeeds("report", tmp_path / "d.csv", "-t", "stars", "-o", tmp_path / "b.html", "--task", "quantity")
    assert [values_of(tmp_path / name)["task"] for name in ("a.html", "b.html")] == ["classes", "quantity"]
    result = drupe("report", folder / "fruits.csv", "-t", "fruit", "--task", "quantity", "-o", tmp_path / "c.html")
    assert result.exit_code == 3
    assert "a quantity is a number" in result.stderr


def test_strings_of_a_fasta_file(folder: Path, tmp_path: Path) -> None:
    succeeds("report", folder / "genes.fasta", "-t", "kind", "-o", tmp_path / "r.html")
    values = values_of(tmp_path / "r.html")
    assert values["accuracy"] > 0.9
    assert values["influence"]["influential"][0]["name"].startswith("gene")
    page = (tmp_path / "r.html").read_text()
    assert "all 26 letters long; 4 different letters" in page
    assert "empty cells" not in page
    succeeds("report", folder / "genes.fasta", "-t", "level", "-o", tmp_path / "q.html")
    assert values_of(tmp_path / "q.html")["r_squared"] > 0.5


def test_lines_of_text_with_labels(tmp_path: Path) -> None:
    rows = [f"{kind}\tthe {word} is {i}" for i in range(20) for kind, word in (("fruit", "plum"), ("tool", "saw"))]
    (tmp_path / "d.txt").write_text("\n".join(rows) + "\n")
    succeeds("report", tmp_path / "d.txt", "--format", "lines", "-t", "kind", "-o", tmp_path / "r.html")
    assert values_of(tmp_path / "r.html")["accuracy"] == 1.0


def test_strings_need_a_target(folder: Path, tmp_path: Path) -> None:
    result = drupe("report", folder / "genes.fasta", "-o", tmp_path / "r.html")
    assert (result.exit_code, "--target" in result.stderr) == (3, True)


def test_models_on_strings_are_saved_and_answer(folder: Path, tmp_path: Path) -> None:
    words = "report", folder / "genes.fasta", "-t", "kind", "-o", tmp_path / "r.html", "--model", tmp_path / "m.drupe"
    succeeds(*words)
    model = load(tmp_path / "m.drupe")
    assert model.predict(["acgtacgtataatacgtacgtacgta", "acgtacggcgcgcacgtacgtacgta"]).tolist() == ["on", "off"]


def test_unknown_classes_of_a_test_file_are_named_at_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("left,right,fruit\n1,2,apple\n3,4,mango\n")
    words = "report", folder / "fruits.csv", "-t", "fruit", "--test", tmp_path / "t.csv", "-o", tmp_path / "r.html"
    result = drupe(*words)
    assert result.exit_code == 3
    assert "t.csv, row 3: the class 'mango' does not occur in" in result.stderr


def test_names_of_columns_and_classes_are_text_and_nothing_else(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = [f"{x:.3f},{'<script>alert(1)</script>' if x > 0 else 'b&c'}\n" for x in rng.normal(size=40)]
    (tmp_path / "d.csv").write_text("<b>x</b>,kind\n" + "".join(rows))
    succeeds("report", tmp_path / "d.csv", "-t", "kind", "-o", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert page.count("<script") == 1  # the page's own
    assert "alert(1)</script>" not in page
    assert "<b>x" not in page


def test_what_cannot_be_written_is_said_at_once(folder: Path, tmp_path: Path) -> None:
    result = drupe("report", folder / "fruits.csv", "-t", "fruit", "-o", tmp_path / "nowhere" / "r.html")
    assert (result.exit_code, list(tmp_path.iterdir())) == (4, [])


def test_interrupt_before_anything_is_there(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("drupe.analysis.search"), "tried", interrupt)
    result = drupe("report", folder / "fruits.csv", "-t", "fruit", "-o", tmp_path / "r.html")
    assert (result.exit_code, list(tmp_path.iterdir())) == (130, [])
    assert "nothing was written" in result.stderr


def test_interrupted_search_goes_on_with_the_best(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = importlib.import_module("drupe.analysis.search")
    tried, calls = home.tried, []

    def twice(*arguments: object) -> object:
        calls.append(1)
        return interrupt() if len(calls) == 3 else tried(*arguments)

    monkeypatch.setattr(home, "tried", twice)
    result = drupe("report", folder / "fruits.csv", "-t", "fruit", "-o", tmp_path / "r.html")
    assert result.exit_code == 130
    assert "going on with the best of 2 of 10 contenders" in result.stderr
    search = values_of(tmp_path / "r.html")["search"]
    assert (search["interrupted"], len(search["trials"])) == (True, 2)


@pytest.mark.parametrize(
    ("module", "name", "lacks"),
    [
        ("drupe.analysis.study", "fit_best", "the fitted model"),
        ("drupe.analysis.analysis", "certify", "certificates"),
        ("drupe.analysis.analysis", "plane_of", "the picture of the regions"),
        ("drupe.report.rendering.html", "svg", "pictures"),
    ],
)
def test_interrupt_leaves_what_is_finished(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str, lacks: str
) -> None:
    end = (lambda *_: None) if name == "fit_best" else interrupt  # which says so, as after Ctrl-C
    monkeypatch.setattr(importlib.import_module(module), name, end)
    words = "report", folder / "fruits.csv", "-t", "fruit", "-o", tmp_path / "r.html", "--model", tmp_path / "m.drupe"
    result = drupe(*words)
    assert result.exit_code == 130
    assert lacks in result.stderr
    assert "What was tried" in (tmp_path / "r.html").read_text()
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"r.html", "r.json"} | ({"m.drupe"} if name != "fit_best" else set())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("wait", [0.0, 0.7, 2.0])
def test_ctrl_c_writes_all_or_nothing(tmp_path: Path, wait: float) -> None:
    """Another process, interrupted for real some time after it has begun to compare machines."""
    data = two_classes(tmp_path / "d.csv", 4000)
    command = [sys.executable, "-u", "-m", "drupe", "report", str(data), "-t", "fruit", "-o", str(tmp_path / "r.html")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        time.sleep(3.0 + wait)
        run.send_signal(signal.SIGINT)
        _, complaints = run.communicate()
    assert "Traceback" not in complaints
    there = {path.name for path in tmp_path.iterdir()} - {"d.csv"}
    assert there in (set(), {"r.html", "r.json"})
    if there:
        json.loads((tmp_path / "r.json").read_text())
        assert (tmp_path / "r.html").read_text().rstrip().endswith("</html>")
        # All was written: the signal may have come while the interpreter was closing, when nobody answers it any more.
        assert run.returncode in (0, 130, -signal.SIGINT)
    else:
        assert run.returncode in (130, -signal.SIGINT)


def test_interrupt_while_the_command_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("drupe.cli.on_demand"), "import_module", interrupt)
    result = drupe("report", "data.csv")
    assert (result.exit_code, result.stderr) == (130, "drupe: interrupted; nothing was written.\n")


def test_help_imports_little() -> None:
    code = "import sys, drupe.cli.app as home\ntry:\n    home.app(['--help'])\nfinally:\n    print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "From data to answers" in run.stdout
    assert not {"sklearn", "scipy", "matplotlib", "pandas"} & set(run.stdout.split())


@pytest.mark.parametrize(
    "name", ["report", "fit", "predict", "certify", "compare", "kernels", "machines", "bounds", "inspect", "convert"]
)
def test_list_of_commands_says_what_they_say_themselves(name: str) -> None:
    from drupe.cli.on_demand import documentation, loaded_command

    command = loaded_command(name)
    assert " ".join(command.help.split()) == " ".join(documentation(name).split())
