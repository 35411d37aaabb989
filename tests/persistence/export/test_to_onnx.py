"""Files of ONNX: what they tell of the model, what they take of a table, and that they are whole or not there."""

import json
import subprocess
import sys

import numpy as np
import onnx
import pytest
from persistence.export.graph_runs import run
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import drupe
from drupe import SVC, TableEncoder
from drupe.estimators.preparation.treatments import AsDate, AsText
from drupe.foundation.errors import BudgetError, FileError, InputError, InputTypeError
from drupe.persistence.export import agreement, save_onnx, to_onnx
from drupe.persistence.export import kernel_values as module

RNG = np.random.default_rng(0)
N = 60
TABLE = {
    "size": [None if RNG.random() < 0.1 else float(v) for v in 1e5 + RNG.normal(size=N)],
    "unit": ["cm"] * N,
    "color": [None if RNG.random() < 0.1 else str(v) for v in RNG.choice(["red", "green", "blé"], N)],
    "age": [float(v) for v in RNG.integers(0, 90, N)],
}
TARGET = np.where(np.array(TABLE["age"]) > 40, "old", "young")


def told(model):
    return {prop.key: prop.value for prop in model.metadata_props}


def test_file_tells_of_its_model():
    X, y = RNG.normal(size=(60, 2)), np.arange(60) % 3
    model = drupe.CertifiedClassifier(make_pipeline(StandardScaler(), SVC())).fit(X, y)
    exported = to_onnx(model)
    onnx.checker.check_model(exported, full_check=True)
    facts = told(exported)
    assert facts["drupe"] == drupe.__version__ == exported.producer_version
    assert json.loads(facts["classes"]) == [0, 1, 2]
    assert facts["certificate"] == model.certificate_.sentence()
    assert facts["machine"] == "CertifiedClassifier"
    assert "columns" not in facts


def test_certificate_that_is_passed():
    X = RNG.normal(size=(80, 2))
    y = (X[:, 0] > 0).astype(int)
    machine = SVC(gamma=0.5).fit(X, y)
    certificate = drupe.certify(machine, X, y)[0]
    assert told(to_onnx(machine, certificate=certificate))["certificate"] == certificate.sentence()


def test_columns_are_named():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(RNG.normal(size=(20, 2)), columns=["length", "width"])
    exported = to_onnx(SVC().fit(frame, np.arange(20) % 2))
    assert json.loads(told(exported)["columns"]) == ["length", "width"]
    assert agreement(SVC().fit(frame, np.arange(20) % 2), exported, frame).equal == 20


def test_number_of_rows_is_free_and_that_of_columns_is_not():
    exported = to_onnx(SVC().fit(RNG.normal(size=(20, 3)), np.arange(20) % 2))
    (dimensions,) = [one.type.tensor_type.shape.dim for one in exported.graph.input]
    assert (dimensions[0].dim_param, dimensions[1].dim_value) == ("rows", 3)
    assert {one.type.tensor_type.shape.dim[0].dim_param for one in exported.graph.output} == {"rows"}


def test_table_of_numbers_and_words():
    """Each used column is an input; empty cells are NaN and the empty word, new words are none of the known."""
    model = make_pipeline(TableEncoder(), SVC(C=5.0)).fit(TABLE, TARGET)
    exported = to_onnx(model)
    assert [one.name for one in exported.graph.input] == ["size", "color", "age"]
    assert agreement(model, exported, TABLE).equal == N
    new = {"size": [1e5, None, 1e5], "unit": ["m"] * 3, "color": ["violet", None, "red"], "age": [20.0, None, 50.0]}
    found = agreement(model, exported, new)
    assert found.equal == 3
    assert found.differences["outputs"] < 1e-12
    assert agreement(model, to_onnx(model, dtype="float32"), TABLE).equal == N


def test_table_of_numbers_comes_as_one():
    table = {name: TABLE[name] for name in ("age", "size", "unit")}
    model = drupe.RejectOption(make_pipeline(TableEncoder(), SVC()), threshold=0.1).fit(table, TARGET)
    exported = to_onnx(model)
    assert [one.name for one in exported.graph.input] == ["X"]
    assert json.loads(told(exported)["columns"]) == ["age", "size"]
    assert agreement(model, exported, table).equal == N
    cells = np.array([table["age"], [np.nan if v is None else v for v in table["size"]]]).T
    assert (run(exported, {"X": cells})["label"] == model.predict(table)).all()


@pytest.mark.parametrize(("kind", "cells"), [(AsDate, ["2020-01-02", "2021-03-04"]), (AsText, ["to be", "or not"])])
def test_dates_and_texts_are_refused(kind, cells):
    encoder = TableEncoder(treatments=[kind("column")])
    model = make_pipeline(encoder, SVC()).fit({"column": cells * 10}, np.arange(20) % 2)
    with pytest.raises(InputTypeError, match=r"the column 'column' cannot be exported .* which no operator"):
        to_onnx(model)


def test_encoder_behind_another_step_is_refused():
    with pytest.raises(InputTypeError, match="put it first into the pipeline"):
        to_onnx(make_pipeline(StandardScaler(), TableEncoder(), SVC()).fit(RNG.normal(size=(20, 2)), np.arange(20) % 2))


def test_missing_column_is_named():
    model = make_pipeline(TableEncoder(), SVC()).fit(TABLE, TARGET)
    with pytest.raises(InputError, match="takes the column 'age'"):
        agreement(model, to_onnx(model), {name: TABLE[name] for name in ("size", "color")})


def test_file_is_whole_or_not_there(tmp_path, monkeypatch):
    machine, place = SVC().fit(RNG.normal(size=(20, 2)), np.arange(20) % 2), tmp_path / "machine.onnx"
    save_onnx(machine, place)
    before = place.read_bytes()
    assert onnx.load(place).producer_name == "drupe"
    with pytest.raises(FileError):
        save_onnx(machine, tmp_path / "nowhere" / "machine.onnx")
    with pytest.raises(InputTypeError):
        save_onnx(drupe.GibbsClassifier(n_samples=5).fit([[0.0], [1.0]], [0, 1]), place)
    assert place.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["machine.onnx"]


def test_more_than_a_file_can_hold(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_FILE", 100)
    with pytest.raises(BudgetError, match="a file of ONNX needs"):
        to_onnx(SVC().fit(RNG.normal(size=(20, 2)), np.arange(20) % 2))


def test_the_name_alone_needs_no_onnx():
    code = """
import sys
sys.modules["onnx"] = None
import drupe
machine = drupe.SVC().fit([[0.0], [1.0]], [0, 1])
try:
    drupe.to_onnx(machine)
except drupe.foundation.errors.FileError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'drupe[onnx]'" in found


def test_agreement_counts_what_differs():
    X = RNG.normal(size=(40, 2))
    one, other = (SVC(C=C).fit(X, (X[:, column] > 0).astype(int)) for C, column in ((1.0, 0), (10.0, 1)))
    found = agreement(one, to_onnx(other), X)
    assert found.equal == int((one.predict(X) == other.predict(X)).sum()) < 40
    size = np.abs(one.decision_function(X)).max()
    apart = np.abs(one.decision_function(X) - other.decision_function(X)).max()
    assert found.differences["outputs"] == pytest.approx(apart / size, rel=1e-6)
    assert f"labels equal in {found.equal} of 40 rows" in found.words()
