"""The evidence of labels as a function of a kernel, its search and what becomes of it, against plain computations."""

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RBF, CompoundKernel, ConstantKernel
from solvers import plain_posteriors

from drupe.estimators.gaussian_process.class_evidence import ClassEvidence
from drupe.estimators.gaussian_process.class_marginals import mean_evidence
from drupe.estimators.gaussian_process.class_problems import one_vs_one, one_vs_rest
from drupe.estimators.gaussian_process.class_search import ClassHeight, ClassSearch, FoundProcess, FoundProcesses
from drupe.estimators.gaussian_process.evidence_search import EvidenceMaximum
from drupe.estimators.gaussian_process.found_kernels import column_relevance, given_back
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import ARD, Constant, Gaussian, Matern32, Sigmoid
from drupe.solvers.laplace import Laplace
from drupe.solvers.probit_propagation import ProbitPropagation
from drupe.solvers.softmax_laplace import SoftmaxLaplace
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = Vectors.of(RNG.normal(size=(25, 2)))
SIGNS = np.where(X.array[:, 0] + 0.5 * RNG.normal(size=25) > 0.0, 1.0, -1.0)
CODES = RNG.integers(3, size=25)


def plain(kernel):
    return plain_posteriors.laplace(kernel(X.array) + 1e-10 * np.eye(25), SIGNS)[1]


@pytest.mark.parametrize(
    "kernel", [3.0 * Gaussian(0.8), 2.0 * ARD((1.0, 3.0)), Constant(4.0) * Gaussian(1.5), Matern32(1.0) + 0.5]
)
def test_value_and_slopes_are_those_of_a_general_minimizer(kernel):
    evidence = ClassEvidence(X, SIGNS, Laplace())
    value, slopes = evidence.slopes(kernel)
    assert value == pytest.approx(plain(kernel), abs=1e-6)
    assert evidence.value(kernel) == pytest.approx(value, abs=1e-10)
    assert slopes.keys() == kernel.parameters().keys()
    for name, at in kernel.parameters().items():
        ends = [plain(kernel.replace({name: at + step})) for step in (1e-4, -1e-4)]
        assert slopes[name] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(
    ("approximation", "labels"),
    [(Laplace(), SIGNS), (ProbitPropagation(), SIGNS), (SoftmaxLaplace(), np.eye(3)[CODES])],
    ids=lambda part: type(part).__name__,
)
def test_rough_slopes_are_nearly_the_exact_ones(approximation, labels):
    exact = ClassEvidence(X, labels, approximation)
    rough = exact.for_search()
    value, slopes = exact.slopes(5.0 * Gaussian(0.7))
    near, others = rough.slopes(5.0 * Gaussian(0.7))
    assert near == pytest.approx(value, abs=1e-6)
    assert others == pytest.approx(slopes, rel=1e-3, abs=1e-4)


def test_each_run_starts_where_the_last_one_ended():
    evidence = ClassEvidence(X, SIGNS, Laplace())
    first = evidence.gaussian(5.0 * Gaussian(0.7))
    assert evidence.recent == [first]
    assert evidence.for_search().recent is evidence.recent
    again = evidence.gaussian(5.0 * Gaussian(0.7))
    assert again.iterations <= 1 < first.iterations
    stuck = ClassEvidence(X, SIGNS, Laplace(max_iterations=1))
    assert not stuck.gaussian(500.0 * Gaussian(0.3)).converged
    assert stuck.recent == []


def test_what_has_no_evidence_is_refused():
    with pytest.raises(BudgetError, match="a Gaussian process on 25 examples"):
        ClassEvidence(X, SIGNS, Laplace(), budget=1000).value(Gaussian())
    with pytest.raises(InputError, match="cannot be negative"):
        ClassEvidence(X, SIGNS, Laplace()).value(Sigmoid(slope=1.0, offset=-20.0))


def test_problems_of_several_classes():
    codes = np.array([0, 1, 2, 1])
    rest = one_vs_rest(codes, 3)
    assert [problem.labels.tolist() for problem in rest] == [[1, -1, -1, -1], [-1, 1, -1, 1], [-1, -1, 1, -1]]
    assert all(problem.examples.tolist() == [0, 1, 2, 3] for problem in rest)
    (two,) = one_vs_rest(np.array([0, 1]), 2)
    assert two.labels.tolist() == [-1.0, 1.0]
    pairs = one_vs_one(codes, 3)
    assert [problem.examples.tolist() for problem in pairs] == [[0, 1, 3], [0, 2], [1, 2, 3]]
    assert [problem.labels.tolist() for problem in pairs] == [[1, -1, -1], [1, -1], [1, -1, 1]]


def test_the_mean_over_problems_and_its_slopes():
    space = SearchSpace.of(2.0 * Gaussian(1.0))
    heights = [ClassHeight(ClassEvidence(X, signs, Laplace()), space) for signs in (SIGNS, -np.roll(SIGNS, 3))]
    point, other = np.array([0.3, 1.0]), np.array([-0.2, 0.5])
    (a, slopes_a), (b, slopes_b) = (height(point) for height in heights)
    value, slopes = mean_evidence(heights, point, eval_gradient=True)
    assert value == pytest.approx((a + b) / 2)
    np.testing.assert_allclose(slopes, (slopes_a + slopes_b) / 2, rtol=1e-6)
    apart = mean_evidence(heights, np.append(point, other), eval_gradient=True)
    assert apart[0] == pytest.approx((a + heights[1].value(other)) / 2)
    np.testing.assert_allclose(apart[1], np.append(slopes_a, heights[1](other)[1]) / 2, rtol=1e-6)
    with pytest.raises(ParameterError, match="either 2 or 4"):
        mean_evidence(heights, np.zeros(3), eval_gradient=False)


@pytest.mark.parametrize(
    "space", [SearchSpace.of(1.0 * Gaussian(1.0)), ThetaSpace.of(ConstantKernel() * RBF(), 2)], ids=["ours", "theirs"]
)
def test_a_search_ends_at_a_summit_of_the_plain_evidence(space):
    summit = ClassSearch().run(ClassEvidence(X, SIGNS, Laplace()), space, np.random.default_rng(0))
    assert summit.height == pytest.approx(plain(space.at(summit.point)[0]), abs=1e-5)
    inside = [low + 0.01 < at < high - 0.01 for at, (low, high) in zip(summit.point, space.bounds, strict=True)]
    for i, step in enumerate(0.05 * np.eye(len(summit.point))):
        if inside[i]:
            assert all(plain(space.at(summit.point + sign * step)[0]) <= summit.height + 1e-6 for sign in (1.0, -1.0))


def test_a_search_of_ones_own_sees_the_evidence_undivided():
    seen = []

    def optimizer(objective, start, bounds):
        seen.append(objective(start, eval_gradient=False))
        return start, seen[-1]

    kernel = 1.0 * Gaussian(1.0)
    found = ClassSearch(optimizer).run(
        ClassEvidence(X, SIGNS, Laplace()), SearchSpace.of(kernel), np.random.default_rng(0)
    )
    assert seen[0] == pytest.approx(-plain(kernel), abs=1e-6)
    assert found.height == pytest.approx(plain(kernel), abs=1e-6)


def test_the_first_that_did_not_converge_says_why():
    def found(search, run):
        return FoundProcess(EvidenceMaximum(Gaussian(), 0.0, -2.0, {}, 3, (), search, 0.0), 4, 0.0, run)

    good, bad = found(Stop.CONVERGED, Stop.CONVERGED), found(Stop.CONVERGED, Stop.STALLED)
    assert FoundProcesses((good, good), 0.0).converged
    assert FoundProcesses((good, bad), 0.0).stop is Stop.STALLED
    assert FoundProcesses((good, good), 0.0).log_evidence == -4.0


def test_kernels_are_given_back_in_their_kind():
    own = SearchSpace.of(Gaussian(2.0))
    assert given_back(own, [None], [Gaussian(2.0)]) == Gaussian(2.0)
    assert given_back(own, [None, None], [Gaussian(2.0), Gaussian(3.0)]) == (Gaussian(2.0), Gaussian(3.0))
    theirs = ThetaSpace.of(RBF(2.0), 2)
    assert given_back(theirs, [None], [Gaussian(2.0)]) == RBF(2.0)
    several = given_back(theirs, [None, None], [Gaussian(2.0)] * 2)
    assert isinstance(several, CompoundKernel)
    assert several.kernels == [RBF(2.0), RBF(2.0)]


def test_relevance_needs_one_part_with_widths():
    np.testing.assert_allclose(column_relevance([ARD((1.0, 2.0)), 3.0 * ARD((4.0, 5.0))]), [[1.0, 0.5], [0.25, 0.2]])
    assert column_relevance([ARD((1.0, 2.0)) + ARD((3.0, 4.0))]) is None
    assert column_relevance([ARD((1.0, 2.0)), Gaussian()]) is None
