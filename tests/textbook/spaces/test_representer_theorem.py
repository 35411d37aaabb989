"""The representer theorem as a solver, against closed forms and against functions outside the span."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError, InputError, ParameterError
from drupe.kernels import Gaussian, Linear
from drupe.losses import Hinge, Huber, Logistic, Loss, Polynomial, Squared, SquaredHinge, ZeroOne
from drupe.textbook.spaces import KernelFunction, MeanLoss, PowerPenalty, RepresenterSolver, interpolant, representer

rng = np.random.default_rng(29)
X = rng.normal(size=(25, 2))
TARGETS = np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=25)
SIGNS = np.where(X[:, 0] * X[:, 1] + 0.2 * rng.normal(size=25) > 0, 1.0, -1.0)


@pytest.mark.spec("H.K19", "S.T04", "S.T01")
@pytest.mark.parametrize("ridge", [1e-3, 0.1, 10.0])
def test_squared_loss_gives_kernel_ridge_regression(ridge: float) -> None:
    found = RepresenterSolver().solve(Gaussian(), X, MeanLoss(Squared(), TARGETS), PowerPenalty(ridge))
    gram = Gaussian()(X)
    expected = np.linalg.solve(gram + 25 * ridge * np.eye(25), TARGETS)
    np.testing.assert_allclose(found.function.terms[0].coefficients, expected, rtol=1e-5, atol=1e-7)
    residuals = gram @ expected - TARGETS
    assert found.objective == pytest.approx(np.mean(residuals**2) + ridge * expected @ gram @ expected, rel=1e-10)


@pytest.mark.spec("S.T01", "S.T04", "H.K19")
def test_worked_example_of_three_points() -> None:
    x, y = [[-1.0], [0.0], [2.0]], np.array([1.0, -1.0, 1.0])
    found = RepresenterSolver().solve(Gaussian(1.0), x, MeanLoss(Squared(), y), PowerPenalty(0.1))
    f = found.function
    np.testing.assert_allclose(f.terms[0].coefficients, [1.489037, -1.559617, 0.918869], atol=1e-6)
    np.testing.assert_allclose(f(x), [0.553289, -0.532115, 0.724339], atol=1e-6)
    assert f.squared_norm() == pytest.approx(2.3193359, abs=1e-6)
    assert found.objective == pytest.approx(0.3967522, abs=1e-7)


@pytest.mark.spec("H.K19", "S.T04")
@pytest.mark.parametrize(
    ("loss", "targets"),
    [(Logistic(), SIGNS), (SquaredHinge(), SIGNS), (Huber(0.2), TARGETS), (Polynomial(3.0), TARGETS)],
    ids=["logistic", "squared-hinge", "huber", "cubic"],
)
def test_coefficients_are_the_slopes_of_the_loss(loss: Loss, targets: Vector) -> None:
    ridge = 0.05
    f = RepresenterSolver().solve(Gaussian(), X, MeanLoss(loss, targets), PowerPenalty(ridge)).function
    expected = -loss.derivative(f(X), targets) / (2 * ridge * 25)
    np.testing.assert_allclose(f.terms[0].coefficients, expected, atol=1e-6)


@pytest.mark.spec("H.K19", "S.T04")
@pytest.mark.parametrize("loss", [Logistic(), SquaredHinge()], ids=repr)
@pytest.mark.parametrize("exponent", [2.0, 3.5])
def test_what_is_orthogonal_to_the_data_only_adds_to_the_norm(loss: Loss, exponent: float) -> None:
    cost, penalty = MeanLoss(loss, SIGNS), PowerPenalty(0.05, exponent)

    def objective(g: KernelFunction) -> float:
        return cost.value(g(X)) + penalty.value(g.squared_norm())

    found = RepresenterSolver().solve(Gaussian(), X, cost, penalty)
    f = found.function
    assert objective(f) == pytest.approx(found.objective, rel=1e-7)
    for _ in range(5):
        section = representer(Gaussian(), rng.normal(size=(1, 2)))
        apart = section - interpolant(Gaussian(), X, section(X))
        np.testing.assert_allclose(apart(X), 0.0, atol=1e-6)
        assert objective(f + 0.5 * apart) > objective(f)
        inside = KernelFunction.of(Gaussian(), X, 0.05 * rng.normal(size=25))
        assert objective(f + inside) > objective(f)


@pytest.mark.spec("H.K19")
def test_logistic_loss_agrees_with_scikit_learn() -> None:
    # scikit-learn minimizes ½‖w‖² + C Σ loss; ours is the mean loss + λ‖w‖², so C = 1 / (2 λ n).
    peer = LogisticRegression(C=1 / (2 * 0.02 * 25), fit_intercept=False, tol=1e-10, max_iter=1000).fit(X, SIGNS)
    f = RepresenterSolver().solve(Linear(), X, MeanLoss(Logistic(), SIGNS), PowerPenalty(0.02)).function
    np.testing.assert_allclose(f(np.eye(2)), peer.coef_[0], atol=1e-6)


@pytest.mark.spec("H.K19")
def test_any_smooth_cost_will_do() -> None:
    class Spread:
        """(max-free) cost that couples the outputs: (f(x₁) − f(x₂) − 1)²."""

        def value(self, outputs: Vector) -> float:
            return float((outputs[0] - outputs[1] - 1.0) ** 2)

        def gradient(self, outputs: Vector) -> Vector:
            return 2.0 * (outputs[0] - outputs[1] - 1.0) * np.array([1.0, -1.0])

    f = RepresenterSolver().solve(Linear(), [[2.0], [1.0]], Spread(), PowerPenalty(1.0)).function
    np.testing.assert_allclose(f([[1.0]]), [0.5], rtol=1e-9)  # (w − 1)² + w²


def test_targets_that_ask_for_nothing_give_the_zero_function() -> None:
    found = RepresenterSolver().solve(Gaussian(), X, MeanLoss(Squared(), np.zeros(25)), PowerPenalty(1.0, 4.0))
    assert found.function.norm() == 0.0


def test_losses_that_cannot_be_descended_on_are_refused() -> None:
    with pytest.raises(InputError, match="continuous but has kinks; take a smooth relative"):
        MeanLoss(Hinge(), SIGNS)
    with pytest.raises(InputError, match="it jumps"):
        MeanLoss(ZeroOne(), SIGNS)


def test_bad_parameters_and_early_stops_are_said() -> None:
    with pytest.raises(ParameterError, match="exponent"):
        PowerPenalty(1.0, 1.0)
    with pytest.raises(ParameterError, match="weight"):
        PowerPenalty(0.0)
    with pytest.raises(ConvergenceError, match="after 1 steps"):
        RepresenterSolver(iterations=1).solve(Gaussian(), X, MeanLoss(Squared(), TARGETS), PowerPenalty(1e-3))
