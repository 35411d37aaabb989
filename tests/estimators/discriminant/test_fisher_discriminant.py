"""Fisher's linear discriminant: worked numbers, three ways to it, Bayes' rule for Gaussians, a peer."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from drupe import FisherDiscriminant, KernelFisher
from drupe.estimators.discriminant.class_scatter import ClassScatter
from drupe.solvers.rayleigh import quotient

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0], [3.0, 2.0], [2.0, 3.0]])
SIDES = np.array([-1, -1, -1, 1, 1, 1])
SOLVERS = ["closed form", "eigen", "least squares"]


@pytest.mark.spec("M.D01", "M.D02", "M.D03", "M.D04")
@pytest.mark.parametrize("solver", SOLVERS)
def test_six_corners(solver: str) -> None:
    """S_W = [[4/3, −2/3], [−2/3, 4/3]], w = (3, 3), J = 12."""
    scatter = ClassScatter.of(CORNERS, (SIDES + 1) // 2, np.ones(6))
    assert_allclose(scatter.within, [[4 / 3, -2 / 3], [-2 / 3, 4 / 3]])
    machine = FisherDiscriminant(solver=solver).fit(CORNERS, SIDES)
    assert_allclose(machine.coef_[0] / 6.0, [3.0, 3.0], rtol=1e-10)  # Σ = S_W / 6
    assert machine.rayleigh_[0] == pytest.approx(1.5 * 12.0), "S_B counts c = n₁n₂/n = 3/2 times"
    middle = scatter.center @ machine.coef_[0] + machine.intercept_[0]
    assert middle == pytest.approx(0.0, abs=1e-10), "equal shares: the cut is in the middle of the means"


@pytest.mark.spec("M.D04", "H.F04", "C.A13")
def test_least_squares_of_labels_are_fishers_direction() -> None:
    """w = κ S_W⁻¹(m₂ − m₁), κ = 3/19 here; outputs at the class means are ∓18/19."""
    design = np.column_stack([CORNERS, np.ones(6)])
    solved = np.linalg.lstsq(design, SIDES.astype(float))[0]
    assert_allclose(solved, [9 / 19, 9 / 19, -24 / 19], rtol=1e-10)
    machine = KernelFisher("linear", alpha=1e-7, threshold="least squares").fit(CORNERS, SIDES)
    assert_allclose(machine.predictor_.weights[:, 0], solved[:2], rtol=1e-6)
    assert_allclose(machine.intercept_, solved[2:], rtol=1e-6)
    outputs = machine.decision_function(CORNERS)
    assert_allclose([outputs[:3].mean(), outputs[3:].mean()], [-18 / 19, 18 / 19], rtol=1e-6)
    assert_allclose(design.T @ (outputs - SIDES), 0.0, atol=1e-6)


@pytest.mark.spec("M.D04", "H.F04")
def test_constants_of_the_equivalence_with_unlike_classes() -> None:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(size=(12, 3)), rng.normal(size=(5, 3)) + 1.0])
    y = np.repeat([-1.0, 1.0], [12, 5])
    scatter = ClassScatter.of(X, (y > 0).astype(np.int64), np.ones(17))
    apart = scatter.means[1] - scatter.means[0]
    fisher = np.linalg.solve(scatter.within, apart)
    c, J = 12 * 5 / 17, float(apart @ fisher)
    labels = np.linalg.lstsq(np.column_stack([X, np.ones(17)]), y)[0][:3]
    assert_allclose(labels, 2.0 * c / (1.0 + c * J) * fisher, rtol=1e-9)
    targets = np.where(y > 0, 17 / 5, -17 / 12)
    solved = np.linalg.lstsq(np.column_stack([X, np.ones(17)]), targets)[0]
    sigma, q = scatter.within / 17, 17.0 * J
    expected = np.linalg.solve(sigma, apart) / (1.0 + 12 * 5 / 17**2 * q)
    assert_allclose(solved[:3], expected, rtol=1e-9)
    assert solved[3] == pytest.approx(-scatter.center @ solved[:3])


@pytest.mark.spec("C.A11")
def test_distance_of_means_over_the_two_variances() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 3.0], [4.0, 3.0], [3.0, 5.0]])
    machine = FisherDiscriminant().fit(X, [-1, -1, -1, 1, 1, 1])

    def criterion(w: np.ndarray) -> float:
        low, high = X[:3] @ w, X[3:] @ w
        return float((high.mean() - low.mean()) ** 2 / (low.var() + high.var()))

    # Σ₊ + Σ₋ is twice the pooled covariance of classes of equal size.
    assert_allclose(machine.coef_[0] / 2.0, [11.6129032, 6.4838710], rtol=1e-8)
    assert machine.intercept_[0] / 2.0 == pytest.approx(-34.2580645, rel=1e-8)
    best = criterion(machine.coef_[0])
    assert best == pytest.approx(56.4516129, rel=1e-8)
    assert best >= max(criterion(w) for w in np.random.default_rng(0).normal(size=(500, 2)))


@pytest.mark.spec("M.D01", "M.D02", "M.D03", "M.D10")
@pytest.mark.parametrize("solver", SOLVERS[:2])
def test_directions_are_the_best_and_uncorrelated(solver: str) -> None:
    X, y = load_wine(return_X_y=True)
    machine = FisherDiscriminant(solver=solver).fit(X, y)
    scatter = ClassScatter.of(X, y, np.ones(len(y)))
    values = [quotient(v, scatter.between, scatter.within) for v in machine.directions_]
    assert_allclose(values, machine.rayleigh_, rtol=1e-8)
    assert_allclose(machine.directions_ @ machine.covariance_ @ machine.directions_.T, np.eye(2), atol=1e-8)
    rng = np.random.default_rng(0)
    others = [quotient(v / X.std(axis=0), scatter.between, scatter.within) for v in rng.normal(size=(300, 13))]
    assert max(others) < values[0]
    assert_allclose(machine.transform(X), (X - X.mean(axis=0)) @ machine.directions_.T, atol=1e-9)
    assert FisherDiscriminant(n_components=1).fit_transform(X, y).shape == (len(y), 1)


@pytest.mark.spec("M.D02", "M.D03", "M.D04")
@pytest.mark.parametrize("alpha", [0.0, 3.0])
def test_all_solvers_find_one_machine(alpha: float) -> None:
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0] * [1.0, 1e-5, 1e5, 1.0] + [0.0, 1.0, 0.0, -1.0], y[y > 0]
    weights = np.random.default_rng(0).integers(1, 4, len(y))
    machines = [FisherDiscriminant(alpha=alpha, solver=solver).fit(X, y, weights) for solver in SOLVERS]
    for other in machines[1:]:
        assert_allclose(other.coef_, machines[0].coef_, rtol=1e-7)
        assert_allclose(other.intercept_, machines[0].intercept_, rtol=1e-7)


@pytest.mark.spec("M.D05", "H.F02")
def test_bayes_rule_for_gaussians_of_equal_covariance() -> None:
    """What the estimates say by Bayes' theorem itself; and with many examples the rule of the world."""
    from scipy.stats import multivariate_normal

    rng = np.random.default_rng(0)
    root = np.array([[1.0, 0.0], [0.8, 0.6]])
    y = (rng.random(20000) < 0.3).astype(int)
    X = rng.normal(size=(20000, 2)) @ root.T + np.outer(y, [1.5, 0.0])
    machine = FisherDiscriminant().fit(X, y)
    densities = [
        machine.priors_[code] * multivariate_normal(machine.means_[code], machine.covariance_).pdf(X[:200])
        for code in range(2)
    ]
    assert_allclose(machine.predict_proba(X[:200])[:, 1], densities[1] / (densities[0] + densities[1]), rtol=1e-8)
    w = np.linalg.solve(root @ root.T, [1.5, 0.0])
    b = -0.5 * np.array([1.5, 0.0]) @ w + np.log(0.3 / 0.7)
    assert np.mean((X @ w + b >= 0.0) == machine.predict(X)) > 0.99
    assert_allclose(machine.coef_[0], w, rtol=0.08)
    assert machine.intercept_[0] == pytest.approx(b, rel=0.08)


@pytest.mark.spec("H.F02")
def test_algorithm_of_the_book() -> None:
    """Σ over n, and ln n₊/n₋ in the offset."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(30, 3)), np.repeat([0, 1], [20, 10])
    low, high = X[:20].mean(axis=0), X[20:].mean(axis=0)
    sigma = (X.T @ X - 20 * np.outer(low, low) - 10 * np.outer(high, high)) / 30
    w = np.linalg.solve(sigma, high - low)
    b = 0.5 * (low @ np.linalg.solve(sigma, low) - high @ np.linalg.solve(sigma, high)) + np.log(10 / 20)
    machine = FisherDiscriminant().fit(X, y)
    assert_allclose(machine.coef_[0], w, rtol=1e-9)
    assert machine.intercept_[0] == pytest.approx(b, rel=1e-9)


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_a_peer_agrees(load: object) -> None:
    X, y = load(return_X_y=True)  # type: ignore[operator]
    ours, theirs = FisherDiscriminant().fit(X, y), LinearDiscriminantAnalysis().fit(X, y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)
    signs = np.sign((ours.transform(X) * theirs.transform(X)).sum(axis=0))
    assert_allclose(ours.transform(X), theirs.transform(X) * signs, atol=1e-7)
    given = [0.2, 0.3, 0.5]
    ours, theirs = FisherDiscriminant(priors=given).fit(X, y), LinearDiscriminantAnalysis(priors=given).fit(X, y)
    assert (ours.predict(X) == theirs.predict(X)).mean() > 0.97, "the peer weighs its covariance by priors too"


def test_columns_without_scatter_and_copies_of_columns_change_nothing() -> None:
    X, y = load_iris(return_X_y=True)
    plain = FisherDiscriminant().fit(X, y).predict_proba(X)
    wide = np.column_stack([X, X[:, 0], np.ones(len(y)), 1e6 * X[:, 1]])
    assert_allclose(FisherDiscriminant().fit(wide, y).predict_proba(wide), plain, atol=1e-7)


@pytest.mark.spec("M.D09")
def test_any_basis_functions_will_do() -> None:
    """A discriminant in monomials tells a ring from its middle, which no line does."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    X = np.random.default_rng(0).normal(size=(300, 2))
    y = (np.square(X).sum(axis=1) > 1.4).astype(int)
    line = FisherDiscriminant().fit(X, y)
    rings = make_pipeline(PolynomialFeatures(2, include_bias=False), FisherDiscriminant()).fit(X, y)
    assert line.score(X, y) < 0.7
    assert rings.score(X, y) > line.score(X, y) + 0.2
