"""Pages on rare classes: what was chosen by what and why, and how well each class is found."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, precision_score, recall_score

from drupe import Report, study
from drupe.analysis.outcomes import Outcomes
from drupe.report.blocks import Grid, Text
from drupe.report.composition.answers import answers_section


@pytest.fixture(scope="module")
def report():
    rng = np.random.default_rng(0)
    sick = np.arange(300) < 12
    X = rng.normal(size=(300, 3)) * [1.0, 10.0, 100.0] + np.outer(sick, [2.5, 20.0, 0.0])
    return Report.from_analysis(study(X, np.where(sick, "sick", "well"), name="rare"))


def said(section):
    return " ".join(block.text for block in section.blocks if isinstance(block, Text))


def test_the_page_says_what_was_chosen_by_what_and_why(report):
    by_title = {section.title: section for section in report.sections}
    for title in ("In short", "What was tried"):
        assert "chosen by balanced accuracy" in said(by_title[title])
        assert "because class sick has 3.8 % of the rows" in said(by_title[title])
    assert "the certified error count all rows alike" in said(by_title["In short"])
    grid = next(block for block in by_title["What was tried"].blocks if isinstance(block, Grid))
    assert "balanced accuracy" in grid.columns
    assert "learned anew in every fold" in said(by_title["What was tried"])
    assert "Balanced accuracy against the price of slack" in report.to_html()


def test_the_values_are_those_of_scikit_learn(report):
    outcomes, values = report.analysis.outcomes, report.to_dict()["values"]
    truth, answers = outcomes.truth, outcomes.said
    assert values["balanced_accuracy"] == pytest.approx(balanced_accuracy_score(truth, answers))
    low, high = values["balanced_accuracy_interval"]
    assert low < values["balanced_accuracy"] <= high
    recalls = recall_score(truth, answers, average=None, labels=outcomes.classes)
    precisions = precision_score(truth, answers, average=None, labels=outcomes.classes)
    assert [one["recall"] for one in values["by_class"]] == pytest.approx(recalls.tolist())
    assert [one["precision"] for one in values["by_class"]] == pytest.approx(precisions.tolist())
    search = values["search"]
    assert (search["measure"], search["why"]) == ("balanced_accuracy", "class sick has 3.8 % of the rows")
    assert search["trials"][0]["balanced_accuracy"] == report.analysis.search.best.value
    assert report.analysis.search.best.estimator.class_weight == "balanced"


def classes_in(outcomes):
    return next(block for block in answers_section(outcomes, None, 0.05).blocks if isinstance(block, Grid))


def test_each_class_has_its_row_and_of_many_the_rarest_come_first():
    few = Outcomes(True, np.array(["a", "b"]), np.array(["a", "a", "b"]), np.array(["a", "b", "b"]))
    assert classes_in(few).rows[0][:2] == ("a", "2")
    assert classes_in(few).rows[0][2].startswith("50.0 % (1.3 to 98.7")
    assert "balanced accuracy, is 75.0 %" in classes_in(few).caption
    assert classes_in(Outcomes(False, few.classes, few.truth, few.said)).rows[1][2:] == ("100.0 %", "50.0 %")
    truth = np.repeat(np.arange(30), np.arange(40, 10, -1))
    many = classes_in(Outcomes(True, np.arange(30), truth, truth))
    assert [row[:2] for row in many.rows[:2]] == [("29", "11"), ("28", "12")]
    assert len(many.rows) == 12
    assert many.caption.startswith("The 12 rarest of 30 classes")
