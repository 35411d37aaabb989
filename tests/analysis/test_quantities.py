"""What is said of predictions of a quantity, against definitions, scikit-learn and simulation."""

import numpy as np
import pytest
from scipy.stats import binom, spearmanr
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score, root_mean_squared_error
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVR, Report
from drupe.analysis import Part, analyze
from drupe.analysis.contenders import Contender, contenders_for
from drupe.analysis.data_facts import data_facts_of
from drupe.analysis.folds import folds_of
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.influence import influence_of
from drupe.analysis.quantity_certificates import mean_error_certificate
from drupe.analysis.search import search
from drupe.analysis.task import Task
from drupe.analysis.tolerances import SHARES, rank_for, tolerances_of
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian
from drupe.report.blocks import Statement


@pytest.fixture(scope="module")
def part():
    X, y = load_diabetes(return_X_y=True)
    return Part.of(StandardScaler().fit_transform(X), y)


@pytest.fixture(scope="module")
def analysis(part):
    training, held_out = part.divided(0.3, 0, Task.QUANTITY)
    return analyze(SVR(C=50.0, epsilon=5.0).fit(training.X, training.y), training, held_out)


def test_rows_of_the_fit_certify_no_interval(part):
    model = SVR(C=50.0, epsilon=5.0).fit(part.X, part.y)
    with pytest.raises(InputError, match="200 of 200 held-out examples equal a training example"):
        analyze(model, part, Part.of(part.X[:200], part.y[:200]))


def test_search_says_what_scikit_learn_would(part):
    kernel, Cs = Gaussian(width=3.0), (10.0, 100.0)
    found = search(part, [Contender(SVR(kernel=kernel, epsilon=8.0), Cs)], Task.QUANTITY, seed=2)
    errors = np.empty((2, len(part)))
    for fold in folds_of(part, Task.QUANTITY, seed=2):
        seen, held = fold.seen, fold.held
        for row, C in enumerate(Cs):
            said = SVR(kernel=kernel, C=C, epsilon=8.0).fit(part.X[seen], part.y[seen]).predict(part.X[held])
            errors[row, held] = np.abs(said - part.y[held])
    assert found.best.values == pytest.approx(errors.mean(axis=1), rel=2e-3)
    assert Cs[int(np.argmin(errors.mean(axis=1)))] == found.best.C
    low, high = found.best.interval
    assert low < found.best.value < high


def test_every_contender_can_be_tried_and_beats_the_constant(part):
    few = part.take(np.arange(90))
    found = search(few, contenders_for(few, Task.QUANTITY), Task.QUANTITY)
    assert not found.failures
    assert "none" in found.ranked[-1].contender.kernel or found.ranked[-1].value < 1.2 * np.abs(few.y).mean()
    (constant,) = [one for one in found.trials if "none" in one.contender.kernel]
    assert found.best.value < 0.9 * constant.value


def test_the_constant_contender_says_the_median(part):
    machine = contenders_for(part, Task.QUANTITY)[0].estimator
    said = machine.fit(part.X, part.y).predict(part.X)
    assert np.ptp(said) < 1e-6
    assert np.abs(part.y - said[0]).mean() == pytest.approx(np.abs(part.y - np.median(part.y)).mean(), rel=1e-6)


def test_errors_are_those_of_scikit_learn(analysis):
    found = analysis.forecasts
    assert found.mean_error == pytest.approx(mean_absolute_error(found.truth, found.said))
    assert found.root_mean_square == pytest.approx(root_mean_squared_error(found.truth, found.said))
    assert found.explained == pytest.approx(r2_score(found.truth, found.said))
    assert (found.off <= found.within(0.8)).mean() >= 0.8
    assert (found.off < found.within(0.8)).mean() < 0.8


@pytest.mark.parametrize("n", [20, 133, 1000])
def test_ranks_are_the_smallest_that_suffice(n):
    for share in SHARES:
        # P[Bin(n, share) ≥ k] is how often the k-th smallest error holds less than the share.
        good = [k for k in range(1, n + 1) if binom.sf(k - 1, n, share) <= 0.01]
        assert rank_for(n, share, 0.01) == (good[0] if good else 0)


@pytest.mark.parametrize(("n", "shares"), [(100, 4), (25, 2), (2, 0)])
def test_intervals_hold_as_often_as_promised(n, shares):
    rng = np.random.default_rng(0)
    failures, trials, delta = 0, 1000, 0.2
    for _ in range(trials):
        off = rng.exponential(size=n)
        found = tolerances_of(off, delta)
        held = [1.0 - np.exp(-one.width) >= one.share for one in found]
        assert len(held) == shares
        assert shares == 0 or sum(one.delta for one in found) == pytest.approx(delta)
        failures += not all(held)
    assert failures <= binom.ppf(1.0 - 1e-6, trials, delta)
    assert failures > 0 or not shares  # exact limits are not wasteful


def test_mean_error_is_certified_as_often_as_promised():
    rng = np.random.default_rng(1)
    values = []
    for _ in range(300):
        truth = 4.0 * (rng.random(50) < 0.5)
        found = Forecasts(True, truth, np.zeros(50), 0.0)
        values.append(mean_error_certificate(found, np.array([0.0, 4.0]), delta=0.1).value)
    assert np.mean(np.array(values) < 2.0) <= 0.1
    assert mean_error_certificate(Forecasts(False, truth, truth, 0.0), truth, 0.1) is None


def test_delta_is_not_spent_twice(analysis):
    spent = sum(one.delta for one in analysis.tolerances) + analysis.mean_error.delta
    assert spent == pytest.approx(analysis.delta)


def test_columns_follow_the_target_by_rank(part):
    facts = data_facts_of(part, None, Task.QUANTITY, names=tuple("abcdefghij"))
    best = facts.summaries[0]
    j = "abcdefghij".index(best.name)
    assert best.strength == pytest.approx(spearmanr(part.X[:, j], part.y).statistic)
    assert [abs(one.strength) for one in facts.summaries] == sorted(
        (abs(one.strength) for one in facts.summaries), reverse=True
    )


def test_a_wrong_target_is_suspicious(part):
    y = part.y.copy()
    y[17] = 5000.0
    model = make_pipeline(StandardScaler(), SVR(C=50.0)).fit(part.X, y)
    found = influence_of(model, Part.of(part.X, y), Task.QUANTITY)
    assert (found.suspicious[0].row, found.suspicious[0].truth) == (18, 5000.0)


def test_page_says_what_is_certain(analysis):
    report = Report.from_analysis(analysis)
    titles = [section.title for section in report.sections]
    assert "How far off" in titles
    assert "When not to answer" not in titles
    said = [block.text for section in report.sections for block in section.blocks if isinstance(block, Statement)]
    assert any("of all future values at least 50 % within" in text for text in said)
    assert any("the mean error is at most" in text for text in said)
    values = report.to_dict()["values"]
    assert values["mean_absolute_error"] == pytest.approx(analysis.forecasts.mean_error)
    assert [one["share"] for one in values["intervals"]] == list(SHARES)
