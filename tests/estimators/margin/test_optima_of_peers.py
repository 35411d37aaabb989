"""The same optimum as LIBSVM, as scikit-learn and as a general solver of quadratic programs, on random problems."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from libsvm.svmutil import svm_train
from peers import TIGHT, fitted
from scipy.optimize import Bounds, LinearConstraint, minimize
from sklearn.metrics.pairwise import pairwise_kernels

from drupe import SVC, SVR, NuSVC, NuSVR, OneClassSVM

KERNELS = {
    "linear": (0, {}),
    "poly": (1, {"gamma": 0.3, "coef0": 0.5, "degree": 3}),
    "rbf": (2, {"gamma": 0.3}),
}
C, EPSILON, NU = 0.7, 0.1, 0.35


@dataclass(frozen=True)
class Kind:
    """A machine here and at the peers, and the dual objective of an expansion Σ cᵢ k(xᵢ, ·), given cᵀKc and y."""

    ours: type
    number: int
    options: dict[str, float]
    objective: Callable[[float, np.ndarray, np.ndarray], float]

    @property
    def theirs(self) -> type:
        return getattr(sklearn.svm, self.ours.__name__)

    @property
    def flags(self) -> str:
        letters = {"C": "-c", "epsilon": "-p", "nu": "-n"}
        return " ".join(f"{letters[name]} {value}" for name, value in self.options.items())


KINDS = (
    Kind(SVC, 0, {"C": C}, lambda square, c, y: 0.5 * square - np.abs(c).sum()),
    Kind(OneClassSVM, 2, {"nu": NU}, lambda square, c, y: 0.5 * square),
    Kind(SVR, 3, {"C": C, "epsilon": EPSILON}, lambda square, c, y: 0.5 * square - y @ c + EPSILON * np.abs(c).sum()),
    Kind(NuSVR, 4, {"C": C, "nu": NU}, lambda square, c, y: 0.5 * square - y @ c),
)


def problem(kind: type, seed: int, n: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Points in three dimensions; two classes that overlap, or a noisy curve."""
    rng = np.random.default_rng(seed)
    # With the origin among the points a linear one-class machine is nothing, and LIBSVM never ends.
    X = rng.normal(size=(n, 3)) + (3.0 if kind is OneClassSVM else 0.0)
    curve = np.sin(2.0 * X[:, 0]) + 0.3 * rng.normal(size=n)
    return X, np.where(curve > 0.1, 1.0, -1.0) if kind in (SVC, NuSVC) else curve


def gram(kernel: str, X: np.ndarray, Z: np.ndarray | None = None) -> np.ndarray:
    return pairwise_kernels(X, Z, metric=kernel, **KERNELS[kernel][1])


def coefficients(machine: Any, n: int) -> np.ndarray:
    """One for each training example."""
    out = np.zeros(n)
    out[machine.support_] = machine.dual_coef_[0]
    return out


def of_libsvm(kind: Kind, kernel: str, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    number, parameters = KERNELS[kernel]
    flags = (
        f"-q -e {TIGHT} -s {kind.number} -t {number} -g {parameters.get('gamma', 1)} -r {parameters.get('coef0', 0)} "
    )
    model = svm_train(y.tolist(), X.tolist(), flags + kind.flags)
    out = np.zeros(len(y))
    out[np.array(model.get_sv_indices()) - 1] = [c for (c,) in model.get_sv_coef()]
    return out if model.get_labels()[:1] != [-1] else -out  # its first class is the one that it saw first


@pytest.mark.spec("C.E03")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.ours.__name__)
def test_nobody_finds_a_better_optimum(kind: Kind, kernel: str, seed: int) -> None:
    """To a millionth, all three; and it is not only that the best of them is no better: ours is no worse."""
    X, y = problem(kind.ours, seed)
    K, parameters = gram(kernel, X), KERNELS[kernel][1]
    found = {
        "drupe": coefficients(kind.ours(kernel=kernel, tol=TIGHT, **parameters, **kind.options).fit(X, y), len(y)),
        "sklearn": coefficients(fitted(kind.theirs(kernel=kernel, **parameters, **kind.options), X, y), len(y)),
        "libsvm": of_libsvm(kind, kernel, X, y),
    }
    values = {name: kind.objective(c @ K @ c, c, y) for name, c in found.items()}
    for peer in ("sklearn", "libsvm"):
        assert values["drupe"] == pytest.approx(values[peer], rel=1e-6), peer
        np.testing.assert_allclose(K @ found["drupe"], K @ found[peer], atol=1e-4)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(3))
def test_a_general_solver_of_quadratic_programs_agrees(kernel: str, seed: int) -> None:
    X, y = problem(SVC, seed, n=24)
    K = gram(kernel, X)
    Q = y[:, None] * y * K
    oracle = minimize(
        lambda a: 0.5 * a @ Q @ a - a.sum(),
        np.full(len(y), 0.01),
        jac=lambda a: Q @ a - 1.0,
        hess=lambda a: Q,
        bounds=Bounds(0.0, C),
        constraints=LinearConstraint(y[None], 0.0, 0.0),
        method="trust-constr",
        options={"gtol": 1e-10, "xtol": 1e-12, "barrier_tol": 1e-10, "maxiter": 5000},
    )
    c = coefficients(SVC(kernel=kernel, C=C, tol=TIGHT, **KERNELS[kernel][1]).fit(X, y), len(y))
    assert 0.5 * c @ K @ c - np.abs(c).sum() == pytest.approx(oracle.fun, rel=1e-6)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kernel", ["poly", "rbf"])
def test_nu_classifiers_decide_alike(kernel: str, seed: int) -> None:
    """Not with a linear kernel: the margin of these classes would be zero, and LIBSVM never ends."""
    X, y = problem(NuSVC, seed)
    options = {"nu": NU, "kernel": kernel, **KERNELS[kernel][1]}
    ours, theirs = NuSVC(tol=TIGHT, **options).fit(X, y), fitted(sklearn.svm.NuSVC(**options), X, y)
    new = np.random.default_rng(seed + 100).normal(size=(40, 3))
    np.testing.assert_allclose(ours.decision_function(new), theirs.decision_function(new), rtol=1e-5, atol=1e-5)
