"""Four programs side by side: each machine reaches the optimum of its row, as a general solver finds it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, linprog, minimize
from sklearn.datasets import make_moons

from drupe import SVC, ArcGV, HardMarginSVC, KernelFisher, LPBoost, RobustKernelFisher, SparseKernelFisher
from drupe.estimators.boosting import KernelColumn
from drupe.kernels import Gaussian
from drupe.solvers.boosting.largest_margin import largest_margin

X, LABELS = make_moons(24, noise=0.2, random_state=0)
Y = np.where(LABELS == 1, 1.0, -1.0)
PHI = Gaussian(0.5)(X, X)
"""Explicit features: what each example says of the others."""
N, D = PHI.shape
COSTS = [0.2, 1.0, 5.0]


@dataclass(frozen=True)
class Row:
    """One row of the table: ½‖w‖² + C ℓ(ξ) with yᵢ(⟨w, φᵢ⟩ + b) = 1 − ξᵢ, or ≥.

    Slacks are two of each, ξ = p − q, so that |ξ| = p + q is smooth; the inequality leaves q free of charge.
    """

    squared: bool
    inequality: bool

    def optimum(self, C: float) -> float:
        """By sequential quadratic programming over w, b, p and q, which knows nothing of kernels and duals."""
        identity, nothing = np.eye(N), np.zeros((N, N))
        q = nothing if self.squared or self.inequality else -identity
        rows = np.hstack([Y[:, None] * PHI, Y[:, None], identity, q])

        def objective(z):  # over C
            w, p, q = z[:D], z[D + 1 : D + 1 + N], z[D + 1 + N :]
            return 0.5 * w @ w / C + ((p @ p) if self.squared else (p.sum() + q.sum()))

        def gradient(z):
            w, p = z[:D], z[D + 1 : D + 1 + N]
            slopes = 2.0 * p if self.squared else np.ones(N)
            return np.concatenate([w / C, [0.0], slopes, np.full(N, 0.0 if self.squared else 1.0)])

        free, above = (None, None), (0.0, None)
        bounds = [free] * (D + 1) + [free if self.squared else above] * N + [above] * N
        found = minimize(
            objective,
            np.concatenate([np.zeros(D + 1), np.ones(N), np.zeros(N)]),
            jac=gradient,
            method="SLSQP",
            bounds=bounds,
            constraints=LinearConstraint(rows, 1.0, np.inf if self.inequality else 1.0),
            options={"ftol": 1e-11, "maxiter": 2000},
        )
        assert found.success, found.message
        return C * float(found.fun)


def plane(machine: Any, columns: int) -> tuple[np.ndarray, float]:
    """W and b of a function that is linear in the features, from what it answers."""
    outputs = machine.decision_function(np.vstack([np.eye(columns), np.zeros(columns)]))
    return outputs[:-1] - outputs[-1], float(outputs[-1])


def reached(machine: Any, C: float, loss: Any) -> float:
    """½‖w‖² + C Σ ℓ(ξᵢ) at what the machine found."""
    w, b = plane(machine.fit(PHI, Y), D)
    return float(0.5 * w @ w + C * loss(1.0 - Y * (PHI @ w + b)).sum())


@pytest.mark.spec("M.Q17")
@pytest.mark.parametrize("C", COSTS)
def test_first_row_fisher_and_least_squares(C):
    machine = KernelFisher("linear", alpha=1.0 / (2.0 * C), threshold="least squares")
    assert reached(machine, C, np.square) == pytest.approx(Row(squared=True, inequality=False).optimum(C), rel=1e-6)


@pytest.mark.spec("M.Q17")
@pytest.mark.parametrize("C", COSTS)
def test_second_row_has_absolute_slacks_and_is_the_robust_machine_not_the_sparse_one(C):
    machine = RobustKernelFisher("linear", alpha=1.0 / C, threshold="least squares", tol=1e-10)
    optimum = Row(squared=False, inequality=False).optimum(C)
    assert reached(machine, C, np.abs) == pytest.approx(optimum, rel=1e-6)
    # The name in print belongs to the machine whose coefficients pay by their sum: it ends elsewhere.
    sparse = SparseKernelFisher("linear", alpha=1.0 / C, threshold="least squares")
    assert reached(sparse, C, np.abs) > optimum * 1.001


@pytest.mark.spec("M.Q17")
@pytest.mark.parametrize("C", COSTS)
def test_third_row_support_vectors(C):
    machine = SVC(kernel="linear", C=C, tol=1e-9)
    hinge = lambda slack: np.maximum(slack, 0.0)  # noqa: E731
    assert reached(machine, C, hinge) == pytest.approx(Row(squared=False, inequality=True).optimum(C), rel=1e-6)


def largest(norm: int) -> float:
    """max ρ, yᵢ⟨w, φᵢ⟩ ≥ ρ, ‖w‖ = 1 over the features and a constant, by a solver that knows no machine."""
    features = Y[:, None] * np.column_stack([PHI, np.ones(N)])
    if norm == 1:
        both = np.hstack([-features, features, np.ones((N, 1))])
        ones = np.append(np.ones(2 * D + 2), 0.0)
        costs = np.append(np.zeros(2 * D + 2), -1.0)
        bounds = [(0, None)] * (2 * D + 2) + [(None, None)]
        return -linprog(costs, A_ub=both, b_ub=np.zeros(N), A_eq=ones[None], b_eq=[1.0], bounds=bounds).fun
    # The nearest point to the origin of the hull of yᵢ φᵢ lies ρ away, which is the dual program.
    Q = features @ features.T
    found = minimize(
        lambda u: 0.5 * u @ Q @ u,
        np.full(N, 1.0 / N),
        jac=lambda u: Q @ u,
        method="SLSQP",
        bounds=[(0.0, 1.0)] * N,
        constraints=LinearConstraint(np.ones((1, N)), 1.0, 1.0),
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return float(np.sqrt(2.0 * found.fun))


@pytest.mark.spec("M.Q15")
@pytest.mark.spec("M.Q17")
def test_fourth_row_arc_gv_and_its_linear_program():
    optimum = largest(1)
    machine = LPBoost(KernelColumn(Gaussian(0.5)), nu=None, tol=1e-9).fit(X, Y)
    assert machine.margin_ == pytest.approx(optimum, rel=1e-6)
    arc = ArcGV(KernelColumn(Gaussian(0.5)), n_estimators=20_000).fit(X, Y)
    assert arc.margin_ <= optimum + 1e-9
    assert arc.margin_bound_ >= optimum - 1e-9
    short = ArcGV(KernelColumn(Gaussian(0.5)), n_estimators=2000).fit(X, Y)
    assert short.margin_ < arc.margin_
    assert arc.margin_ == pytest.approx(optimum, abs=0.01)


@pytest.mark.spec("M.Q16")
def test_the_other_norm_is_the_maximal_margin_hyperplane_through_the_origin():
    features = np.column_stack([PHI, np.ones(N)])
    machine = HardMarginSVC(kernel="linear", fit_intercept=False, tol=1e-10).fit(features, Y)
    w, b = plane(machine, D + 1)
    assert b == 0.0
    assert (Y * (features @ w)).min() == pytest.approx(1.0, abs=1e-8)
    assert 1.0 / np.linalg.norm(w) == pytest.approx(largest(2), rel=1e-6)
    assert machine.margin_ == pytest.approx(largest(2), rel=1e-6)
    # ‖w‖₂ ≤ ‖w‖₁ ≤ √D ‖w‖₂ for the same w, so that the two margins cannot be far apart.
    in_one = largest_margin(np.hstack([features, -features]), Y).margin
    assert in_one <= largest(2) <= np.sqrt(D + 1) * in_one
