"""Every bad file gets one line that says what is wrong with it, and where; nothing is left half written."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import drupe, succeeds, two_classes

GOOD = "left,right,fruit\n" + "".join(f"{i},{-i},{'apple' if i % 2 else 'cherry'}\n" for i in range(30))

BAD = {
    "empty": (b"", "empty", 3),
    "only names": (b"left,right,fruit\n", "no examples", 3),
    "one class": (b"left,fruit\n1,apple\n2,apple\n3,apple\n", "every target is 'apple'", 3),
    "target is missing": (GOOD.replace("fruit", "vegetable").encode(), "'fruit'", 3),
    "target is constant": (b"left,fruit\n1,7\n2,7\n3,7\n", "every target is '7'", 3),
    "target is NaN": (
        GOOD.replace("5,-5,apple", "5,-5,nan").encode(),
        "line 7, column 'fruit': the target is 'nan', which stands for a missing one",
        3,
    ),
    "ragged": (GOOD.replace("5,-5,apple", "5,apple").encode(), "line 7: the row has 2 cells", 3),
    "encoding": (GOOD.replace("apple", "äpple").encode("latin-1"), "--encoding latin-1", 3),
    "junk": (bytes(range(256)) * 40, "", 3),
    "missing cell": (GOOD.replace("5,-5,apple", "5,,apple").encode(), "--missing drop", 3),
}


def is_one_line(text: str) -> bool:
    return text.startswith("drupe: ") and text.count("\n") == 1 and text.endswith("\n")


TRIED = [("report", name) for name in BAD] + [("fit", name) for name in ("empty", "one class", "ragged", "encoding")]


@pytest.mark.parametrize(("command", "name"), TRIED)
def test_one_line_for_a_bad_file(command: str, name: str, tmp_path: Path) -> None:
    content, part, code = BAD[name]
    file = tmp_path / "bad.csv"
    file.write_bytes(content)
    result = drupe(command, file, "--target", "fruit", "--missing", "refuse", "-o", tmp_path / "out")
    assert result.exit_code == code, result.output
    assert is_one_line(result.stderr), result.stderr
    assert part in result.stderr
    assert "bad.csv" in result.stderr
    assert "Options(" not in result.stderr
    assert os.listdir(tmp_path) == ["bad.csv"]


def test_folder_and_absent_file(tmp_path: Path) -> None:
    for path, part in ((tmp_path, "is a folder"), (tmp_path / "none.csv", "check the spelling")):
        result = drupe("report", path)
        assert (result.exit_code, is_one_line(result.stderr)) == (4, True)
        assert part in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_file_without_permission(tmp_path: Path) -> None:
    file = two_classes(tmp_path / "data.csv")
    file.chmod(0)
    result = drupe("fit", file)
    assert result.exit_code == 4
    assert "right to read" in result.stderr


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    file = two_classes(tmp_path / "data.csv")
    result = drupe("fit", file, "-t", "fruit", "-o", tmp_path / "no" / "such" / "folder.drupe")
    assert (result.exit_code, is_one_line(result.stderr)) == (4, True)
    assert "nothing was changed" in result.stderr


def test_full_disk_leaves_nothing(tmp_path: Path) -> None:
    file = two_classes(tmp_path / "data.csv")
    code = "from drupe.cli.main import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code, "fit", str(file), "-t", "fruit", "-o", str(tmp_path / "model.drupe")],
        capture_output=True,
        text=True,
        check=False,
        # No file may grow beyond a few bytes: what a full disk looks like from inside.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)),
    )
    assert run.returncode == 4, run.stderr
    assert is_one_line(run.stderr)
    assert "room on the disk" in run.stderr
    assert os.listdir(tmp_path) == ["data.csv"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    file = folder / "train.csv"
    rows = [f"{i % 7},{'red' if i % 2 else 'green'},{'apple' if i % 2 else 'cherry'}\n" for i in range(30)]
    file.write_text("weight,color,fruit\n" + "".join(rows))
    succeeds("fit", file, "-t", "fruit", "-o", folder / "m.drupe")
    return folder / "m.drupe"


def test_new_words_are_answered_with_a_note(model: Path, tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("weight,color\n1,blue\n2,red\n")
    result = succeeds("predict", model, tmp_path / "new.csv", "-o", tmp_path / "answers.csv")
    assert "column 'color' holds words in 1 row that training had not" in result.stderr
    assert len((tmp_path / "answers.csv").read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("weight,fruit\n1,apple\n", "'color'"),
        ("weight,color\nheavy,red\n", "line 2, column 'weight'"),
        ("a,b\n1,2\n", "line 1"),
        ("", "empty"),
    ],
)
def test_file_to_predict_must_be_like_training(content: str, part: str, model: Path, tmp_path: Path) -> None:
    file = tmp_path / "new.csv"
    file.write_text(content)
    result = drupe("predict", model, file, "-o", tmp_path / "answers.csv")
    assert (result.exit_code, is_one_line(result.stderr)) == (3, True), result.output
    assert part in result.stderr
    assert os.listdir(tmp_path) == ["new.csv"]


def test_model_that_is_none(tmp_path: Path) -> None:
    file = two_classes(tmp_path / "data.csv")
    for path in (file, tmp_path / "none.drupe", tmp_path):
        result = drupe("predict", path, file)
        assert result.exit_code in (3, 4)
        assert is_one_line(result.stderr)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["-k", "Gausian(width=2)"], "did you mean Gaussian"),
        (["-k", "__import__('os')"], "there is no '__import__' among the kernels"),
        (["-k", "Linear().__class__"], "there is no kernel"),
        (["-k", "Gaussian(sigma=2)"], "has no parameter 'sigma'; it has width"),
        (["-k", "Gaussian(2)"], "Gaussian(width=...)"),
        (["-k", "9**9**9**9 * Linear()"], "there is no kernel"),
        (["-k", "Gaussian(width=-1)"], "width"),
        (["-m", "SVM"], "did you mean"),
        (["--set", "C"], "name=value"),
        (["--set", "price=3"], "has no parameter 'price'"),
        (["-C", "-1"], "C"),
    ],
)
def test_wrong_parameters(words: list[str], part: str, tmp_path: Path) -> None:
    result = drupe("fit", two_classes(tmp_path / "data.csv"), "-t", "fruit", *words)
    assert (result.exit_code, is_one_line(result.stderr)) == (2, True), result.output
    assert part in result.stderr


def test_a_file_with_empty_cells_needs_one_command(tmp_path: Path) -> None:
    """Unless it is asked to be strict, a first look fills them and says so, and so does the model that it leaves."""
    content = GOOD.replace("5,-5,apple", "5,,apple").replace("9,-9,apple", "9,-9,")
    (tmp_path / "gaps.csv").write_text(content)
    succeeds("report", tmp_path / "gaps.csv", "-t", "fruit", "-o", tmp_path / "r.html", "--model", tmp_path / "m.drupe")
    page = (tmp_path / "r.html").read_text()
    assert "1 row without a target left out" in page
    assert "filled with the median" in page
    (tmp_path / "new.csv").write_text("left,right\n,4\n3,\n")
    answers = succeeds("predict", tmp_path / "m.drupe", tmp_path / "new.csv").stdout
    assert len(answers.splitlines()) == 3
