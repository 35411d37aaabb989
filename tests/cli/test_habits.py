"""What users of a terminal are used to: pipes at both ends, names in any capitals, svm-train's letters."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from command_line import drupe, libsvm_rows, succeeds, two_classes

from drupe import SVC, load
from drupe.cli.guard import flowing
from drupe.persistence import load_libsvm


@pytest.fixture
def heart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one LIBSVM file, where the user is."""
    monkeypatch.chdir(tmp_path)
    return libsvm_rows(tmp_path / "heart_scale")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (
            "-s 0 -t 2 -c 10 -g 0.1 heart_scale m.model",
            "drupe fit heart_scale --machine SVC --kernel rbf -C 10 --gamma 0.1 -o m.model.",
        ),
        (
            "-s 4 -t 0 -n 0.3 heart_scale",
            "drupe fit heart_scale --machine NuSVR --kernel linear --set nu=0.3.",
        ),
        ("-t 1 -d 2 -r 1 heart_scale", "drupe fit heart_scale --kernel poly --set degree=2 --set coef0=1."),
        ("-v 5 heart_scale", "drupe compare heart_scale --folds 5."),
        ("-w1 2 heart_scale", "--set 'class_weight={1: 2}'."),
        ("-q heart_scale", "drupe fit heart_scale."),
    ],
)
def test_letters_of_svm_train_are_translated(words: str, answer: str, heart: Path) -> None:
    result = drupe("fit", *words.split())
    assert result.exit_code == 2
    assert result.stderr.endswith(f"{answer}\n")
    assert [path.name for path in heart.parent.iterdir()] == ["heart_scale"]


def test_what_the_translation_says_works(heart: Path) -> None:
    said = drupe("fit", "-s", 0, "-t", 2, "-c", 10, "-g", 0.1, "heart_scale", "m.drupe").stderr
    succeeds(*said.split("here they read: drupe ")[1].rstrip(".\n").split())
    model = load("m.drupe")
    assert (type(model), model.C, model.gamma, model.kernel) == (SVC, 10, 0.1, "rbf")


def test_model_may_be_named_last_and_only_once(heart: Path) -> None:
    assert succeeds("fit", "heart_scale", "here.drupe", "-c", 3).stdout.endswith("here.drupe\n")
    assert load("here.drupe").C == 3
    result = drupe("fit", "heart_scale", "here.drupe", "-o", "there.drupe")
    assert (result.exit_code, "two names" in result.stderr) == (2, True)


def test_models_go_through_pipes(heart: Path) -> None:
    """As a user would, in a shell: one process fits, one converts, one answers."""
    here = f"'{sys.executable}' -m drupe"
    command = f"{here} fit - -o - < heart_scale | {here} convert - - | {here} predict - heart_scale"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert len(run.stdout.splitlines()) == 61
    assert "wrote" in run.stderr
    succeeds("fit", "heart_scale", "-o", "m.drupe")
    assert run.stdout == succeeds("predict", "m.drupe", "heart_scale").stdout


def test_pipes_with_names(heart: Path) -> None:
    succeeds("fit", "heart_scale", "-o", "m.drupe")
    words = f"'{sys.executable}' -m drupe predict <(cat m.drupe) <(cat heart_scale) -o >(tail -n 1)"
    run = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=True)
    assert run.stdout == succeeds("predict", "m.drupe", "heart_scale").stdout.splitlines(keepends=True)[-1]


def test_only_one_file_comes_from_the_standard_input(heart: Path) -> None:
    result = drupe("predict", "-", "-", typed="")
    assert (result.exit_code, "only one file" in result.stderr) == (2, True)
    result = drupe("inspect", "-", typed="")
    assert (result.exit_code, result.stderr) == (3, "drupe: standard input: the file is empty; name a file that drupe "
                                                    "fit wrote.\n")  # fmt: skip


def test_json_goes_where_answers_go(heart: Path) -> None:
    facts = json.loads(succeeds("fit", "heart_scale", "--json").stdout)
    assert (facts["parameters"]["C"], facts["rows"], facts["columns"]) == (1.0, 60, 3)
    assert facts["support_vectors"] == len(load("heart_scale.drupe").support_)
    assert succeeds("predict", "heart_scale.drupe", "heart_scale", "--json", "-o", "a.json").stdout == ""
    assert json.loads(Path("a.json").read_text())["row"] == list(range(1, 61))


def test_machines_without_targets_and_scores(tmp_path: Path) -> None:
    file = tmp_path / "points.csv"
    file.write_text("a,b\n" + "".join(f"{i % 7},{i % 5}\n" for i in range(40)))
    result = drupe("fit", file, "-o", tmp_path / "m.drupe", "-m", "oneclasssvm", "-t", "b")
    assert result.exit_code == 0, result.stderr
    assert "accuracy" not in result.stdout


def test_whole_numbers_that_hardly_come_again_are_a_quantity(tmp_path: Path) -> None:
    file = tmp_path / "years.csv"
    file.write_text("x,y\n" + "".join(f"{i},{(i * 37) % 101}\n" for i in range(200)))
    assert json.loads(succeeds("fit", file, "-o", tmp_path / "m", "--json", "-C", 1).stdout)["machine"] == "SVR"
    as_classes = ["fit", file, "-o", tmp_path / "m", "--json", "--task", "classes"]
    assert json.loads(succeeds(*as_classes).stdout)["machine"] == "SVC"
    assert drupe("fit", file, "-m", "SVC").exit_code == 3
    words = ["fit", file, "-o", tmp_path / "m", "--json", "--set", "epsilon=9"]
    assert json.loads(succeeds(*words).stdout)["parameters"]["epsilon"] == 9
    few = ["compare", file, "--json", "-m"]
    assert json.loads(succeeds(*few, "SVR").stdout)["measure"] == "mean_absolute_error"
    assert "“27” and “64” have 2 rows, which were left out" in drupe(*few, "SVC", "--task", "classes").stderr


def test_strings_are_fitted_by_what_they_share(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    genes = ["".join(rng.choice(list("ACGT"), 40, p=[0.4, 0.1, 0.1, 0.4] if i % 2 else [0.1, 0.4, 0.4, 0.1])) for i in range(40)]  # fmt: skip  # noqa: E501
    file = tmp_path / "genes.fa"
    file.write_text("".join(f">g{i} class={'at' if i % 2 else 'gc'}\n{gene}\n" for i, gene in enumerate(genes)))
    assert "substrings" in succeeds("fit", file, "-t", "class", "-o", tmp_path / "m.drupe").stdout
    result = succeeds("predict", tmp_path / "m.drupe", file)
    assert result.stderr == "right: 40 of 40 (100.0 %)\n"
    assert "strings" in succeeds("inspect", tmp_path / "m.drupe").stdout


def test_compare_takes_machines_for_the_task_only(tmp_path: Path) -> None:
    file = two_classes(tmp_path / "data.csv")
    result = drupe("compare", file, "-t", "fruit", "-m", "SVC,SVR")
    assert (result.exit_code, "SVR is no classifier" in result.stderr) == (2, True)
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("x,y\n" + "".join(f"{i},{i / 7}\n" for i in range(30)))
    result = drupe("compare", numbers, "-m", "SVC")
    assert (result.exit_code, "SVC is no machine for a quantity" in result.stderr) == (2, True)


def test_machines_around_others_are_refused(tmp_path: Path) -> None:
    result = drupe("fit", two_classes(tmp_path / "data.csv"), "-t", "fruit", "-m", "OneVsRest")
    assert (result.exit_code, "around another machine" in result.stderr) == (2, True)


def test_defects_are_one_line_too(heart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(SVC, "fit", broken)
    result = drupe("fit", "heart_scale")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "ZeroDivisionError: of all things" in result.stderr
    monkeypatch.setenv("DRUPE_TRACEBACKS", "1")
    assert isinstance(drupe("fit", "heart_scale").exception, ZeroDivisionError)


def test_inspect_does_not_invent_what_libsvm_does_not_say(heart: Path) -> None:
    succeeds("fit", "heart_scale", "-C", 7, "-o", "m.drupe")
    succeeds("convert", "m.drupe", "m.model")
    assert load_libsvm("m.model").C == 1.0
    facts = json.loads(succeeds("inspect", "m.model", "--json").stdout)
    assert facts["format"] == "LIBSVM's"
    assert not any(name.startswith("C,") for name in facts)


def test_help_flows() -> None:
    assert flowing("One\n    line.\n\n    Two\n    lines.") == "One line.\n\nTwo lines."
    lines = succeeds("compare", "--help").stdout.splitlines()
    assert any("two equally good machines" in " ".join(pair) for pair in pairwise(lines))


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["-m", "SVM"], 2, "among the machines"),
        (["-k", "Gausian"], 2, "among the kernels"),
        (["--set", "Q=1"], 2, "no parameter"),
        (["-o", "no/such/folder.drupe"], 4, "its folder does not exist"),
        (["-o", "."], 4, "is a folder"),
    ],
)
def test_wrong_words_are_found_before_the_file_is_read(words: list[str], code: int, part: str, heart: Path) -> None:
    heart.write_bytes(b"\0" * 100)
    result = drupe("fit", "heart_scale", *words)
    assert (result.exit_code, part in result.stderr) == (code, True), result.stderr
    if words[0] == "-m":
        assert drupe("compare", "heart_scale", *words).exit_code == code


def test_truth_values_are_spelled_as_in_any_language(heart: Path) -> None:
    succeeds("fit", "heart_scale", "-o", "m.drupe", "--set", "probability=true", "--set", "shrinking=FALSE")
    model = load("m.drupe")
    assert (model.probability, model.shrinking) == (True, False)
    succeeds("fit", "heart_scale", "-o", "m.drupe", "--set", "random_state=none", "--set", "class_weight=balanced")
    assert (load("m.drupe").random_state, load("m.drupe").class_weight) == (None, "balanced")
