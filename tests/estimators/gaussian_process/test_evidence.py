"""The evidence and its slopes: worked numbers, mpmath, differences, scikit-learn; summits of a known shape."""

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.gaussian_process import GaussianProcessRegressor as Peer
from sklearn.gaussian_process import kernels as peers

from drupe.estimators.gaussian_process.evidence import NOISE, Evidence
from drupe.estimators.gaussian_process.evidence_search import EvidenceSearch
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import ARD, Gaussian, Laplacian, Linear, Matern32, Noise, Polynomial, RationalQuadratic, Sigmoid
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = RNG.normal(size=(25, 2))
Y = np.column_stack([np.sin(2.0 * X[:, 0]), X[:, 0] * X[:, 1]]) + 0.1 * RNG.normal(size=(25, 2))
EVIDENCE = Evidence(Vectors.of(X), Y)
TOY = Evidence(Vectors.of([[0.0], [1.0], [2.0]]), np.array([[0.0], [1.0], [0.5]]))

KERNELS = [
    1.5 * Gaussian(0.8),
    ARD((0.7, 2.0)),
    Matern32(1.3) + 0.5 * Linear(),
    RationalQuadratic(1.2, 0.8) * Gaussian(2.0),
    (Polynomial(2, 1.0, 0.5) + Gaussian(1.0)).normalized(),
    Laplacian(1.1) + Noise(0.2),
]


@pytest.mark.spec("C.E12")
def test_worked_number():
    assert TOY.value(Gaussian(math.sqrt(0.5)), 0.1) == pytest.approx(-3.2958909, abs=1e-7)


@pytest.mark.spec("H.G06", "H.G07")
def test_one_point():
    one = Evidence(Vectors.of([[1.0]]), np.array([[1.0]]))
    assert one.value(Gaussian(1.0), 1.0) == pytest.approx(-1.51551, abs=1e-5)


@pytest.mark.spec("C.E12", "H.G07")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_evidence_is_the_density_of_the_targets(kernel):
    C = kernel(X) + 0.3 * np.eye(25)
    expected = sum(multivariate_normal(np.zeros(25), C).logpdf(column) for column in Y.T)
    assert EVIDENCE.value(kernel, 0.3) == pytest.approx(expected)


@pytest.mark.spec("C.E12", "H.G07")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_slopes_are_differences(kernel):
    value, slopes = EVIDENCE.slopes(kernel, 0.3)
    assert value == pytest.approx(EVIDENCE.value(kernel, 0.3))
    assert slopes.keys() == {*kernel.parameters(), NOISE}
    for name, at in kernel.parameters().items():
        step = 1e-5 * max(abs(at), 0.1)
        high, low = (EVIDENCE.value(kernel.replace({name: at + by}), 0.3) for by in (step, -step))
        assert slopes[name] == pytest.approx((high - low) / (2 * step), rel=1e-5, abs=1e-5)
    high, low = (EVIDENCE.value(kernel, 0.3 + by) for by in (1e-6, -1e-6))
    assert slopes[NOISE] == pytest.approx((high - low) / 2e-6, rel=1e-5)


@pytest.mark.spec("C.E12")
def test_fifty_digits():
    """Value and slopes of the worked example by arithmetic that shares nothing with ours."""
    with mpmath.workdps(50):
        x, y = [0, 1, 2], mpmath.matrix([0, 1, mpmath.mpf("0.5")])

        def evidence(width, noise):
            C = mpmath.matrix(3, 3)
            for i in range(3):
                for j in range(3):
                    C[i, j] = mpmath.exp(-(mpmath.mpf(x[i] - x[j]) ** 2) / (2 * width**2)) + (noise if i == j else 0)
            energy = (y.T * mpmath.lu_solve(C, y))[0]
            return -energy / 2 - mpmath.log(mpmath.det(C)) / 2 - mpmath.mpf(3) / 2 * mpmath.log(2 * mpmath.pi)

        exact = evidence(mpmath.mpf("0.75"), mpmath.mpf("0.125"))
        width = mpmath.diff(lambda at: evidence(at, mpmath.mpf("0.125")), mpmath.mpf("0.75"))
        noise = mpmath.diff(lambda at: evidence(mpmath.mpf("0.75"), at), mpmath.mpf("0.125"))
    value, slopes = TOY.slopes(Gaussian(0.75), 0.125)
    assert value == pytest.approx(float(exact), rel=1e-13)
    assert slopes["width"] == pytest.approx(float(width), rel=1e-12)
    assert slopes[NOISE] == pytest.approx(float(noise), rel=1e-12)


def test_scikit_learn_has_the_same_value_and_slopes():
    kernel = peers.ConstantKernel(1.5) * peers.RBF(0.8) + peers.WhiteKernel(0.3)
    peer = Peer(kernel, alpha=0.0, optimizer=None).fit(X, Y)
    value, slopes = peer.log_marginal_likelihood(kernel.theta, eval_gradient=True)
    ours, by_name = EVIDENCE.slopes(1.5 * Gaussian(0.8), 0.3)
    assert ours == pytest.approx(value)
    logarithmic = [1.5 * by_name["factor"], 0.8 * by_name["kernel.width"], 0.3 * by_name[NOISE]]
    np.testing.assert_allclose(logarithmic, slopes, rtol=1e-8)


def test_too_many_matrices_for_the_budget():
    small = Evidence(Vectors.of(X), Y, budget=8 * 25 * 25)
    small.value(Gaussian(1.0), 0.1)
    with pytest.raises(BudgetError, match="25 examples"):
        small.slopes(Gaussian(1.0), 0.1)


def test_space_holds_what_is_told_or_stands_at_zero():
    space = SearchSpace.of(Polynomial(2, 0.0, 0.5) + Sigmoid(1.0, -0.5), 0.1, held=["terms.1.slope"])
    assert [one.name for one in space.coordinates] == ["terms.0.scale", "terms.1.offset", NOISE]
    assert [one.logarithmic for one in space.coordinates] == [True, False, True]
    kernel, noise = space.at(space.start)
    assert (kernel, noise) == (space.kernel, pytest.approx(0.1))
    with pytest.raises(ParameterError, match="no parameter 'width' to hold; there are terms"):
        SearchSpace.of(Polynomial(2) + Polynomial(3), 0.1, held=["width"])


def test_starts_lie_within_the_bounds():
    space = SearchSpace.of(Gaussian(1e-149), 0.1)
    low, high = np.array(space.bounds).T
    rng = np.random.default_rng(0)
    for _ in range(50):
        assert (low <= (point := space.draw(rng))).all()
        assert (point <= high).all()


def two_summits():
    """Six points that are either a wave without noise, or noise around a slow trend."""
    x = np.array([0.5, 1.8, 3.1, 4.3, 5.7, 7.2])[:, None]
    return Evidence(Vectors.of(x), np.array([[0.9], [-0.4], [1.1], [0.2], [1.6], [0.4]]))


@pytest.mark.spec("H.G07", "H.G04", "C.E12")
def test_search_ends_where_the_slopes_are_zero_and_nothing_near_is_higher():
    space = SearchSpace.of(1.0 * Gaussian(1.0), 0.1)
    best = EvidenceSearch(restarts=2).run(EVIDENCE, space, np.random.default_rng(0))
    assert best.stop is Stop.CONVERGED
    assert max(abs(slope) for slope in best.slopes.values()) < 1e-3
    assert best.log_evidence == pytest.approx(EVIDENCE.value(best.kernel, best.noise))
    assert best.log_evidence >= max(best.summits) - 1e-9
    for name, at in best.kernel.parameters().items():
        for factor in (0.9, 1.1):
            assert EVIDENCE.value(best.kernel.replace({name: at * factor}), best.noise) < best.log_evidence


@pytest.mark.spec("H.G07")
def test_several_starts_find_the_higher_of_two_summits():
    evidence = two_summits()
    slow = SearchSpace.of(1.0 * Gaussian(30.0), 0.5, held=["factor"])
    alone = EvidenceSearch().run(evidence, slow, np.random.default_rng(0))
    together = EvidenceSearch(restarts=12).run(evidence, slow, np.random.default_rng(0))
    assert together.log_evidence >= alone.log_evidence
    assert len(together.summits) == 13
    assert np.ptp(together.summits) > 0.1


@pytest.mark.spec("H.G08")
def test_width_of_a_column_that_does_not_matter_grows():
    x = np.random.default_rng(2).normal(size=(60, 2))
    targets = np.sin(2.0 * x[:, :1]) + 0.05 * np.random.default_rng(3).normal(size=(60, 1))
    evidence = Evidence(Vectors.of(x), targets)
    best = EvidenceSearch().run(evidence, SearchSpace.of(ARD((1.0, 1.0)), 0.1), np.random.default_rng(0))
    first, second = best.kernel.widths
    assert first < 2.0
    assert second > 10.0 * first


def test_place_without_evidence_is_left_again():
    """With next to no noise a wide kernel is singular; a search that passes there goes on."""
    x = np.linspace(0.0, 1.0, 40)[:, None]
    evidence = Evidence(Vectors.of(x), np.sin(3.0 * x))
    best = EvidenceSearch().run(evidence, SearchSpace.of(1.0 * Gaussian(0.1), 1e-8), np.random.default_rng(0))
    assert np.isfinite(best.log_evidence)
    with pytest.raises(InputError, match="not positive definite"):
        EvidenceSearch().run(evidence, SearchSpace.of(1.0 * Gaussian(50.0), 0.0), np.random.default_rng(0))


def test_interruption_raises_or_leaves_the_best_so_far():
    heard = []

    def interrupt(fraction):
        heard.append(fraction)
        if len(heard) == 2:
            raise KeyboardInterrupt

    space, rng = SearchSpace.of(1.0 * Gaussian(3.0), 0.5), np.random.default_rng(0)
    with pytest.raises(KeyboardInterrupt):
        EvidenceSearch(3).run(EVIDENCE, space, rng, interrupt)
    heard.clear()
    best = EvidenceSearch(3).run(EVIDENCE, space, rng, interrupt, keep=True)
    assert best.stop is Stop.INTERRUPTED
    assert best.log_evidence > EVIDENCE.value(1.0 * Gaussian(3.0), 0.5)
