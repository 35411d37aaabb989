"""Fits on files: sorted ones, labels that come late, empty cells, and tables as users have them at prediction."""

import numpy as np
import pandas as pd
import pytest

import drupe
from drupe import LandmarkClassifier, LandmarkRegressor
from drupe.foundation.errors import InputError


@pytest.fixture
def flights(tmp_path):
    """Three files sorted by their target, the last of which alone knows the third class."""
    random = np.random.default_rng(0)
    table = pd.DataFrame({"hour": random.uniform(0, 24, 3000), "carrier": random.choice(["x", "y", "z"], 3000)})
    table["delay"] = 3.0 * np.sin(table.hour / 3.0) + 2.0 * (table.carrier == "y") + 0.3 * random.normal(size=3000)
    table["late"] = np.where(table.delay > 1.0, "late", "in time")
    table = table.sort_values("late", kind="stable").reset_index(drop=True)
    table.loc[2960:, "late"] = "very late"
    for part in range(3):
        table[part * 1000 : (part + 1) * 1000].to_parquet(tmp_path / f"{part}.parquet", row_group_size=300)
    return tmp_path, table


def test_sorted_files_with_a_late_label(flights, tmp_path):
    folder, table = flights
    rows = drupe.rows(str(folder / "*.parquet"), target="late", exclude=["delay"])
    machine = LandmarkClassifier(landmarks=80, random_state=0).fit(rows)
    assert machine.classes_.tolist() == ["in time", "late", "very late"]
    assert (machine.predict(table[["hour", "carrier"]]) == table.late).mean() > 0.9
    drupe.save(machine, tmp_path / "model.drupe")
    loaded = drupe.load(tmp_path / "model.drupe")
    assert (loaded.predict(table[["hour", "carrier"]]) == machine.predict(table[["hour", "carrier"]])).all()
    assert len(machine.predict(rows.held_out)) == len(rows.held_out)


def test_numbers_of_files_and_a_checkpoint_of_them(flights, tmp_path):
    folder, table = flights
    rows = drupe.rows(str(folder / "*.parquet"), target="delay", exclude=["late"])
    machine = LandmarkRegressor(landmarks=80, random_state=0).fit(rows, checkpoint=tmp_path / "run")
    assert machine.score(table[["hour", "carrier"]], table.delay) > 0.9
    again = LandmarkRegressor(landmarks=80, random_state=0).fit(rows, checkpoint=tmp_path / "run")
    assert (again.dual_coef_ == machine.dual_coef_).all()
    other = drupe.rows(str(folder / "*.parquet"), target="delay", exclude=["late"], held_out=0.5)
    with pytest.raises(InputError, match="another run"):
        LandmarkRegressor(landmarks=80, random_state=0).fit(other, checkpoint=tmp_path / "run")


def test_a_target_that_is_no_number_is_refused(flights):
    folder, _ = flights
    rows = drupe.rows(str(folder / "*.parquet"), target="late", exclude=["delay"])
    with pytest.raises(InputError, match="numbers"):
        LandmarkRegressor(landmarks=10).fit(rows)
