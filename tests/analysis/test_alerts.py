"""Every alert has a table that sets it off and one that must not; noise hardly ever does."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from analysis.messy_tables import MESSY, ROWS, MessyTable, tidy
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from drupe.analysis.alerts import GRAVITY, Alert, AlertKind, by_weight
from drupe.analysis.look import look
from drupe.analysis.task import Task
from drupe.estimators.preparation.column_kinds import treatments_for
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, ColumnChoices
from drupe.inputs.frame import Frame
from drupe.inputs.readers.options import Missing, Options
from drupe.inputs.readers.read import read

FOUND = {
    "customers": [("leak", "refund"), ("identifier", "customer"), ("sorted rows", "customer"), ("constant", "country")],
    "patients": [
        ("leak", "date of death"),
        ("mixed types", "pressure"),
        ("empty cells filled", "date of death", "pressure", "lab"),
        ("many empty cells", "date of death"),
        ("many empty cells", "lab"),
    ],
    "tickets": [("leak", "text"), ("date", "opened"), ("nearly unique category", "street"), ("free text", "text")],
    "weather": [
        ("says the same", "celsius", "fahrenheit"),
        ("says the same", "town", "city"),
        ("duplicate", "score copy", "score"),
    ],
    "heights": [("outlier", "height"), ("outlier", "age")],
    "fraud": [("rare class",)],
    "pilot": [("few rows",)],
    "houses": [("leak", "price in pounds"), ("empty", "garden")],
    "diagnoses": [("leak", "code")],
    "visits": [
        ("numbers as classes",),
        ("rare class",),
        ("mixed types", "dose"),
        ("nearly unique category", "device"),
    ],
}


def kinds(alerts: tuple[Alert, ...]) -> list[tuple[str, ...]]:
    return [(alert.kind.value, *alert.columns) for alert in alerts]


@pytest.mark.parametrize("name", FOUND)
def test_each_messy_table_sets_off_its_alerts_and_no_others(name: str) -> None:
    assert kinds(MESSY[name]().look().alerts) == FOUND[name]


def test_a_tidy_table_sets_off_none() -> None:
    assert tidy().look().alerts == ()


def test_every_kind_has_a_weight_and_a_table() -> None:
    found = {AlertKind(one[0]) for found in FOUND.values() for one in found}
    # Rows without a target have been left out before columns are looked at: test_messy_studies.py has them.
    assert set(GRAVITY) == set(AlertKind) == found | {AlertKind.ROWS_LEFT_OUT}


@pytest.mark.parametrize("name", FOUND)
def test_each_sentence_names_its_columns_and_its_weight(name: str) -> None:
    alerts = MESSY[name]().look().alerts
    assert list(alerts) == sorted(alerts, key=lambda alert: -alert.weight)
    for alert in alerts:
        assert all(column in alert.text for column in alert.columns if alert.kind is not AlertKind.FILLED)
        assert alert.text.endswith((".", "?"))
        assert alert.weight == GRAVITY[alert.kind]


@pytest.mark.parametrize(
    ("load", "task"),
    [
        (load_iris, Task.CLASSES),
        (load_breast_cancer, Task.CLASSES),
        (load_wine, Task.CLASSES),
        (load_digits, Task.CLASSES),
        (load_diabetes, Task.QUANTITY),
    ],
)
def test_well_known_data_set_off_none(load: object, task: Task) -> None:
    data = load()  # type: ignore[operator]
    frame = Frame.of(data.data)
    found = look(frame, data.target, task, tuple(map(AsNumber, frame.names)))
    assert found.alerts == ()
    assert [one.name for one in found.columns] == list(frame.names)


def null_table(rng: np.random.Generator) -> MessyTable:
    """Columns of all kinds that have nothing to do with each other or with the target, some cells empty."""
    n = int(rng.integers(20, 120))
    kept = rng.random(n) < rng.choice([0.5, 0.8, 0.97])
    columns: dict[str, list[object]] = {
        "normal": list(rng.normal(size=n)),
        "whole": list(rng.integers(0, 4, n).astype(float)),
        "rare": list((rng.random(n) < 0.03).astype(float)),
        "flag": list(rng.choice(["yes", "no"], n)),
        "many": list(rng.choice([f"v{i}" for i in range(40)], n)),
        "holes": [value if there else None for value, there in zip(rng.normal(size=n), kept, strict=True)],
    }
    share = rng.choice([0.5, 0.2, 1.5 / n, 1.5 / n])
    classes = rng.random(n) < share
    words = {"flag", "many"}
    treatments = tuple(AsCategory(name) if name in words else AsNumber(name) for name in columns)
    return MessyTable(columns, classes.astype(int), treatments)


@pytest.mark.slow
def test_noise_hardly_ever_sets_off_a_false_alarm() -> None:
    """Each of 500 tables may with probability 0.0001: more than one such table is hardly chance, and far below 1 %."""
    rng = np.random.default_rng(0)
    false = {AlertKind.LEAK, AlertKind.SORTED, AlertKind.TWINS, AlertKind.OUTLIER}
    alarms = [alert.text for _ in range(500) for alert in null_table(rng).look().alerts if alert.kind in false]
    assert len(alarms) <= 1, alarms


def test_noise_explains_no_quantity() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        table = null_table(rng)
        again = replace(table, targets=rng.standard_cauchy(len(table.targets)), task=Task.QUANTITY)
        assert not any(alert.kind is AlertKind.LEAK for alert in again.look().alerts)


def test_many_leaks_share_a_sentence() -> None:
    classes = np.arange(ROWS) % 2
    columns = {f"x{j}": list(classes * (j + 1.0) + np.random.default_rng(j).uniform(0, 0.5, ROWS)) for j in range(8)}
    leaks = [
        alert
        for alert in MessyTable(columns, classes, tuple(map(AsNumber, columns))).look().alerts
        if alert.kind is AlertKind.LEAK
    ]
    assert [alert.columns for alert in leaks] == [("x0",), ("x1",), ("x2",), ("x3", "x4", "x5", "x6", "x7")]
    assert leaks[-1].text == "Likewise (leak): columns “x3”, “x4”, “x5” and 2 more."


def test_alerts_without_columns_stay_as_they_are() -> None:
    alerts = tuple(Alert.of(AlertKind.RARE_CLASS, f"Class {label} is rare.") for label in "abcdefg")
    assert by_weight(alerts) == alerts


def test_a_leak_in_some_rows_says_in_how_many() -> None:
    rng = np.random.default_rng(0)
    classes = rng.integers(0, 2, 200)
    there = np.arange(200) % 4 == 0
    column = [float(label) if filled else None for label, filled in zip(classes, there, strict=True)]
    alerts = MessyTable({"late": column}, classes, (AsNumber("late"),)).look().alerts
    assert alerts[0].text == (
        "Column “late” alone answers 100 % in the 50 of 200 rows that have it: is it known beforehand?"
    )


def test_rare_means_rarer_than_the_number_of_classes_makes_it() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(20), 15)
    columns = {"x": list(rng.normal(size=300))}
    assert MessyTable(columns, labels, (AsNumber("x"),)).look().alerts == ()
    few = np.where(np.arange(300) < 4, "odd", labels.astype(str))
    (alert,) = MessyTable(columns, few, (AsNumber("x"),)).look().alerts
    assert "Class “odd” is rare, 4 of 300 rows (1 %)" in alert.text


def test_counts_of_filled_cells_are_those_of_all_rows() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(4000, 300))
    values[:, 7] = np.where(np.arange(4000) % 5 == 0, np.nan, values[:, 7])
    frame = Frame.of(values)
    found = look(frame, rng.integers(0, 2, 4000), Task.CLASSES, tuple(map(AsNumber, frame.names)))
    assert found.rows < 4000
    (alert,) = found.alerts
    assert alert.text == (
        "In 4000 training rows 800 empty cells of column “column 8” were filled with the median of the rows "
        "learned from; where column “column 8” is empty, a further column says so."
    )


def test_a_few_empty_cells_get_no_further_column() -> None:
    columns = {"x": [None, *map(float, range(99))]}
    (alert,) = MessyTable(columns, np.arange(100) % 2, (AsNumber("x"),)).look().alerts
    assert (
        alert.text
        == "In 100 training rows 1 empty cell of column “x” was filled with the median of the rows learned from."
    )


def test_words_among_numbers_are_named_whether_the_column_counts_as_numbers_or_not() -> None:
    (alert,) = [one for one in MESSY["visits"]().look().alerts if one.kind is AlertKind.MIXED]
    dose = MESSY["visits"]().columns["dose"]
    share = sum(str(cell).replace(".", "").isdigit() for cell in dose) / len(dose)
    assert f"holds numbers in {100 * share:.0f} % of its cells" in alert.text
    assert "“about 3”" in alert.text
    assert "“n.a.”" in alert.text


def test_numbers_are_classes_if_they_are_few_or_equally_frequent() -> None:
    rng = np.random.default_rng(0)
    columns = {"x": list(rng.normal(size=300))}
    for labels in (
        np.arange(300) % 10,
        np.minimum(np.arange(300) // 5, 4),
        np.array(list("abcdefg"))[rng.poisson(1, 300) % 7],
    ):
        alerts = MessyTable(columns, labels, (AsNumber("x"),)).look().alerts
        assert AlertKind.NUMBERS_AS_CLASSES not in {alert.kind for alert in alerts}


def test_names_that_hardly_repeat_follow_no_number() -> None:
    """Their correlation ratio is mostly error, however well it is corrected for its mean."""
    strong = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        names = [f"n{code}" for code in rng.integers(0, 400, 200)]
        columns = {"name": names, "age": list(rng.normal(size=200))}
        strong += MessyTable(columns, rng.integers(0, 2, 200), (AsCategory("name"), AsNumber("age"))).look().pairs
    assert strong == []


@pytest.mark.parametrize("name", [*FOUND, "tidy"])
def test_the_file_is_read_as_the_table_says(name: str, tmp_path: Path) -> None:
    """Treatments and alerts of the file, as a report would find them."""
    table = MESSY[name]() if name in MESSY else tidy()
    table.write(tmp_path / "table.csv")
    found = read(tmp_path / "table.csv", target="target", options=Options(raw=True, missing=Missing.FILL))
    dates = any(isinstance(one, AsDate) for one in table.treatments)
    treatments = treatments_for(found.X, ColumnChoices(dates=dates))
    assert treatments == table.treatments
    assert kinds(look(found.X, found.targets, table.task, treatments).alerts) == FOUND.get(name, [])


def test_very_wide_tables_are_looked_at_in_part() -> None:
    rng = np.random.default_rng(0)
    frame = Frame.of(rng.normal(size=(60, 1000)))
    found = look(frame, np.arange(60) % 2, Task.CLASSES, tuple(map(AsNumber, frame.names)))
    assert len(found.columns) + found.unseen == 1000
    assert found.unseen > 0
    assert [alert.kind for alert in found.alerts] == [AlertKind.FEW_ROWS]


def test_weights_order_and_ties_keep_their_order() -> None:
    one, two, three = (Alert(AlertKind.TEXT, (name,), name, weight) for name, weight in (("a", 1), ("b", 2), ("c", 1)))
    assert by_weight([one, two, three]) == (two, one, three)


def test_numbers_beyond_all_measure_are_looked_at() -> None:
    rng = np.random.default_rng(0)
    columns = {
        "big": list(rng.choice([-1.7e308, 1.7e308, 3.0, 2.0], 60)),
        "tiny": list(rng.choice([5e-324, 1e-323, 1e300], 60)),
    }
    for task, targets in ((Task.CLASSES, np.arange(60) % 2), (Task.QUANTITY, 1e200 * rng.normal(size=60))):
        found = MessyTable(columns, targets, tuple(map(AsNumber, columns)), task).look()
        assert sum(found.columns[0].histogram) == 60


@pytest.mark.parametrize("name", [*FOUND, "evil"])
def test_messy_tables_are_files_that_can_be_written(name: str, tmp_path: Path) -> None:
    table = MESSY[name]()
    table.write(tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == [*table.columns, "target"]
    assert [row[-1] for row in rows] == [str(target) for target in table.targets.tolist()]
    for j, cells in enumerate(table.columns.values()):
        assert [row[j] for row in rows] == ["" if cell is None else str(cell) for cell in cells]
