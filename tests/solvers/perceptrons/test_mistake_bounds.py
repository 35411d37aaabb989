"""How many mistakes a perceptron can make: Novikoff's bound, that of Freund and Schapire, and those of a margin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solvers.perceptrons.perceptron_samples import largest_margin, linear, noisy, radius, separable

from drupe.grams import DenseGram, ShiftedGram
from drupe.solvers.margins import Margins
from drupe.solvers.perceptrons import (
    CachedPerceptron,
    Limits,
    Minover,
    PerceptronProblem,
    PrimalPerceptron,
    Shuffled,
    UpdateRule,
)

ENDLESS = Limits(max_passes=10**6)


@pytest.mark.spec("H.P04", "G.A-03", "G.A-20")
@given(seed=st.integers(0, 10**6))
def test_novikoff_through_the_origin(seed):
    points, signs = separable(seed)
    allowed = (radius(points) / largest_margin(points, signs, with_offset=False)) ** 2
    for order in (Shuffled(seed), Shuffled(seed + 1)):
        run = CachedPerceptron(order=order, limits=ENDLESS).solve(PerceptronProblem(linear(points), signs))
        assert run.converged
        assert np.count_nonzero(run.alpha) <= run.n_mistakes <= allowed
        assert (signs * run.outputs > 0).all()


@pytest.mark.spec("C.A03", "C.A04")
@given(seed=st.integers(0, 10**6), offset=st.sampled_from([-0.4, 0.2, 0.5]))
def test_novikoff_with_an_offset(seed, offset):
    points, signs = separable(seed, offset=offset)
    if len(np.unique(signs)) < 2:
        return
    allowed = (2.0 * radius(points) / largest_margin(points, signs, with_offset=True)) ** 2
    run = CachedPerceptron(limits=ENDLESS).solve(PerceptronProblem.with_offset(linear(points), signs))
    assert run.converged
    assert run.n_mistakes <= allowed
    assert (signs * (run.outputs + run.offset) > 0).all()


@pytest.mark.spec("H.P02", "H.P04", "G.A-03", "G.A-20")
@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_novikoff_is_tight_on_orthonormal_examples(n):
    signs = np.where(np.random.default_rng(n).random(n) < 0.5, 1.0, -1.0)
    run = CachedPerceptron().solve(PerceptronProblem(DenseGram(np.eye(n)), signs))
    assert run.mistakes.tolist() == list(range(n))
    assert run.alpha.tolist() == signs.tolist()
    # The largest margin is 1/√n and the radius 1: (R/γ)² = n mistakes, and that many are made.
    assert Margins.of(DenseGram(np.eye(n)), run.alpha, signs).geometric.min() == pytest.approx(n**-0.5)
    assert run.n_mistakes == round((1.0 / n**-0.5) ** 2)


@pytest.mark.spec("G.A-20", "H.P04")
@given(seed=st.integers(0, 10**6))
def test_one_mistake_between_two_parallel_lines(seed):
    random = np.random.default_rng(seed)
    signs = np.where(random.random(30) < 0.5, 1.0, -1.0)
    half = np.sqrt(0.5)
    points = np.column_stack([half * signs, random.uniform(-half, half, 30)])
    run = CachedPerceptron().solve(PerceptronProblem(linear(points), signs))
    assert run.n_mistakes <= 2  # while all 30 are on the margin of the largest one


@pytest.mark.spec("G.A-04", "G.A-21")
@given(seed=st.integers(0, 10**6), margin=st.sampled_from([0.0, 0.3, 2.0, 20.0]))
def test_margin_perceptron_keeps_its_promises_at_every_step(seed, margin):
    points, signs = separable(seed)
    best, long = largest_margin(points, signs, with_offset=False), radius(points)
    run, w, _ = PrimalPerceptron(UpdateRule(margin), limits=ENDLESS).solve(points, signs)
    assert run.n_mistakes <= (2.0 * margin + long**2) / best**2
    assert (signs * (points @ w)).min() > margin
    assert (signs * (points @ w)).min() / np.linalg.norm(w) >= margin / (2.0 * margin + long**2) * best
    norms = np.linalg.norm(np.cumsum(signs[run.mistakes, None] * points[run.mistakes], axis=0), axis=1)
    steps = np.arange(1, run.n_mistakes + 1)
    assert (norms >= steps * best * (1.0 - 1e-9)).all()
    assert (norms**2 <= steps * (2.0 * margin + long**2) * (1.0 + 1e-9)).all()


@pytest.mark.spec("G.A-04")
def test_margin_zero_is_the_perceptron():
    points, signs = separable(8)
    problem = PerceptronProblem(linear(points), signs)
    plain, zero = CachedPerceptron().solve(problem), CachedPerceptron(UpdateRule(margin=0.0)).solve(problem)
    assert plain.mistakes.tolist() == zero.mistakes.tolist()


@pytest.mark.spec("G.A-05", "G.A-21")
@given(seed=st.integers(0, 10**6), margin=st.sampled_from([0.0, 1.0, 5.0]))
def test_minover_keeps_the_same_promises(seed, margin):
    points, signs = separable(seed)
    best, long = largest_margin(points, signs, with_offset=False), radius(points)
    run = Minover(margin, random_state=seed, limits=ENDLESS).solve(PerceptronProblem(linear(points), signs))
    assert run.converged
    assert run.n_mistakes <= (2.0 * margin + long**2) / best**2
    reached = Margins.of(linear(points), run.alpha, signs)
    assert reached.functional.min() > margin
    assert reached.geometric.min() >= margin / (2.0 * margin + long**2) * best


@pytest.mark.spec("G.A-05", "G.A-21")
def test_minover_learns_from_the_worst_example():
    points, signs = separable(21)
    run = Minover(1.0, random_state=3).solve(PerceptronProblem(linear(points), signs))
    for step in range(1, run.n_mistakes):
        margins = signs * (points @ (points.T @ run.alpha_after(step)))
        assert margins[run.mistakes[step]] == pytest.approx(margins.min())


@pytest.mark.spec("G.A-05")
def test_minover_comes_close_to_the_largest_margin():
    points, signs = separable(2)
    best = largest_margin(points, signs, with_offset=False)
    run = Minover(300.0, limits=ENDLESS).solve(PerceptronProblem(linear(points), signs))
    assert Margins.of(linear(points), run.alpha, signs).geometric.min() == pytest.approx(best, rel=0.02)


@pytest.mark.spec("C.A08")
@given(seed=st.integers(0, 10**6), gamma=st.floats(0.05, 2.0))
def test_first_pass_bound_of_freund_and_schapire(seed, gamma):
    points, signs = noisy(seed)
    random = np.random.default_rng(seed + 1)
    run = CachedPerceptron(limits=Limits(max_passes=1)).solve(PerceptronProblem.with_offset(linear(points), signs))
    long = radius(points)
    for _ in range(20):
        w, b = random.normal(size=points.shape[1]) + 2.0 * np.eye(1, points.shape[1])[0], random.normal()
        w, b = w / np.linalg.norm(w), np.clip(b, -long, long)
        slack = np.maximum(0.0, gamma - signs * (points @ w + b))
        assert run.first_pass_mistakes <= (2.0 * (long + np.linalg.norm(slack)) / gamma) ** 2


@pytest.mark.spec("C.A08", "G.A-23")
@given(seed=st.integers(0, 10**6), delta=st.sampled_from([0.5, 1.0, 2.0]))
def test_extended_coordinates_separate_everything(seed, delta):
    points, signs = noisy(seed)
    extended = np.hstack([points, delta * np.eye(len(points))])
    problem = PerceptronProblem.with_offset(ShiftedGram(linear(points), delta**2), signs)
    run = CachedPerceptron(limits=ENDLESS).solve(problem)
    explicit, w, b = PrimalPerceptron(limits=ENDLESS).solve(extended, signs, problem.offset_step)
    assert run.converged
    assert problem.offset_step == pytest.approx(radius(points) ** 2 + delta**2)
    assert run.mistakes.tolist() == explicit.mistakes.tolist()
    # New examples have zeros in the new coordinates: only the plain kernel predicts.
    np.testing.assert_allclose(points @ w[: points.shape[1]], points @ (points.T @ run.alpha), atol=1e-8)
    assert run.offset == pytest.approx(b)
    # Mistakes by the margin and the slack of any one hyperplane.
    gamma, along = 0.5, np.eye(1, points.shape[1])[0]
    slack = np.maximum(0.0, gamma - signs * (points @ along))
    allowed = 4.0 * (radius(points) ** 2 + delta**2) * (1.0 + (slack @ slack) / delta**2) / gamma**2
    assert run.n_mistakes <= allowed


@pytest.mark.spec("C.A08")
@given(seed=st.integers(0, 10**6))
def test_extended_coordinates_change_nothing_in_the_first_pass(seed):
    points, signs = noisy(seed)
    once = CachedPerceptron(limits=Limits(max_passes=1))
    plain = once.solve(PerceptronProblem(linear(points), signs))
    extended = once.solve(PerceptronProblem(ShiftedGram(linear(points), 4.0), signs))
    assert plain.mistakes.tolist() == extended.mistakes.tolist()
