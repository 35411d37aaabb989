"""`drupe export`: from a saved model to a graph, with a look whether both say the same."""

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from command_line import drupe, libsvm_rows, succeeds, two_classes
from persistence.export.graph_runs import run

from drupe import CertifiedClassifier, load, save

QUANTITY = "x,z,target\n" + "".join(f"{i % 7},{i % 5},{(i % 7) ** 2 - i % 5}.5\n" for i in range(60))
SIZES = ["" if i % 11 == 0 else 10.0 + i % 13 for i in range(60)]
COLORS = ["" if i % 9 == 0 else ("red", "green")[i % 2] for i in range(60)]
FRUITS = ["apple", "cherry"] * 30
MIXED = "size,color,fruit\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(SIZES, COLORS, FRUITS, strict=True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model on numbers, one on words, too, and one of a quantity."""
    home = tmp_path_factory.mktemp("export")
    two_classes(home / "data.csv")
    (home / "mixed.csv").write_text(MIXED)
    (home / "quantity.csv").write_text(QUANTITY)
    succeeds("fit", home / "data.csv", "-t", "fruit", "-C", 5, "-b", "-o", home / "data.drupe")
    succeeds("fit", home / "mixed.csv", "-t", "fruit", "-C", 5, "-o", home / "mixed.drupe")
    succeeds("fit", home / "quantity.csv", "-C", 5, "--task", "quantity", "-o", home / "quantity.drupe")
    return home


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "inputs"), [("data", "X"), ("mixed", "size, color")])
def test_graph_is_written_and_compared(folder: Path, name: str, inputs: str, dtype: str) -> None:
    place = folder / f"{name}-{dtype}.onnx"
    said = succeeds("export", folder / f"{name}.drupe", place, "--dtype", dtype, "--check", folder / f"{name}.csv")
    rows = len((folder / f"{name}.csv").read_text().splitlines()) - 1
    assert f"takes {inputs}, gives label, outputs" in said.stdout
    assert f"labels equal in {rows} of {rows} rows; largest relative difference: outputs " in said.stdout
    assert onnx.load(place).producer_name == "drupe"


def test_graph_takes_the_cells_of_the_file(folder: Path) -> None:
    """Raw numbers as they stand in the file: the scaling is inside."""
    place = folder / "raw.onnx"
    succeeds("export", folder / "data.drupe", place)
    rows = np.loadtxt(folder / "data.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    answers = folder / "answers.csv"
    succeeds("predict", folder / "data.drupe", folder / "data.csv", "-o", answers)
    said = [line.split(",")[1] for line in answers.read_text().splitlines()[1:]]
    assert run(onnx.load(place), {"X": rows})["label"].tolist() == said
    columns = {prop.key: prop.value for prop in onnx.load(place).metadata_props}["columns"]
    assert json.loads(columns) == ["left", "right"]


def test_facts_for_machines(folder: Path) -> None:
    place = folder / "facts.onnx"
    said = succeeds("export", folder / "quantity.drupe", place, "--check", folder / "quantity.csv", "--json")
    facts = json.loads(said.stdout)
    assert (facts["machine"], facts["inputs"], facts["outputs"]) == ("SVR", ["X"], ["prediction"])
    assert facts["check"]["rows"] == 60
    assert facts["check"]["differences"]["prediction"] < 1e-6


def test_graph_on_the_standard_output(folder: Path) -> None:
    said = succeeds("export", folder / "data.drupe", "-")
    assert onnx.load_from_string(said.stdout_bytes).producer_name == "drupe"
    assert "wrote -" in said.stderr


def test_models_of_libsvm(folder: Path) -> None:
    rows, model = libsvm_rows(folder / "rows"), folder / "rows.model"
    succeeds("fit", rows, folder / "rows.drupe", "--no-scale")
    succeeds("convert", folder / "rows.drupe", model)
    said = succeeds("export", model, folder / "rows.onnx", "--check", rows)
    assert "labels equal in 60 of 60 rows" in said.stdout


def test_certificate_goes_along(folder: Path) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    model = CertifiedClassifier().fit(X, (X[:, 0] > 0).astype(int))
    save(model, folder / "certified.drupe", certificate=model.certificate_)
    succeeds("export", folder / "certified.drupe", folder / "certified.onnx")
    told = {prop.key: prop.value for prop in onnx.load(folder / "certified.onnx").metadata_props}
    assert told["certificate"] == load(folder / "certified.drupe").certificate_.sentence()


def test_files_of_others_are_not_replaced(folder: Path) -> None:
    other = folder / "letters.txt"
    other.write_text("from a friend")
    said = drupe("export", folder / "data.drupe", other)
    assert said.exit_code == 4
    assert "is not a graph of drupe" in said.stderr
    assert other.read_text() == "from a friend"
    succeeds("export", folder / "data.drupe", other, "--force")
    succeeds("export", folder / "data.drupe", other)  # by now it is one
    assert drupe("export", folder / "data.drupe", folder / "data.drupe", "--force").exit_code == 4


def test_what_cannot_be_exported_writes_nothing(folder: Path) -> None:
    strings = folder / "strings"
    strings.write_text("".join(f"{'ab'[i % 2]}\t{'gattaca'[: 3 + i % 4] * (1 + i % 2)}\n" for i in range(40)))
    succeeds("fit", strings, folder / "strings.drupe", "-t", "label", "--format", "lines", "-k", "Spectrum(length=2)")
    said = drupe("export", folder / "strings.drupe", folder / "strings.onnx")
    assert said.exit_code == 3
    assert "compares sequences" in said.stderr
    assert not (folder / "strings.onnx").exists()
    assert drupe("export", "-", folder / "x.onnx", "--check", "-").exit_code == 2
