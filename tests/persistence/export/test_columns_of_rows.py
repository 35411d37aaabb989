"""Graphs of machines that learned from the rows of a table: scaling, categories and empty cells inside."""

from typing import Any

import numpy as np
import onnxruntime
import pandas as pd
import pytest

import drupe


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 3))
    frame = pd.DataFrame({"wind": 1e4 + X[:, 0], "load": X[:, 1], "age": 1e-3 * X[:, 2]})
    frame["city"] = rng.choice(["Rome", "Oslo", "Bern"], 600)
    frame["label"] = np.select([X[:, 0] > 0.5, X[:, 1] > 0.0], ["late", "on time"], "early")
    frame.loc[:30, "wind"] = np.nan
    frame.loc[40:60, "city"] = None
    return frame


def asked(graph: Any, frame: pd.DataFrame, dtype: str) -> dict[str, Any]:
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    columns = {
        one.name: frame[one.name].fillna("").to_numpy(dtype=object)[:, None]
        if one.type == "tensor(string)"
        else frame[one.name].to_numpy(dtype=dtype)[:, None]
        for one in session.get_inputs()
    }
    return dict(zip([one.name for one in session.get_outputs()], session.run(None, columns), strict=True))


@pytest.mark.parametrize(("dtype", "error"), [("float64", 1e-9), ("float32", 1e-3)])
def test_raw_tables_are_answered_as_by_the_machine(table: pd.DataFrame, dtype: str, error: float) -> None:
    machine = drupe.LandmarkClassifier(landmarks=40, random_state=0).fit(drupe.rows(table, target="label"))
    new = table.drop(columns="label").assign(wind=table["wind"].astype(dtype))
    new.loc[70:80, "city"] = "Paris"  # never seen
    found = asked(drupe.to_onnx(machine, dtype=dtype), new, dtype)
    outputs = machine.decision_function(new)
    np.testing.assert_allclose(found["outputs"], outputs, atol=error * np.abs(outputs).max())
    np.testing.assert_allclose(found["probabilities"], machine.predict_proba(new), atol=error)
    assert (found["label"] == machine.predict(new)).all() or dtype == "float32"


def test_numbers_alone_come_as_one_table(table: pd.DataFrame) -> None:
    numbers = table[["load", "age"]].assign(delay=table["load"] ** 2)
    machine = drupe.LandmarkRegressor(landmarks=30, random_state=0).fit(drupe.rows(numbers, target="delay"))
    graph = drupe.to_onnx(machine)
    assert [one.name for one in graph.graph.input] == ["X"]
    session = onnxruntime.InferenceSession(graph.SerializeToString(), providers=["CPUExecutionProvider"])
    (said,) = session.run(None, {"X": numbers[["load", "age"]].to_numpy()})
    np.testing.assert_allclose(said, machine.predict(numbers.drop(columns="delay")), rtol=1e-9, atol=1e-9)
