"""A study of a messy table, from a data frame and from a file: the same values, and nothing that misleads."""

import numpy as np
import pandas as pd
import pytest

from drupe import read, study
from drupe.analysis.alerts import AlertKind
from drupe.estimators.preparation.treatments import ColumnChoices
from drupe.foundation.errors import InputTypeError
from drupe.inputs.readers.options import Missing, Options

N = 160


def messy(seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    late = rng.random(N) < 0.4
    return pd.DataFrame(
        {
            "customer": [f"C{i:05d}" for i in rng.permutation(N)],
            "row": range(1, N + 1),
            "score": np.where(rng.random(N) < 0.1, np.nan, rng.normal(size=N) + 2.0 * late),
            "color": rng.choice(np.array(["red", "green", None], dtype=object), N),
            "signup": [f"{d}/{m}/2023" for d, m in zip(rng.integers(1, 28, N), rng.integers(1, 12, N), strict=True)],
            "comment": [
                " ".join(rng.choice(["good", "bad", "slow", "nice"], 5)) + (" refund" if one else " thanks")
                for one in late ^ (rng.random(N) < 0.1)
            ],
            "region": ["EU"] * N,
            "status": np.where(late, "late", "paid").astype(object),
        }
    )


@pytest.fixture(scope="module")
def found():
    return study(messy(), "status", seed=1)


def test_what_was_found_is_said(found):
    kinds = {alert.kind: alert.columns for alert in found.alerts}
    assert set(kinds[AlertKind.IDENTIFIER]) == {"customer", "row"}
    assert kinds[AlertKind.DATE] == ("signup",)
    assert kinds[AlertKind.TEXT] == ("comment",)
    assert kinds[AlertKind.CONSTANT] == ("region",)
    assert AlertKind.FILLED in kinds
    assert AlertKind.LEAK not in kinds
    assert AlertKind.ROWS_LEFT_OUT not in kinds


def test_only_columns_that_the_model_sees_can_matter(found):
    assert set(found.importance.names) == {"score", "color", "comment"}
    assert found.importance.columns == 3


def test_what_was_done_is_what_the_model_does(found):
    used = {one.name for one in found.model[0].encodings_}
    assert used == {"score", "color", "comment"}
    assert found.data.columns == 7
    assert found.data.encoded == len(found.model[0].get_feature_names_out())
    assert found.outcomes.accuracy > 0.85


def test_the_model_answers_frames_with_other_columns_in_another_order(found):
    new = messy(seed=5)
    answers = found.model.predict(new)
    assert answers.tolist() == found.model.predict(new[["comment", "color", "score"]]).tolist()


def test_the_file_gives_the_same_values_as_the_frame(found, tmp_path):
    messy().to_csv(tmp_path / "m.csv", index=False)
    table = read(tmp_path / "m.csv", target="status", options=Options(raw=True, missing=Missing.FILL))
    there = study(table, seed=1)
    assert there.outcomes.said.tolist() == found.outcomes.said.tolist()
    assert [alert.text for alert in there.alerts] == [alert.text for alert in found.alerts]
    assert there.best.value == found.best.value


def test_dates_and_names_count_on_request():
    shifted = messy()
    shifted["signup"] = [f"{1 + i % 27}/{3 if late else 9}/2023" for i, late in enumerate(shifted["status"] == "late")]
    asked = study(shifted, "status", choices=ColumnChoices(dates=True, kept=("row",)))
    assert {"signup", "row"} <= {one.name for one in asked.model[0].encodings_}
    assert AlertKind.LEAK in {alert.kind for alert in asked.alerts}  # the month says it all


def test_rows_without_target_and_hopeless_classes_are_left_out_and_named():
    table = messy()
    table.loc[[3, 4], "status"] = None
    table.loc[7, "status"] = "odd"
    asked = study(table, "status")
    assert asked.data.training + asked.data.held_out == N - 3
    assert "2 rows without a target left out" in asked.data.missing
    (gone,) = [one for one in asked.alerts if one.kind is AlertKind.ROWS_LEFT_OUT]
    assert gone.text == f"2 of {N} rows were left out, those without a target."
    assert gone.serious
    (alert,) = [one for one in asked.alerts if "odd" in one.text]
    assert alert.kind is AlertKind.RARE_CLASS
    assert set(asked.model.classes_) == {"late", "paid"}


def test_a_target_by_name_needs_a_frame():
    with pytest.raises(InputTypeError, match="needs a data frame"):
        study(np.zeros((20, 2)), "status")


def test_arrays_with_gaps_are_filled():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    labels = (X[:, 0] > 0).astype(int)
    X[rng.random(X.shape) < 0.05] = np.nan
    assert study(X, labels).outcomes.accuracy > 0.8


def test_nothing_of_the_held_out_rows_reaches_the_model():
    """What a study learns does not change when the cells of the rows that it judges by change."""
    frame = messy()
    train, judged = frame[:110], frame[110:]
    spoiled = judged.assign(score=1e6, color="violet", comment="some new words here", customer="same")
    one = study(train, "status", held_out=(judged.drop(columns="status"), judged["status"]))
    two = study(train, "status", held_out=(spoiled.drop(columns="status"), judged["status"]))
    assert np.array_equal(one.model.decision_function(judged), two.model.decision_function(judged))
