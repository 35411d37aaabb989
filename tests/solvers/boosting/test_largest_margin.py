"""The largest margin of votes of given rules, against the program written out as it stands in the books."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian
from drupe.solvers.boosting.growing_program import GrowingProgram
from drupe.solvers.boosting.largest_margin import largest_margin, proved, solved
from drupe.solvers.boosting.smallest_margins import caps_of, smallest_margins
from drupe.textbook.boosting.margins import distance, margin


def primal(outputs, signs, nu=None, weights=None):
    """max ρ − Σ ξᵢ wᵢ / (ν Σ w) with a, ρ, ξ as variables: the program as it is printed."""
    n, rules = outputs.shape
    counts = np.ones(n) if weights is None else weights
    costs = np.zeros(n) if nu is None else counts / (nu * counts.sum())
    result = linprog(
        np.concatenate([np.zeros(rules), [-1.0], costs]),
        A_ub=np.hstack([-signs[:, None] * outputs, np.ones((n, 1)), -np.eye(n)]),
        b_ub=np.zeros(n),
        A_eq=np.concatenate([np.ones(rules), np.zeros(n + 1)])[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rules + [(None, None)] + [(0, 0 if nu is None else None)] * n,
        method="highs-ipm",
    )
    assert result.status == 0
    return -result.fun


def drawn(seed, n, rules, signed):
    """Rules with values ±1, which tie, or between; classes by lot."""
    rng = np.random.default_rng(seed)
    outputs = rng.choice([-1.0, 1.0], (n, rules)) if signed else rng.uniform(-1.0, 1.0, (n, rules))
    return outputs, rng.choice([-1.0, 1.0], n), rng.integers(1, 5, n).astype(np.float64)


@pytest.mark.spec("S.V11")
def test_the_largest_margin_of_the_worked_example_is_a_third():
    x, y = np.arange(10.0), np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])
    cuts = np.where(x[:, None] <= np.arange(9) + 0.5, 1.0, -1.0)
    rules = np.hstack([cuts, -cuts, np.ones((10, 1)), -np.ones((10, 1))])
    found = largest_margin(rules, y)
    assert found.margin == pytest.approx(1.0 / 3.0, abs=1e-12)
    assert margin(found.weights, rules, y, 1.0) == pytest.approx(1.0 / 3.0, abs=1e-12)
    assert found.gap < 1e-12
    # A third each for the cuts beside the three changes of sign, and no weights of examples allow more.
    assert (found.example_weights @ (y[:, None] * rules)).max() == pytest.approx(1.0 / 3.0, abs=1e-12)


@pytest.mark.spec("M.Q15")
@pytest.mark.spec("S.V11")
@given(
    st.integers(0, 10**6), st.integers(1, 12), st.integers(1, 12), st.booleans(), st.sampled_from([None, 0.1, 0.5, 1])
)
def test_the_optimum_is_that_of_the_program_in_print(seed, n, rules, signed, nu):
    outputs, signs, weights = drawn(seed, n, rules, signed)
    found = largest_margin(outputs, signs, nu=nu, weights=weights)
    assert found.objective == pytest.approx(primal(outputs, signs, nu, weights), abs=1e-7)
    assert found.gap < 1e-9
    assert found.weights.sum() == pytest.approx(1.0)
    assert found.weights.min() >= 0.0
    caps = np.ones(n) if nu is None else np.minimum(1.0, weights / (nu * weights.sum()))
    assert found.example_weights.sum() == pytest.approx(1.0)
    assert np.all((found.example_weights >= 0.0) & (found.example_weights <= caps + 1e-9))
    # Both conditions of complementary slackness.
    margins = signs * (outputs @ found.weights)
    assert np.all(found.example_weights[margins > found.margin + 1e-7] < 1e-7)
    edges = (signs * found.example_weights) @ outputs
    assert np.all(found.weights[edges < found.bound - 1e-7] < 1e-7)


def test_a_row_of_weight_three_counts_as_three_rows():
    outputs, signs, weights = drawn(3, 15, 6, False)
    rows = np.repeat(np.arange(15), weights.astype(int))
    for nu in (0.1, 0.4, None):
        one, many = (
            largest_margin(outputs, signs, nu=nu, weights=weights),
            largest_margin(outputs[rows], signs[rows], nu=nu),
        )
        assert one.objective == pytest.approx(many.objective, abs=1e-9)
        assert one.margin == pytest.approx(many.margin, abs=1e-9)


@pytest.mark.spec("S.V11")
def test_the_largest_l1_margin_is_a_distance_in_the_largest_coordinate():
    """With both signs of every coordinate: max over ‖w‖₁ = 1 of min yᵢ⟨w, xᵢ⟩ = min over u of ‖Σ uᵢ yᵢ xᵢ‖∞."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(30, 3))
    y = np.where(x @ [1.0, -2.0, 0.5] > 0.0, 1.0, -1.0)
    found = largest_margin(np.hstack([x, -x]), y)
    w = found.weights[:3] - found.weights[3:]
    assert np.abs(w).sum() == pytest.approx(1.0)
    assert min(distance(w, row, 1.0) for row in x) == pytest.approx(found.margin, abs=1e-12)
    assert np.abs((found.example_weights * y) @ x).max() == pytest.approx(found.margin, abs=1e-12)
    # No other direction is better in this norm.
    for other in rng.normal(size=(500, 3)):
        assert margin(other, x, y, 1.0) <= found.margin + 1e-12


def test_columns_of_a_kernel_are_rules_with_either_sign():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(25, 2))
    y = np.where(x[:, 0] * x[:, 1] > 0.0, 1.0, -1.0)
    K = Gaussian(0.5)(x, x)
    found = largest_margin(np.hstack([K, -K]), y)
    a = found.weights[:25] - found.weights[25:]
    assert (y * (K @ a)).min() == pytest.approx(found.margin, abs=1e-12)
    assert found.margin > 0.0
    assert found.margin == pytest.approx(primal(np.hstack([K, -K]), y), abs=1e-8)


@given(st.integers(0, 10**6), st.integers(1, 25), st.floats(0.02, 1.0))
def test_the_mean_of_the_smallest_margins_is_the_best_of_all_levels(seed, n, nu):
    rng = np.random.default_rng(seed)
    margins, weights = rng.integers(-3, 4, n) / 3.0, rng.integers(1, 4, n).astype(np.float64)
    caps = caps_of(weights, nu)
    found = smallest_margins(margins, caps)
    costs = weights / (nu * weights.sum())
    reached = [rho - costs @ np.maximum(rho - margins, 0.0) for rho in margins]  # linear between margins
    assert found.mean == pytest.approx(max(reached), abs=1e-9)
    assert found.margin - costs @ np.maximum(found.margin - margins, 0.0) == pytest.approx(max(reached), abs=1e-9)
    assert found.weights.sum() == pytest.approx(1.0)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 25), st.booleans(), st.sampled_from([None, 0.05, 0.4, 1])
)
def test_a_program_that_grows_is_as_good_as_one_solved_from_nothing(seed, n, rules, signed, nu):
    outputs, signs, weights = drawn(seed, n, rules, signed)
    rows, caps = np.ascontiguousarray((signs[:, None] * outputs).T), caps_of(weights, nu)
    program = GrowingProgram(rows[0], caps)
    for t in range(rules):
        if t:
            program.add(rows[t])
        assert program.solve()
        found = proved(program.signed, caps, program.rule_weights, program.example_weights)
        afresh = solved(rows[: t + 1], caps)
        assert found.objective == pytest.approx(afresh.objective, abs=1e-9)
        assert found.bound == pytest.approx(afresh.objective, abs=1e-9)


def test_the_same_rule_twice_and_the_same_example_twice_do_no_harm():
    rows = np.array([[1.0, 1.0, -1.0, -1.0], [-1.0, -1.0, 1.0, 1.0]])
    program = GrowingProgram(rows[0], np.ones(4))
    for row in (rows[0], rows[1], rows[1], rows[0]):
        program.add(row)
        assert program.solve()
    found = proved(program.signed, np.ones(4), program.rule_weights, program.example_weights)
    assert found.objective == pytest.approx(0.0, abs=1e-12)
    assert found.gap < 1e-12


@pytest.mark.parametrize(
    ("outputs", "signs", "more", "kind"),
    [
        (np.ones((3, 2)), [1, 1, 0], {}, InputError),
        (np.ones((3, 2)), [1, -1], {}, InputError),
        (np.ones(3), [1, 1, -1], {}, InputError),
        (np.ones((3, 0)), [1, 1, -1], {}, InputError),
        (np.ones((2, 1)), [1, -1], {"weights": [1.0, 0.0]}, InputError),
        (np.ones((2, 1)), [1, -1], {"weights": [1.0, np.nan]}, InputError),
        (np.ones((2, 1)), [1, -1], {"nu": 0.0}, ParameterError),
        (np.ones((2, 1)), [1, -1], {"nu": 1.5}, ParameterError),
    ],
)
def test_what_is_no_vote_is_refused(outputs, signs, more, kind):
    with pytest.raises(kind):
        largest_margin(outputs, signs, **more)
