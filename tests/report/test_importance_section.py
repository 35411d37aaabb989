"""The section on columns says what was measured, on which rows, and what was left out."""

from typing import Any

import numpy as np
import pytest
from pages import quantity, strings, three_classes, two_classes
from sklearn.datasets import load_breast_cancer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC, Report
from drupe.report.blocks import Grid, Picture, Section, Text


def section(report: Report) -> Section | None:
    return next((one for one in report.sections if one.title.endswith("depend on")), None)


def block(report: Report, kind: type) -> Any:
    return next((one for one in section(report).blocks if isinstance(one, kind)), None)  # type: ignore[union-attr]


def test_stands_after_how_good_the_answers_are() -> None:
    for report, before in ((two_classes(), "How good the answers are"), (quantity(), "How good the predictions are")):
        titles = [one.title for one in report.sections]
        assert titles[titles.index(before) + 1] == section(report).title  # type: ignore[union-attr]


def test_values_in_picture_and_json_are_those_of_the_analysis() -> None:
    found = quantity().analysis.importance
    picture = block(quantity(), Picture)
    assert picture.values["names"] == [one.name for one in found.ranked]
    assert picture.values["drop"] == sorted(found.drop, reverse=True)
    values = quantity().to_dict()["values"]
    assert values["importance"]["drop"] == found.drop.tolist()
    assert values["importance"]["measure"] == "mean error"
    assert values["weights"] is None


def test_only_columns_that_surely_matter_are_called_important() -> None:
    found = quantity().analysis.importance
    words = block(quantity(), Picture).words
    assert found.ranked[0].name in words
    assert all(one.name not in words.split() for one in found.ranked if one.low <= 0.0)


def test_rows_of_the_training_are_warned_of() -> None:
    texts = [one.text for one in section(three_classes()).blocks if isinstance(one, Text)]  # type: ignore[union-attr]
    assert "training rows" in texts[0]
    assert "fitted on" in texts[1]
    assert "held-out rows" in block(two_classes(), Text).text
    assert len([one for one in section(two_classes()).blocks if isinstance(one, Text)]) == 1  # type: ignore[union-attr]


def test_linear_rules_show_their_weights() -> None:
    data = load_breast_cancer(as_frame=True)
    X, y = data.data, data.target_names[data.target]
    model = make_pipeline(StandardScaler(), SVC(kernel="linear")).fit(X, y)
    report = Report.of(model, X, y)
    grid = block(report, Grid)
    sizes = np.abs(model[-1].coef_[0])
    assert grid.rows[0][0] == X.columns[np.argmax(sizes)]
    assert abs(float(grid.rows[0][1].replace("−", "-"))) == pytest.approx(sizes.max(), rel=0.01)
    assert "positive for malignant" in grid.caption
    assert len(report.to_dict()["values"]["weights"]["names"]) == 30


def test_strings_have_no_columns() -> None:
    assert section(strings()) is None


def test_of_too_many_columns_it_is_said_that_none_was_measured() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 1001)), np.arange(20) % 2
    (text,) = section(Report.of(SVC(gamma=0.001).fit(X, y), X, y)).blocks  # type: ignore[union-attr]
    assert text.text == "There are 1001 columns; which of them matter is measured for 1000 at most."


def test_of_many_columns_it_is_said_how_some_were_chosen() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 51))
    report = Report.of(SVC(kernel="linear").fit(X, X[:, 7] > 0.0), X, X[:, 7] > 0.0)
    assert "Of 51 columns, these are the 20 that move the outputs" in block(report, Text).text
    assert "column 8" in block(report, Picture).words
