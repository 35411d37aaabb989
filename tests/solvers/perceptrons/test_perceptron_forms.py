"""The three forms of the perceptron are one algorithm: same mistakes, same function, and no more than its mistakes."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from solvers.perceptrons.perceptron_samples import linear, noisy, separable
from solvers.toys import FOUR, FOUR_SIGNS

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Polynomial
from drupe.solvers.perceptrons import (
    CachedPerceptron,
    Limits,
    PerceptronProblem,
    PrimalPerceptron,
    Sequence,
    Shuffled,
    UpdateRule,
)
from drupe.textbook.algorithms.dual_perceptron import DualPerceptron


@pytest.mark.spec("C.A03", "C.A04", "H.P02", "H.P03", "H.P04", "G.A-03", "G.A-20", "G.Q-17")
def test_worked_numbers_of_four_points():
    run, w, b = PrimalPerceptron().solve(np.array(FOUR), np.array(FOUR_SIGNS), offset_step=10.0)
    assert run.mistakes.tolist() == [0, 2, 3, 0, 2]
    assert w.tolist() == [3.0, 4.0]
    assert b == run.offset == -10.0
    assert run.passes == 3
    for form in (DualPerceptron(), CachedPerceptron()):
        dual = form.solve(PerceptronProblem.with_offset(linear(FOUR), FOUR_SIGNS))
        assert dual.mistakes.tolist() == [0, 2, 3, 0, 2]
        assert dual.alpha.tolist() == [2.0, 0.0, -2.0, -1.0]
        assert dual.offset == -10.0
        assert dual.pass_ends.tolist() == [3, 5, 5]
        assert dual.converged


@pytest.mark.spec("H.P02", "H.P03", "H.P04", "G.A-03", "G.A-20")
def test_two_orthonormal_points():
    run, w, _ = PrimalPerceptron().solve(np.eye(2), np.array([1.0, -1.0]))
    assert w.tolist() == [1.0, -1.0]
    assert run.n_mistakes == 2
    dual = CachedPerceptron().solve(PerceptronProblem(DenseGram(np.eye(2)), [1, -1]))
    assert dual.alpha.tolist() == [1.0, -1.0]


def one_update_at_a_time(points, signs, offset_step, margin, max_passes):
    """The algorithm as it is printed, for comparison."""
    w, b, mistakes = np.zeros(points.shape[1]), 0.0, []
    for _ in range(max_passes):
        before = len(mistakes)
        for i, (x, y) in enumerate(zip(points, signs, strict=True)):
            if y * (w @ x + b) <= margin:
                w, b = w + y * x, b + y * offset_step
                mistakes.append(i)
        if len(mistakes) == before:
            break
    return w, b, mistakes


@pytest.mark.spec("C.A03", "C.A04", "H.P02", "H.P03", "H.P04", "G.A-03", "G.A-04", "G.A-20", "G.A-21")
@given(
    seed=st.integers(0, 10**6),
    step=st.sampled_from([0.0, 1.0, 2.5]),
    margin=st.sampled_from([0.0, 0.5]),
    hard=st.booleans(),
)
def test_all_forms_make_the_same_mistakes(seed, step, margin, hard):
    points, signs = separable(seed) if hard else noisy(seed)
    rule, limits = UpdateRule(margin), Limits(max_passes=8)
    w, b, mistakes = one_update_at_a_time(points, signs, step, margin, 8)
    primal, weights, offset = PrimalPerceptron(rule, limits=limits).solve(points, signs, step)
    sparse, _, _ = PrimalPerceptron(rule, limits=limits).solve(sp.csr_matrix(points), signs, step)
    problem = PerceptronProblem(linear(points), signs, step)
    dual = DualPerceptron(rule, limits=limits).solve(problem)
    cached = CachedPerceptron(rule, limits=limits).solve(problem)
    for run in (primal, sparse, dual, cached):
        assert run.mistakes.tolist() == mistakes
        np.testing.assert_allclose(points.T @ run.alpha, w, atol=1e-9)
        np.testing.assert_allclose(run.outputs, points @ w, atol=1e-9)
        assert run.offset == pytest.approx(b)
        assert np.abs(run.alpha).sum() == run.n_mistakes
        assert (run.alpha * signs >= 0).all()
    np.testing.assert_allclose(weights, w, atol=1e-12)
    assert offset == pytest.approx(b)


@pytest.mark.spec("H.P04", "G.A-20")
def test_kernel_form_is_the_primal_form_on_explicit_features():
    points, signs = noisy(3, n=60, d=2)
    kernel, inputs = Polynomial(degree=2, coef0=1.0), Vectors.of(points)
    x, y = points.T
    root = np.sqrt(2.0)
    features = np.column_stack([np.ones(60), root * x, root * y, x * x, y * y, root * x * y])
    limits = Limits(max_passes=30)
    primal, _, _ = PrimalPerceptron(limits=limits).solve(features, signs)
    cached = CachedPerceptron(limits=limits).solve(PerceptronProblem(LazyGram(kernel, inputs), signs))
    assert primal.mistakes.tolist() == cached.mistakes.tolist()


@pytest.mark.spec("H.P04")
def test_cached_form_asks_for_one_row_at_each_mistake():
    points, signs = separable(0)
    asked = []

    class Counting(DenseGram):
        def _rows(self, index):
            asked.extend(index.tolist())
            return super()._rows(index)

    run = CachedPerceptron().solve(PerceptronProblem(Counting(points @ points.T), signs))
    assert asked == run.mistakes.tolist()


@pytest.mark.spec("H.P02", "G.A-03", "G.A-42", "C.A03")
@given(seed=st.integers(0, 10**6), step=st.sampled_from([0.0, 1.0]))
def test_the_mistakes_alone_teach_the_same(seed, step):
    points, signs = separable(seed)
    run, w, b = PrimalPerceptron().solve(points, signs, step)
    again = PrimalPerceptron(order=Sequence(run.mistakes), limits=Limits(max_passes=1))
    short, same_w, same_b = again.solve(points, signs, step)
    np.testing.assert_array_equal(same_w, w)
    assert same_b == b
    assert short.mistakes.tolist() == run.mistakes.tolist()


@pytest.mark.spec("H.P03", "G.A-42", "G.A-20")
def test_examples_without_mistakes_can_be_left_out():
    points, signs = separable(11)
    run = CachedPerceptron().solve(PerceptronProblem(linear(points), signs))
    kept = run.support
    assert len(kept) < len(signs)
    small = CachedPerceptron().solve(PerceptronProblem(linear(points[kept]), signs[kept]))
    np.testing.assert_array_equal(small.alpha, run.alpha[kept])


@pytest.mark.spec("C.A03")
def test_mistakes_do_not_depend_on_the_scale_of_the_data():
    points, signs = separable(5, offset=0.3)
    plain = CachedPerceptron().solve(PerceptronProblem.with_offset(linear(points), signs))
    scaled = CachedPerceptron().solve(PerceptronProblem.with_offset(linear(8.0 * points), signs))
    assert plain.mistakes.tolist() == scaled.mistakes.tolist()
    assert scaled.offset == pytest.approx(64.0 * plain.offset)


@pytest.mark.spec("C.F25")
def test_perceptron_descends_the_gradient_of_its_hinge():
    points, signs = noisy(2)

    def hinge(w, x, y):
        return max(0.0, -y * (w[:-1] @ x + w[-1]))

    augmented = np.zeros(points.shape[1] + 1)
    mistakes = []
    for i, (x, y) in enumerate(zip(points, signs, strict=True)):
        before = hinge(augmented, x, y)
        if y * (augmented[:-1] @ x + augmented[-1]) <= 0:
            steps = 1e-6 * np.eye(len(augmented))
            # At zero output every subgradient is allowed; the perceptron takes the one from the wrong side.
            shift = augmented - 1e-4 * y * np.append(x, 1.0)
            slope = [(hinge(shift + s, x, y) - hinge(shift - s, x, y)) / 2e-6 for s in steps]
            augmented = augmented - np.array(slope)
            assert hinge(augmented, x, y) <= before
            mistakes.append(i)
    run, w, b = PrimalPerceptron(limits=Limits(max_passes=1)).solve(points, signs, offset_step=1.0)
    assert run.mistakes.tolist() == mistakes
    np.testing.assert_allclose(np.append(w, b), augmented, atol=1e-6)


def test_orders():
    points, signs = separable(4)
    problem = PerceptronProblem(linear(points), signs)
    first = CachedPerceptron(order=Shuffled(1)).solve(problem)
    again = CachedPerceptron(order=Shuffled(1)).solve(problem)
    other = CachedPerceptron(order=Shuffled(2)).solve(problem)
    assert first.mistakes.tolist() == again.mistakes.tolist() != other.mistakes.tolist()
    backwards = CachedPerceptron(order=Sequence(np.arange(len(signs))[::-1])).solve(problem)
    turned = CachedPerceptron().solve(PerceptronProblem(linear(points[::-1]), signs[::-1]))
    assert (len(signs) - 1 - backwards.mistakes).tolist() == turned.mistakes.tolist()


def test_start_goes_on_where_another_run_ended():
    points, signs = noisy(9)
    gram = linear(points)
    whole = CachedPerceptron(limits=Limits(max_passes=2)).solve(PerceptronProblem(gram, signs, 1.0))
    one = CachedPerceptron(limits=Limits(max_passes=1)).solve(PerceptronProblem(gram, signs, 1.0))
    rest = PerceptronProblem(gram, signs, 1.0, start=one.outputs + one.offset)
    two = CachedPerceptron(limits=Limits(max_passes=1)).solve(rest)
    assert [*one.mistakes, *two.mistakes] == whole.mistakes.tolist()
    np.testing.assert_allclose(one.outputs + two.outputs, whole.outputs, atol=1e-9)


def test_what_cannot_be_used_is_refused():
    gram = DenseGram(np.eye(2))
    with pytest.raises(InputError, match=r"-1 or \+1, got 2"):
        PerceptronProblem(gram, [1, 2])
    with pytest.raises(InputError, match="at least one example"):
        PerceptronProblem(gram.take([]), [])
    with pytest.raises(ParameterError, match="offset_step"):
        PerceptronProblem(gram, [1, -1], offset_step=-1.0)
    with pytest.raises(ParameterError, match="cap"):
        UpdateRule(cap=0.5)
    with pytest.raises(InputError, match="at least one example, got none"):
        CachedPerceptron(order=Sequence(np.array([], dtype=np.int64))).solve(PerceptronProblem(gram, [1, -1]))
