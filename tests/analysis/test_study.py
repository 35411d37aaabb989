"""A study of tables, arrays, frames and strings; what is wrong with them is said at once."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

import drupe
from drupe import study
from drupe.analysis.examples import Examples
from drupe.analysis.stages import Bars, Stages
from drupe.analysis.study import study_examples
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.progress import Progress
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors


def rows(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) + np.repeat([[0.0], [2.0]], n // 2, axis=0)
    return X, np.repeat(["plum", "pear"], n // 2)


def test_held_out_rows_are_those_of_scikit_learn_and_judge_the_model() -> None:
    X, y = rows(60)
    found = study(X, y, test_share=0.4, seed=5)
    _, held = train_test_split(np.arange(60), test_size=24, random_state=5, stratify=y)
    assert found.outcomes.accuracy == accuracy_score(y[held], found.model.predict(X[held]))
    assert (found.data.training, found.data.held_out) == (36, 24)


def test_what_is_held_out_may_be_given() -> None:
    X, y = rows(40)
    Z, labels = rows(30, seed=1)
    found = study(X, y, held_out=(Z, labels))
    assert (found.data.training, found.data.held_out) == (40, 30)
    assert found.outcomes.accuracy == accuracy_score(labels, found.model.predict(Z))


def test_names_of_a_frame_stay_with_the_model() -> None:
    X, y = rows(40)
    frame = pd.DataFrame(X, columns=["length", "width"])
    found = study(frame, pd.Series(y, name="fruit"))
    assert found.data.target == "fruit"
    assert [one.name for one in found.look.columns] == ["length", "width"]
    assert found.model.score(frame, y) > 0.7  # and no warning of names
    assert found.model.feature_names_in_.tolist() == ["length", "width"]


def test_classes_may_be_words_in_an_array_of_objects() -> None:
    rng = np.random.default_rng(0)
    angles, sizes = rng.uniform(0.0, 2.0 * np.pi, 90), 1.0 + 2.0 * (np.arange(90) % 3) + 0.2 * rng.normal(size=90)
    X, y = np.column_stack([np.cos(angles), np.sin(angles)]) * sizes[:, None], np.array(["fig", "pear", "plum"] * 30)
    column = pd.Series(np.arange(90) % 3).map({0: "fig", 1: "pear", 2: "plum"})
    told = [study(X, labels).influence.influential for labels in (y, y.astype(object), column)]
    assert told[0] == told[1] == told[2]


def test_a_quantity_is_recognized_and_can_be_overruled() -> None:
    x = np.arange(40.0)
    assert study(x[:, None], 2.0 * x + 0.5).forecasts is not None
    assert study(x[:, None], (x > 20).astype(float), task="quantity").forecasts is not None


@pytest.mark.parametrize("wrap", [list, Sequences.of])
def test_strings(wrap: object) -> None:
    texts = [f"{'tata' if i % 2 else 'gcgc'}{i:02d}" for i in range(30)]
    found = study(wrap(texts), np.arange(30) % 2)  # type: ignore[operator]
    assert found.outcomes.accuracy == 1.0
    assert found.model.predict(["tata99", "gcgc99"]).tolist() == [1, 0]


def test_wrapped_vectors_are_their_rows() -> None:
    X, y = rows(30)
    assert study(Vectors.of(X), y).outcomes.accuracy == study(X, y).outcomes.accuracy


class Heard(Stages):
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self.last: dict[str, float] = {}

    @contextmanager
    def stage(self, title: str) -> Iterator[Progress]:
        self.titles.append(title)
        yield lambda fraction: self.last.update({title: fraction})


def test_stages_are_told_in_order_and_to_their_end() -> None:
    heard = Heard()
    study_examples(Examples.of(*rows(40)), stages=heard)
    assert heard.titles == ["comparing 40 candidates", "fitting the best machine", "certifying"]
    assert heard.last["comparing 40 candidates"] == pytest.approx(1.0)
    assert heard.last["certifying"] == 1.0


def test_notes_are_printed_beside_bars(capsys: pytest.CaptureFixture[str]) -> None:
    Bars().note("interrupted")
    assert capsys.readouterr().out == "interrupted\n"


def test_ctrl_c_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module("drupe.analysis.analysis"), "certify", interrupt)
    found = study(*rows(40))
    assert found.missing[0] == "certificates"
    assert found.outcomes is not None
    assert found.interrupted


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"y": None}, InputError, "learns from targets, but y is None"),
        ({"data": "fruit.csv", "y": "kind"}, InputTypeError, "'fruit.csv'; if that is a file, read it first"),
        ({"data": Path("fruit.csv"), "y": "kind"}, InputTypeError, "'fruit.csv'; if that is a file, read it first"),
        ({"y": ["plum"] * 39}, InputError, "40 examples but y holds 39"),
        ({"y": ["plum"] * 39 + ["pear"]}, InputError, "y: class 'pear' has 1 example"),
        ({"task": "regression"}, ParameterError, "'classes', 'quantity' or None, got 'regression'"),
        ({"task": "quantity"}, InputError, "y: a quantity is a number, but the first target is 'plum'"),
        ({"test_share": 1.0}, ParameterError, r"test_share must lie in \(0.0, 1.0\), got 1.0"),
        ({"seed": -1}, ParameterError, "seed must lie in the whole numbers"),
        ({"delta": 0.0}, ParameterError, "delta is the probability"),
        ({"held_out": [[1.0, 2.0]]}, InputTypeError, r"a table or a pair \(X, y\), got list"),
        ({"held_out": ([[1.0]], ["plum"])}, InputError, "1 features, but study is expecting 2"),
        ({"held_out": ([[1.0, 2.0]], ["fig"])}, InputError, "held_out, row 1: the class 'fig' does not occur in y"),
        ({"data": [(1, 2), (1, 2, 3)] * 20}, InputTypeError, "got lists of tokens"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_fitted(
    change: dict[str, object], error: type[Exception], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.import_module("drupe.analysis.study"), "search", None)
    X, y = rows(40)
    with pytest.raises(error, match=says):
        study(**{"data": X, "y": y, **change})


def test_a_table_has_its_own_targets(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("length,fruit\n1,plum\n2,pear\n")
    table = drupe.read(tmp_path / "d.csv", target="fruit")
    with pytest.raises(InputError, match="a table has its own targets"):
        study(table, table.targets)
    with pytest.raises(InputError, match=r"the table: there is no target; name its column: read\(path, target='...'\)"):
        study(drupe.read(tmp_path / "d.csv", target=None))
