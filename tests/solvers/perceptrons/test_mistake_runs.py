"""What a run tells: soft margins, survivals and averages, embedding strengths, limits, interruption."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from solvers.perceptrons.perceptron_samples import linear, noisy, separable

from drupe.foundation.progress import Enough
from drupe.grams import DenseGram
from drupe.solvers.options import OnInterrupt
from drupe.solvers.perceptrons import CachedPerceptron, Limits, Minover, PerceptronProblem, UpdateRule
from drupe.solvers.solution import Stop


@pytest.mark.spec("G.A-22")
@given(seed=st.integers(0, 10**6), cap=st.sampled_from([1, 2, 5]))
def test_capped_perceptron_ends_with_only_capped_examples_wrong(seed, cap):
    points, signs = noisy(seed)
    run = CachedPerceptron(UpdateRule(cap=cap)).solve(PerceptronProblem(linear(points), signs))
    assert run.converged
    assert np.abs(run.alpha).max() <= cap
    assert (np.abs(run.alpha[signs * run.outputs <= 0]) == cap).all()


@pytest.mark.spec("G.A-22")
def test_large_cap_is_the_hard_perceptron():
    points, signs = separable(0)
    problem = PerceptronProblem(linear(points), signs)
    hard = CachedPerceptron().solve(problem)
    soft = CachedPerceptron(UpdateRule(cap=float(np.abs(hard.alpha).max()))).solve(problem)
    assert hard.mistakes.tolist() == soft.mistakes.tolist()


def walk(points, signs, passes):
    """Every hypothesis of a perceptron with the number of examples it stood, its birth included."""
    w, count, seen = np.zeros(points.shape[1]), 0, []
    for _ in range(passes):
        for x, y in zip(points, signs, strict=True):
            if y * (w @ x) <= 0:
                seen.append((w, count))
                w, count = w + y * x, 1
            else:
                count += 1
    return [*seen, (w, count)]


@pytest.mark.spec("C.A09")
@given(seed=st.integers(0, 10**6))
def test_survivals_pocket_and_average(seed):
    points, signs = noisy(seed, n=25)
    run = CachedPerceptron(limits=Limits(max_passes=4)).solve(PerceptronProblem(linear(points), signs))
    hypotheses = walk(points, signs, run.passes)
    assert run.survivals.tolist() == [count for _, count in hypotheses]
    longest = max(hypotheses, key=lambda pair: pair[1])[0]
    np.testing.assert_allclose(points.T @ run.alpha_after(run.longest_lived), longest, atol=1e-9)
    mean = sum(count * w for w, count in hypotheses) / sum(count for _, count in hypotheses)
    np.testing.assert_allclose(points.T @ run.averaged_alpha, mean, atol=1e-9)


@pytest.mark.spec("C.A10")
def test_embedding_strength_finds_the_wrong_label():
    points, signs = separable(1, n=60, gap=0.2)
    run = CachedPerceptron().solve(PerceptronProblem(linear(points), signs))
    wrong = int(np.argmax(signs * run.outputs))  # the one that is deepest on its side
    signs = signs.copy()
    signs[wrong] *= -1.0
    run = CachedPerceptron(limits=Limits(max_passes=100)).solve(PerceptronProblem(linear(points), signs))
    assert not run.converged
    assert run.hardest(1).tolist() == [wrong]
    assert run.strengths.sum() == pytest.approx(1.0)
    assert run.strengths[wrong] == run.strengths.max()
    assert run.strengths[wrong] * run.n_mistakes == np.count_nonzero(run.mistakes == wrong)


@pytest.mark.spec("C.A10")
def test_multiplier_of_a_hopeless_example_grows_without_limit():
    problem = PerceptronProblem(DenseGram([[1.0, 1.0], [1.0, 1.0]]), [1, -1])
    few, many = (CachedPerceptron(limits=Limits(max_passes=p)).solve(problem) for p in (10, 100))
    assert not many.converged
    assert np.abs(many.alpha).min() > 5 * np.abs(few.alpha).max()


def test_limits_end_a_run_that_has_no_end():
    points, signs = noisy(0, n=30)
    problem = PerceptronProblem(linear(points), signs)
    for form in (CachedPerceptron, Minover):
        passes = form(limits=Limits(max_passes=7)).solve(problem)
        assert passes.stop is Stop.ITERATIONS
        assert passes.passes == 7
        seconds = form(limits=Limits(max_passes=10**9, max_seconds=0.05)).solve(problem)
        assert seconds.stop is Stop.TIME
        assert seconds.seconds >= 0.05
        assert seconds.pass_ends[-1] == seconds.n_mistakes


@pytest.mark.parametrize("form", [CachedPerceptron, Minover])
def test_interrupt_keeps_what_was_learned_or_raises(form):
    points, signs = noisy(0, n=30)

    class Interrupting(DenseGram):
        left = 20

        def _rows(self, index):
            Interrupting.left -= 1
            if Interrupting.left < 0:
                raise KeyboardInterrupt
            return super()._rows(index)

    problem = PerceptronProblem(Interrupting(points @ points.T), signs)
    kept = form(limits=Limits(on_interrupt=OnInterrupt.KEEP)).solve(problem)
    assert kept.stop is Stop.INTERRUPTED
    assert kept.n_mistakes == 20
    np.testing.assert_allclose(kept.outputs, points @ (points.T @ kept.alpha), atol=1e-9)
    with pytest.raises(KeyboardInterrupt):
        form().solve(problem)


def test_whoever_is_told_may_say_enough():
    points, signs = noisy(0, n=30)

    def enough(fraction):
        if fraction >= 0.3:
            raise Enough

    limits = Limits(max_passes=10, progress=enough)
    run = CachedPerceptron(limits=limits).solve(PerceptronProblem(linear(points), signs))
    assert run.stop is Stop.INTERRUPTED
    three = CachedPerceptron(limits=Limits(max_passes=3)).solve(PerceptronProblem(linear(points), signs))
    assert run.mistakes.tolist() == three.mistakes.tolist()
    assert run.pass_ends.tolist() == three.pass_ends.tolist()


def test_progress_rises_to_one():
    points, signs = noisy(0, n=30)
    told = []
    CachedPerceptron(limits=Limits(max_passes=5, progress=told.append)).solve(PerceptronProblem(linear(points), signs))
    assert told == [0.2, 0.4, 0.6, 0.8, 1.0]
