"""The builders of margin problems against exact minima, worked numbers, and each other."""

import numpy as np
import pytest
from solvers.box_oracle import exact_minimum
from solvers.toys import FOUR, FOUR_SIGNS, LINE, LINE_SIGNS, PAIR, PAIR_SIGNS, clouds, gaussian_gram, linear_gram

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.builders.mixed_norm import joined, mixed_norm
from drupe.solvers.builders.nearest_hulls import nearest_hulls
from drupe.solvers.builders.nearest_to_origin import nearest_to_origin
from drupe.solvers.builders.nu_svc import nu_svc
from drupe.solvers.builders.squared_eps_svr import squared_eps_svr
from drupe.solvers.builders.two_norm import two_norm
from drupe.solvers.options import Options, Precision
from drupe.textbook.algorithms.class_costs import class_costs, costs_of_ridges, squared_costs_of_ridges

EXACT = Options(tolerance=1e-11, max_iterations=200_000, precision=Precision.DOUBLE)
BALANCES = [Balanced(), Free()]


def small_samples():
    rng = np.random.default_rng(5)
    for n in (2, 3, 5, 6):
        x = rng.normal(size=(n, 2))
        signs = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
        yield pytest.param(x, signs, id=f"{n} examples")


SAMPLES = list(small_samples())


@pytest.mark.parametrize("balance", BALANCES, ids=["offset", "free"])
@pytest.mark.parametrize(("x", "signs"), SAMPLES)
def test_classification_reaches_the_exact_minimum(x, signs, balance):
    gram, n = gaussian_gram(x, 0.7), len(x)
    costs = np.linspace(0.5, 2.0, n)
    for problem in (
        hard_margin(gram, signs, balance=balance),
        two_norm(gram, signs, costs, balance=balance),
        two_norm(linear_gram(x), signs, costs, balance=balance),
    ):
        assert solve(problem, EXACT).objective == pytest.approx(exact_minimum(problem), rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("balance", BALANCES, ids=["offset", "free"])
@pytest.mark.parametrize(("x", "signs"), [case for case in SAMPLES if len(case.values[0]) <= 3])
def test_mixed_norm_reaches_the_exact_minimum(x, signs, balance):
    problem = mixed_norm(linear_gram(x), signs, np.full(len(x), 0.3), np.full(len(x), 0.5), balance)
    assert solve(problem, EXACT).objective == pytest.approx(exact_minimum(problem), rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("balance", BALANCES, ids=["offset", "free"])
@pytest.mark.parametrize("epsilon", [0.0, 0.2])
def test_squared_regression_reaches_the_exact_minimum(epsilon, balance):
    x = np.array([[0.0], [1.0], [2.5]])
    problem = squared_eps_svr(gaussian_gram(x), np.array([0.0, 1.0, -0.5]), epsilon, np.full(3, 2.0), balance=balance)
    assert solve(problem, EXACT).objective == pytest.approx(exact_minimum(problem), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(("x", "signs"), SAMPLES)
@pytest.mark.parametrize("ceiling", [1.0, 0.6])
def test_hulls_reach_the_exact_minimum(x, signs, ceiling):
    if len(x) < 4 and ceiling < 1.0:
        ceiling = 1.0
    for problem in (nearest_hulls(linear_gram(x), signs, ceiling), nearest_to_origin(linear_gram(x), signs)):
        assert solve(problem, EXACT).objective == pytest.approx(exact_minimum(problem), rel=1e-7, abs=1e-9)


@pytest.mark.spec("C.E01", "G.A-06", "M.S01", "M.S02", "H.S01")
def test_hard_margin_of_four_points():
    solution = solve(hard_margin(linear_gram(FOUR), FOUR_SIGNS), EXACT)
    np.testing.assert_allclose(solution.alpha, [0.4, 0.0, 0.0, 0.4], atol=1e-9)
    np.testing.assert_allclose((FOUR_SIGNS * solution.alpha) @ FOUR, [0.4, 0.8], atol=1e-9)
    assert solution.offset == pytest.approx(-1.4)
    assert -solution.objective == pytest.approx(0.4)


@pytest.mark.spec("H.S01", "S.A09", "G.A-09", "M.S02")
def test_hard_margin_without_offset():
    axes = solve(hard_margin(linear_gram(np.eye(2)), PAIR_SIGNS, balance=Free()), EXACT)
    np.testing.assert_allclose(axes.alpha, [1.0, 1.0])
    # On the line the slope of the best function through the origin is one over the smallest |x|.
    x = np.array([[-3.0], [-0.5], [0.25], [2.0]])
    line = solve(hard_margin(linear_gram(x), np.sign(x[:, 0]), balance=Free()), EXACT)
    assert (np.sign(x[:, 0]) * line.alpha) @ x[:, 0] == pytest.approx(4.0)


@pytest.mark.spec("M.S02", "C.E01")
def test_hard_margin_of_exclusive_or():
    x = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    signs = x[:, 0] * x[:, 1]
    inhomogeneous = solve(hard_margin(DenseGram((x @ x.T + 1.0) ** 2), signs), EXACT)
    np.testing.assert_allclose(inhomogeneous.alpha, np.full(4, 0.125), atol=1e-9)
    assert -inhomogeneous.objective == pytest.approx(0.25)
    # Without the constant K is singular and α not unique, but w is.
    homogeneous = solve(hard_margin(DenseGram((x @ x.T) ** 2), signs), EXACT)
    for solution in (inhomogeneous, homogeneous):
        assert solution.offset == pytest.approx(0.0, abs=1e-9)
        np.testing.assert_allclose(solution.outputs, signs, atol=1e-9)
        assert (signs * solution.alpha) @ solution.outputs == pytest.approx(0.5)


@pytest.mark.spec("C.E02", "G.A-08", "M.S04")
@pytest.mark.parametrize(
    ("cost", "alpha", "value", "slope"),
    [
        (0.1, [0.08, 0.1066667, 0.1066667, 0.08], 0.1866667, 0.1333333),
        (1.0, [0.5, 1.1666667, 1.1666667, 0.5], 1.6666667, 1 / 3),
        (10.0, [4.117647, 11.960784, 11.960784, 4.117647], 16.078431, 0.3921569),
    ],
)
def test_two_norm_on_a_line(cost, alpha, value, slope):
    solution = solve(two_norm(linear_gram(LINE), LINE_SIGNS, np.full(4, cost)), EXACT)
    np.testing.assert_allclose(solution.alpha, alpha, rtol=1e-5)
    assert -solution.objective == pytest.approx(value, rel=1e-6)
    assert (LINE_SIGNS * solution.alpha) @ LINE[:, 0] == pytest.approx(slope, rel=1e-6)


@pytest.mark.spec("C.E03", "G.A-07", "S.A08")
@pytest.mark.parametrize(
    ("cost", "value", "slope"), [(0.1, 0.38, 0.2), (1.0, 2.8888889, 2 / 3), (10.0, 26.8888889, 2 / 3)]
)
def test_one_norm_on_a_line(cost, value, slope):
    solution = solve(c_svc(linear_gram(LINE), LINE_SIGNS, np.full(4, cost)), EXACT)
    assert -solution.objective == pytest.approx(value, rel=1e-6)
    assert (LINE_SIGNS * solution.alpha) @ LINE[:, 0] == pytest.approx(slope, rel=1e-6)


@pytest.mark.spec("H.S03", "H.S02", "H.S10")
@pytest.mark.parametrize("ridge", [0.01, 1.0])
def test_orthonormal_examples(ridge):
    gram, m = DenseGram(np.eye(2)), 2
    squared = squared_costs_of_ridges(PAIR_SIGNS, positive=ridge, negative=ridge)
    boxes = costs_of_ridges(PAIR_SIGNS, positive=ridge, negative=ridge)
    two = solve(two_norm(gram, PAIR_SIGNS, squared, balance=Free()), EXACT)
    one = solve(c_svc(gram, PAIR_SIGNS, boxes, balance=Free()), EXACT)
    np.testing.assert_allclose(two.alpha, 1.0 / (1.0 + ridge * m))
    np.testing.assert_allclose(one.alpha, min(1.0, 1.0 / (2.0 * ridge * m)))


@pytest.mark.spec("C.E02", "C.B35", "G.A-08", "H.S03")
def test_two_norm_is_the_hard_margin_on_a_lifted_gram():
    x, signs = clouds(30, 0.5, 3)
    gram = gaussian_gram(x)
    soft = solve(two_norm(gram, signs, np.full(30, 2.0)), EXACT)
    hard = solve(hard_margin(DenseGram(gram.matrix + 0.5 * np.eye(30)), signs), EXACT)
    np.testing.assert_allclose(soft.alpha, hard.alpha, atol=1e-8)
    # Where α > 0 the plain output misses the margin by α/C.
    f = gram.matrix @ (signs * soft.alpha) + soft.offset
    held = soft.alpha > 1e-9
    np.testing.assert_allclose((signs * f)[held], 1.0 - soft.alpha[held] / 2.0, atol=1e-8)
    assert np.all((signs * f)[~held] >= 1.0 - 1e-8)


@pytest.mark.spec("C.E06")
def test_mixed_norm_lies_between_the_two():
    x, signs = clouds(24, 0.4, 4)
    gram, n = gaussian_gram(x), 24
    ones = np.ones(n)
    mixed = solve(mixed_norm(gram, signs, 0.0 * ones, 3.0 * ones), EXACT)
    two = solve(two_norm(gram, signs, 3.0 * ones), EXACT)
    np.testing.assert_allclose(joined(mixed.alpha), two.alpha, atol=1e-7)
    tiny = solve(mixed_norm(gram, signs, ones, 1e-7 * ones), EXACT)
    one = solve(c_svc(gram, signs, ones), EXACT)
    np.testing.assert_allclose(joined(tiny.alpha), one.alpha, atol=1e-5)
    assert -tiny.objective == pytest.approx(-one.objective, rel=1e-6)


@pytest.mark.spec("C.E06")
def test_slack_of_the_mixed_norm_is_what_exceeds_the_box():
    x, signs = clouds(24, 0.2, 9)
    gram, n = gaussian_gram(x), 24
    solution = solve(mixed_norm(gram, signs, np.full(n, 0.5), np.full(n, 2.0)), EXACT)
    alpha = joined(solution.alpha)
    f = gram.matrix @ (signs * alpha) + solution.offset
    slack = np.maximum(1.0 - signs * f, 0.0)
    np.testing.assert_allclose(slack, np.maximum(alpha - 0.5, 0.0) / 2.0, atol=1e-8)
    assert slack.max() > 0.1
    weights = signs * alpha
    primal = 0.5 * weights @ gram.matrix @ weights + 0.5 * slack.sum() + 1.0 * (slack**2).sum()
    assert primal == pytest.approx(-solution.objective, rel=1e-8)


@pytest.mark.spec("C.E08")
@pytest.mark.parametrize(
    ("cost", "epsilon", "beta", "slope", "offset", "value"),
    [
        (1.0, 0.1, [-0.1882353, 0.0, -0.1823529, 0.3705882], 0.7470588, 0.2882353, 0.3820588),
        (10.0, 0.1, [0.0147059, 0.5049020, -2.0049020, 1.4852941], 0.9509804, -0.1014706, 0.7762255),
        (10.0, 0.0, [0.2205882, 0.9068627, -3.4068627, 2.2794118], 0.9313725, -0.0220588, 1.3174020),
    ],
)
def test_squared_regression_on_a_line(cost, epsilon, beta, slope, offset, value):
    targets = np.array([0.0, 1.0, 1.5, 3.0])
    problem = squared_eps_svr(linear_gram(LINE), targets, epsilon, np.full(4, cost))
    solution = solve(problem, EXACT)
    found = problem.weights(solution.alpha)
    np.testing.assert_allclose(found, beta, atol=1e-6)
    assert found @ LINE[:, 0] == pytest.approx(slope, abs=1e-6)
    assert solution.offset == pytest.approx(offset, abs=1e-6)
    assert -solution.objective == pytest.approx(value, abs=1e-6)


@pytest.mark.spec("C.D07", "S.A11", "C.A02")
def test_hulls_of_four_points():
    solution = solve(nearest_hulls(linear_gram(FOUR), FOUR_SIGNS), EXACT)
    np.testing.assert_allclose(solution.alpha, [1.0, 0.0, 0.0, 1.0], atol=1e-9)
    distance = np.sqrt(2.0 * solution.objective)
    assert distance == pytest.approx(np.sqrt(5.0))
    np.testing.assert_allclose(2.0 * solution.alpha / distance**2, [0.4, 0.0, 0.0, 0.4], atol=1e-9)


@pytest.mark.spec("C.E04", "H.S05")
@pytest.mark.parametrize("nu", [0.3, 0.5, 0.7])
def test_reduced_hulls_are_the_nu_machine(nu):
    x, signs = clouds(20, 0.6, 8)
    gram, n = gaussian_gram(x), 20
    hulls = solve(nearest_hulls(gram, signs, 2.0 / (nu * n)), EXACT)
    machine = solve(nu_svc(gram, signs, np.full(n, 1.0 / n), nu), EXACT)
    np.testing.assert_allclose(hulls.alpha * nu / 2.0, machine.alpha, atol=1e-8)
    assert hulls.offset * nu / 2.0 == pytest.approx(machine.offset, abs=1e-8)
    # The same machine as the soft margin with C = 1/(ρ n), divided by ρ.
    rho = abs(machine.spread)
    soft = solve(c_svc(gram, signs, np.full(n, 1.0 / (rho * n))), EXACT)
    np.testing.assert_allclose(soft.alpha, machine.alpha / rho, atol=1e-6)
    margins = signs * (machine.outputs + machine.offset)
    errors, kept = np.mean(margins < rho - 1e-9), np.mean(machine.alpha > 1e-12)
    assert errors <= nu <= kept


@pytest.mark.spec("C.E04")
@pytest.mark.parametrize(("nu", "weight"), [(0.2, 0.1), (0.5, 0.25)])
def test_nu_machine_on_four_points(nu, weight):
    solution = solve(nu_svc(linear_gram(FOUR), FOUR_SIGNS, np.full(4, 0.25), nu), EXACT)
    np.testing.assert_allclose(solution.alpha, [weight, 0.0, 0.0, weight], atol=1e-9)


@pytest.mark.spec("H.S04")
def test_costs_go_the_right_way():
    signs = np.array([1.0, -1.0, -1.0, -1.0])
    boxes = costs_of_ridges(signs, positive=2.0, negative=1.0)
    assert boxes[0] < boxes[1], "a larger ridge must mean a smaller box"
    np.testing.assert_allclose(boxes, [1 / 16, 1 / 8, 1 / 8, 1 / 8])
    np.testing.assert_allclose(1.0 / squared_costs_of_ridges(signs, positive=2.0, negative=1.0), [8.0, 4.0, 4.0, 4.0])
    # The class whose slack costs more ends with less of it.
    x, labels = clouds(40, 0.5, 12)
    gram = gaussian_gram(x)

    def lacks(costs, build):
        solution = solve(build(gram, labels, costs), EXACT)
        f = gram.matrix @ (labels * solution.alpha) + solution.offset
        return np.maximum(1.0 - labels * f, 0.0)[labels > 0].sum()

    for build in (c_svc, two_norm):
        dear = lacks(class_costs(labels, positive=10.0, negative=1.0), build)
        cheap = lacks(class_costs(labels, positive=1.0, negative=10.0), build)
        assert dear < 0.5 * cheap


def test_costs_must_be_positive():
    with pytest.raises(ParameterError, match=r"class_costs.positive must lie in"):
        class_costs(PAIR_SIGNS, positive=0.0, negative=1.0)


def test_hulls_refuse_what_cannot_be():
    with pytest.raises(InputError, match="both signs"):
        nearest_hulls(linear_gram(PAIR), np.ones(2))
    with pytest.raises(InputError, match=r"may be 0.4 in all cannot sum to 1"):
        nearest_hulls(linear_gram(PAIR), PAIR_SIGNS, 0.4)
    with pytest.raises(InputError, match="no convex hull"):
        nearest_to_origin(linear_gram(PAIR).take([]))


@pytest.mark.spec("S.A07", "S.A08", "S.A13", "M.S03", "M.S05", "M.S06", "C.E14")
def test_six_points_with_a_known_soft_margin():
    x = np.array([-2.0, -1.0, 0.0, 0.5, 1.0, 2.0])[:, None]
    signs = np.array([-1.0, -1.0, 1.0, -1.0, 1.0, 1.0])
    cost = 1.0 / (2.0 * 0.05 * 6)
    gram = gaussian_gram(x)
    solution = solve(c_svc(gram, signs, np.full(6, cost)), EXACT)
    np.testing.assert_allclose(solution.alpha, [0.285820, 1.527252, 1.666667, 1.666667, 1.335056, 0.478016], atol=2e-6)
    assert solution.offset == pytest.approx(0.044823, abs=2e-6)
    f = solution.outputs + solution.offset
    np.testing.assert_allclose(f, [-1.0, -1.0, 0.150100, 0.673972, 1.0, 1.0], atol=2e-6)
    assert -solution.objective == pytest.approx(5.5829653, abs=1e-6)
    slack = np.maximum(1.0 - signs * f, 0.0)
    weights = signs * solution.alpha
    primal = cost * slack.sum() + 0.5 * weights @ gram.matrix @ weights
    assert primal == pytest.approx(5.5829653, abs=1e-6)
    assert 2.0 * 0.05 * primal == pytest.approx(0.5582965, abs=1e-6)
    free = solve(c_svc(gram, signs, np.full(6, cost), balance=Free()), EXACT)
    assert -free.objective >= -solution.objective, "dropping the equality can only raise the dual optimum"
