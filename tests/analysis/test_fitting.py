"""What is fitted of what was found: the price, how exactly, and that a report says so."""

import numpy as np
import pytest

from drupe import SVC, SVR
from drupe.analysis.analysis import analyze
from drupe.analysis.contenders import Contender
from drupe.analysis.fitting import COARSE, FINE, MANY, cheapest_price, fit_best, tolerance_for
from drupe.analysis.measure import Accuracy, MeanError, Measure
from drupe.analysis.part import Part
from drupe.analysis.search import Search
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial
from drupe.estimators.last_step import last_step
from drupe.report.report import Report

CS = (0.1, 1.0, 10.0, 100.0)


def trial(values: list[float], half: float, measure: Measure = Accuracy(), machine: object = None) -> Trial:  # noqa: B008
    best = values[measure.best_place(np.array(values))]
    estimator = machine or SVC(kernel="linear")
    return Trial(Contender(estimator, CS), measure, np.array(values), (best - half, best + half), 0.0)


def line(n: int) -> Part:
    x = np.linspace(-1.0, 1.0, n)
    return Part.of(x[:, None], np.where(x > 0.0, "yes", "no"))


@pytest.mark.parametrize(
    ("values", "taken"),
    [
        ([0.70, 0.80, 0.81, 0.82], 10.0),  # 0.01 below the best, where half a standard error is 0.01
        ([0.70, 0.82, 0.81, 0.82], 1.0),
        ([0.82, 0.70, 0.81, 0.82], 0.1),
        ([0.70, 0.71, 0.72, 0.82], 100.0),
    ],
)
def test_the_smallest_price_that_is_as_good_is_taken(values: list[float], taken: float) -> None:
    assert cheapest_price(trial(values, 1.96 * 0.0201)) == taken


def test_errors_of_a_quantity_are_compared_in_the_same_way() -> None:
    assert cheapest_price(trial([3.0, 2.05, 2.0, 2.5], 1.96 * 0.11, MeanError())) == 1.0


@pytest.mark.parametrize(("seen", "price"), [(40, 100.0), (30, 1.0)])
def test_only_a_search_that_saw_a_sample_is_doubted(seen: int, price: float) -> None:
    found = Search((trial([0.5, 0.9, 0.9, 0.901], 0.1),), 1, (), seen, 5)
    taken = last_step(fit_best(line(40), found)).C
    assert taken == price


def test_tolerances_are_in_units_of_the_target() -> None:
    few, many = line(10), line(MANY + 1)
    assert (tolerance_for(few, Task.CLASSES), tolerance_for(many, Task.CLASSES)) == (FINE, COARSE)
    large = Part.of([[0.0], [1.0]], [-3000.0, 3000.0])
    found = Search((trial([2.0] * 4, 0.1, MeanError(), SVR(kernel="linear")),), 1, (), 2, 2)
    assert last_step(fit_best(large, found)).tol == tolerance_for(large, Task.QUANTITY) == 3000.0 * FINE


def test_a_report_says_which_price_was_taken_and_how_exactly_it_was_solved() -> None:
    part = line(MANY + 1)
    found = Search((trial([0.5, 0.9, 0.9, 0.901], 0.1),), 1, (), 3000, 5)
    model = fit_best(part, found)
    told = Report.from_analysis(analyze(model, part, search=found)).to_text(width=400)
    assert "with C = 1 instead of 100" in told
    assert "(90.0 % and 90.1 %)" in told
    assert "may stop at ten times the usual violation" in told
    assert last_step(model).solver_info_.violation <= COARSE
    usual = Search((trial([0.5, 0.9, 0.9, 0.991], 0.01),), 1, (), 3000, 5)
    few = line(60)
    quiet = Report.from_analysis(analyze(fit_best(few, usual), few, search=usual)).to_text(width=400)
    assert "instead of" not in quiet
    assert "ten times" not in quiet
