"""Rounds of boosting: the worked table, the identities of the weights, and the core against plain Python."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs import Vectors
from drupe.solvers.boosting.best_stump import BestStump, GradedStump, GradedStumpSearch, StumpSearch
from drupe.solvers.boosting.rounds import BoostingProblem, SteppedRun, boosted
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.steps import AdaBoostStep, ArcStep, SoftStep, Step
from drupe.solvers.boosting.vote_solution import LastRound

LINE = np.arange(10.0)[:, None]
SIGNS = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1], dtype=np.float64)

# ε, threshold, sign on the left, a, Z, Π Z, and the share of training errors, computed apart with exact fractions.
TABLE = (
    (0.300000, 2.5, 1.0, 0.423649, 0.916515, 0.916515, 0.3),
    (0.214286, 8.5, 1.0, 0.649641, 0.820652, 0.752140, 0.3),
    (0.181818, 5.5, -1.0, 0.752039, 0.771389, 0.580193, 0.0),
    (0.194444, 2.5, 1.0, 0.710693, 0.791545, 0.459248, 0.0),
    (0.189655, 8.5, 1.0, 0.726126, 0.784056, 0.360077, 0.0),
    (0.191489, 5.5, -1.0, 0.720181, 0.786946, 0.283361, 0.0),
)


def stumps(x: np.ndarray, n_jobs: int = 1) -> StumpSearch:
    return BestStump().of_inputs(Vectors.of(x), n_jobs)


def nothing(signs: np.ndarray, weights: np.ndarray | None = None) -> BoostingProblem:
    return BoostingProblem.from_nothing(signs, np.ones(len(signs)) if weights is None else weights)


def noisy(n: int, d: int, seed: int, levels: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """A diagonal border that stumps never get quite right."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)) if levels is None else rng.integers(levels, size=(n, d)).astype(np.float64)
    signs = np.where(x.sum(axis=1) + rng.normal(scale=0.5, size=n) > np.median(x.sum(axis=1)), 1.0, -1.0)
    signs[:2] = 1.0, -1.0
    return x, signs


@pytest.mark.spec("S.V06")
def test_worked_table() -> None:
    found = boosted(stumps(LINE), nothing(SIGNS), AdaBoostStep(), 6)
    solution, rules = found.solution, found.rules
    for t, (error, threshold, sign, step, factor, product, missed) in enumerate(TABLE):
        assert solution.errors[t] == pytest.approx(error, abs=5e-7)
        assert (rules.thresholds[t], rules.left[t], rules.right[t]) == (threshold, sign, -sign)
        assert solution.steps[t] == pytest.approx(step, abs=5e-7)
        assert solution.factors[t] == pytest.approx(factor, abs=5e-7)
        assert solution.training_bounds[t] == pytest.approx(product, abs=5e-7)
        outputs = rules.first(t + 1).combined(Vectors.of(LINE), solution.steps[: t + 1])
        assert np.mean(SIGNS * outputs <= 0.0) == pytest.approx(missed)


@pytest.mark.spec("S.V06")
def test_step_as_printed_would_not_boost() -> None:
    """Without the half, errors under the weights vanish and training errors stay; the half is what makes Z < 1."""
    weights, outputs, shown = np.full(10, 0.1), np.zeros(10), []
    search = stumps(LINE)
    for _ in range(4):
        values = search.best(weights * SIGNS).values
        error = weights[values != SIGNS].sum()
        step = math.log((1.0 - error) / error)
        weights = weights * np.exp(-step * SIGNS * values)
        assert weights.sum() == pytest.approx(1.0)  # Z = 1
        weights /= weights.sum()
        outputs += step * values
        shown.append(np.mean(SIGNS * outputs <= 0.0))
    assert min(shown) >= 0.3 - 1e-12
    ours = boosted(search, nothing(SIGNS), AdaBoostStep(), 4)
    assert np.all(SIGNS * ours.outputs > 0.0)


@pytest.mark.spec("S.V07")
@given(n=st.integers(8, 60), d=st.integers(1, 3), seed=st.integers(0, 10**6))
def test_identities_of_the_rounds(n: int, d: int, seed: int) -> None:
    x, signs = noisy(n, d, seed)
    weights = np.random.default_rng(seed).random(n) + 0.1
    found = boosted(stumps(x), nothing(signs, weights), AdaBoostStep(), 15)
    solution, shares = found.solution, weights / weights.sum()
    if solution.end is LastRound.PERFECT:
        assert np.array_equal(found.outputs, signs)
        return
    errors, factors = solution.errors, solution.factors
    np.testing.assert_allclose(factors, 2.0 * np.sqrt(errors * (1.0 - errors)), rtol=1e-12)
    np.testing.assert_allclose(solution.steps, 0.5 * np.log((1.0 - errors) / errors), rtol=1e-12)
    values, running, margins = found.rules.values(Vectors.of(x)), shares.copy(), np.zeros(n)
    for t, step in enumerate(solution.steps):
        wrong = values[:, t] != signs
        assert running[wrong].sum() == pytest.approx(errors[t], abs=1e-10)
        margins += step * signs * values[:, t]
        running = shares * np.exp(-margins)
        assert running.sum() == pytest.approx(solution.training_bounds[t], rel=1e-9)  # Π Z = mean exp(−y F)
        running /= running.sum()
        assert running[wrong].sum() == pytest.approx(0.5, abs=1e-9)  # what it missed has half the weight now
        assert shares[margins <= 0.0].sum() <= solution.training_bounds[t] + 1e-12
    np.testing.assert_allclose(signs * found.outputs, margins, atol=1e-9)
    gammas = 0.5 - errors
    assert solution.training_bounds[-1:] <= np.exp(-2.0 * np.square(gammas).sum()) + 1e-12


def same(ours: Boosted, theirs: Boosted) -> None:
    assert ours.solution.end is theirs.solution.end
    for name in ("columns", "thresholds", "left", "right"):
        np.testing.assert_array_equal(getattr(ours.rules, name), getattr(theirs.rules, name))
    np.testing.assert_allclose(ours.solution.steps, theirs.solution.steps, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.solution.errors, theirs.solution.errors, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours.outputs, theirs.outputs, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("levels", [None, 12])
@pytest.mark.parametrize("step", [AdaBoostStep(), AdaBoostStep(0.3), ArcStep()], ids=str)
def test_core_goes_the_rounds_of_plain_python(step: Step, levels: int | None) -> None:
    x, signs = noisy(300, 4, 7, levels)
    weights = np.random.default_rng(3).random(300) + 0.5
    problem, search = nothing(signs, weights), stumps(x)
    same(boosted(search, problem, step, 80), SteppedRun(search, problem, step).go(80))


@pytest.mark.parametrize("n_jobs", [2, 5])
@pytest.mark.parametrize("step", [AdaBoostStep(), ArcStep()], ids=str)
def test_threads_change_no_bit(step: Step, n_jobs: int) -> None:
    x, signs = noisy(40000, 5, 1)
    one, many = (boosted(stumps(x, jobs), nothing(signs), step, 20) for jobs in (1, n_jobs))
    np.testing.assert_array_equal(one.outputs, many.outputs)
    np.testing.assert_array_equal(one.solution.steps, many.solution.steps)
    np.testing.assert_array_equal(one.rules.thresholds, many.rules.thresholds)


@pytest.mark.parametrize("step", [AdaBoostStep(), ArcStep()], ids=str)
def test_run_goes_on_from_a_vote_before(step: Step) -> None:
    x, signs = noisy(120, 3, 5)
    search = stumps(x)
    whole, first = boosted(search, nothing(signs), step, 30), boosted(search, nothing(signs), step, 10)
    rest = BoostingProblem(signs, np.ones(120), first.outputs, float(first.solution.steps.sum()))
    second = boosted(search, rest, step, 20)
    np.testing.assert_allclose(second.outputs, whole.outputs, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(second.solution.steps, whole.solution.steps[10:], rtol=1e-8)


@pytest.mark.parametrize("step", [AdaBoostStep(), AdaBoostStep(0.1), ArcStep(), SoftStep(0.2)], ids=str)
def test_rule_without_errors_is_the_vote_alone(step: Step) -> None:
    """ε = 0 would ask for an infinite step."""
    found = boosted(stumps(np.array([[0.0], [1.0], [2.0]])), nothing(np.array([1.0, -1.0, -1.0])), step, 10)
    assert found.solution.end is LastRound.PERFECT
    assert found.solution.steps.tolist() == [1.0]
    assert found.solution.errors.tolist() == [0.0]
    assert found.outputs.tolist() == [1.0, -1.0, -1.0]


@pytest.mark.parametrize("step", [AdaBoostStep(), ArcStep(), SoftStep(0.2)], ids=str)
def test_no_rule_better_than_chance_ends_at_once(step: Step) -> None:
    """Exclusive or: every stump errs on half."""
    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    found = boosted(stumps(x), nothing(np.array([1.0, -1.0, -1.0, 1.0])), step, 10)
    assert found.solution.end is LastRound.NO_BETTER
    assert found.solution.iterations == 0
    assert len(found.rules) == 0
    assert found.outputs.tolist() == [0.0] * 4


def test_edge_of_rounding_is_none() -> None:
    """Nine times exclusive or: 36 weights of 1/36 do not add up to one half on the last bit."""
    x = np.tile([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], (9, 1))
    problem = nothing(np.tile([1.0, -1.0, -1.0, 1.0], 9))
    for found in (
        SteppedRun(stumps(x), problem, AdaBoostStep()).go(10),
        boosted(stumps(x), problem, AdaBoostStep(), 10),
    ):
        assert (found.solution.end, found.solution.iterations) == (LastRound.NO_BETTER, 0)


def test_one_class_alone_is_the_constant() -> None:
    found = boosted(stumps(LINE), nothing(np.ones(10)), AdaBoostStep(), 5)
    assert found.solution.end is LastRound.PERFECT
    assert found.rules.thresholds.tolist() == [np.inf]


def test_weights_are_repetitions() -> None:
    x, signs = noisy(60, 2, 9)
    times = np.random.default_rng(0).integers(1, 4, size=60)
    weighted = boosted(stumps(x), nothing(signs, times.astype(np.float64)), AdaBoostStep(), 25)
    repeated = boosted(stumps(np.repeat(x, times, axis=0)), nothing(np.repeat(signs, times)), AdaBoostStep(), 25)
    np.testing.assert_array_equal(weighted.rules.thresholds, repeated.rules.thresholds)
    np.testing.assert_allclose(weighted.solution.steps, repeated.solution.steps, rtol=1e-9)


def test_many_rounds_neither_overflow_nor_stall() -> None:
    """Π Z is far below the smallest number after 20 000 rounds; weights must still be those of the outputs."""
    found = boosted(stumps(LINE), nothing(SIGNS), AdaBoostStep(), 20000)
    assert found.solution.iterations == 20000
    assert found.solution.training_bounds[-1] == 0.0
    margins = SIGNS * found.outputs / found.solution.steps.sum()
    assert margins.min() == pytest.approx(0.33329, abs=2e-5)  # towards 1/3, the largest there is


def test_graded_rules_are_weighed_by_the_best_step() -> None:
    """At the best step the rule's own slope of the loss is zero: Σ w y h exp(−a y h) = 0."""
    x, signs = noisy(200, 3, 2)
    search = GradedStumpSearch(GradedStump(), Vectors.of(x), 1)
    found = boosted(search, nothing(signs), AdaBoostStep(), 10)
    values, margins = found.rules.values(Vectors.of(x)), np.zeros(200)
    assert np.abs(values).max() <= 1.0 + 1e-15
    for t, step in enumerate(found.solution.steps):
        margins += step * signs * values[:, t]
        weights = np.exp(-margins)
        assert (weights * signs * values[:, t]).sum() == pytest.approx(0.0, abs=1e-8 * weights.sum())
    assert found.solution.training_bounds[-1] == pytest.approx(np.exp(-margins).mean(), rel=1e-9)


def test_soft_margins_are_margins_and_past_weights() -> None:
    x, signs = noisy(150, 2, 4)
    run = SteppedRun(stumps(x), nothing(signs), SoftStep(0.3))
    found = run.go(20)
    values, margins, past = found.rules.values(Vectors.of(x)), np.zeros(150), np.zeros(150)
    for t, step in enumerate(found.solution.steps):
        weights = np.exp(-(margins + 0.3 * past))
        weights /= weights.sum()
        margins += step * signs * values[:, t]
        past += step * 150 * weights
    np.testing.assert_allclose(run.soft, margins + 0.3 * past, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(signs * found.outputs, margins, rtol=1e-9, atol=1e-10)


def test_no_softness_is_ada_boost() -> None:
    x, signs = noisy(150, 2, 4)
    same(
        SteppedRun(stumps(x), nothing(signs), SoftStep(0.0)).go(30),
        boosted(stumps(x), nothing(signs), AdaBoostStep(), 30),
    )


@pytest.mark.parametrize("learner", [BestStump(), GradedStump()], ids=str)
def test_progress_rises_and_an_interruption_keeps_the_rounds(learner: BestStump | GradedStump) -> None:
    x, signs = noisy(100, 2, 0)
    kind = GradedStumpSearch if isinstance(learner, GradedStump) else StumpSearch
    heard: list[float] = []
    boosted(kind(learner, Vectors.of(x), 1), nothing(signs), AdaBoostStep(), 50, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0

    def stop(fraction: float) -> None:
        if fraction > 0.0:
            raise KeyboardInterrupt

    search, endless = kind(learner, Vectors.of(x), 1), 10**8
    with pytest.raises(KeyboardInterrupt):
        boosted(search, nothing(signs), AdaBoostStep(), endless, stop)
    kept = boosted(search, nothing(signs), AdaBoostStep(), endless, stop, keep=True)
    assert kept.solution.end is LastRound.INTERRUPTED
    assert not kept.solution.converged
    assert 0 < kept.solution.iterations < endless
    np.testing.assert_allclose(
        kept.rules.combined(Vectors.of(x), kept.solution.steps), kept.outputs, rtol=1e-8, atol=1e-9
    )
