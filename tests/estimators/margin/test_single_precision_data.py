"""Data in float32 with coefficients so large that their rounding would drown every output."""

import numpy as np
import pytest

from drupe import SVC, SVR, KernelPerceptron, OneClassSVM
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.predictors.expansion import Expansion

RNG = np.random.default_rng(0)
X = RNG.normal(size=(600, 10)).astype(np.float32)
Y = (X[:, 0] + 0.5 * RNG.normal(size=600) > 0).astype(int)


def gaussian(x, z, gamma):
    """exp(−γ ‖x − z‖²) from differences, in float64."""
    x, z = np.asarray(x, dtype=np.float64), np.asarray(z, dtype=np.float64)
    return np.exp(-gamma * np.square(x[:, None] - z).sum(axis=2))


@pytest.mark.parametrize(("C", "gamma"), [(1e6, 1e-4), (1e8, 1e-5), (1.0, 0.1)])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_outputs_and_answers_are_those_of_the_published_coefficients(C, gamma):
    machine = SVC(C=C, gamma=gamma, max_iter=200_000).fit(X, Y)
    expected = gaussian(X, machine.support_vectors_, gamma) @ machine.dual_coef_[0] + machine.intercept_[0]
    scale = np.abs(machine.dual_coef_).sum()
    np.testing.assert_allclose(machine.decision_function(X), expected, atol=1e-14 * scale)
    clear = np.abs(expected) > 1e-14 * scale
    assert (machine.predict(X)[clear] == (expected > 0)[clear]).all()
    assert (machine.predict(X[:20])[clear[:20]] == (expected > 0)[:20][clear[:20]]).all(), "also few at a time"


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_many_classes_too():
    codes = np.digitize(X[:, 0] + 0.3 * RNG.normal(size=600), [-0.5, 0.5])
    machine = SVC(C=1e6, gamma=1e-4, decision_function_shape="ovo", max_iter=20_000).fit(X, codes)
    double = SVC(C=1e6, gamma=1e-4, decision_function_shape="ovo", max_iter=20_000).fit(X.astype(np.float64), codes)
    np.testing.assert_allclose(machine.decision_function(X), double.decision_function(X), atol=1e-4)
    assert (machine.predict(X) == double.predict(X)).mean() > 0.999


@pytest.mark.parametrize(
    "machine",
    [
        SVR(C=1e5, gamma=1e-3, epsilon=0.01, max_iter=100_000),
        OneClassSVM(gamma=1e-3),
        KernelPerceptron(Gaussian(3.0), max_passes=5),
    ],
    ids=lambda machine: type(machine).__name__,
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_float32_and_float64_data_give_the_same_outputs(machine):
    y = np.sin(X[:, 0].astype(np.float64)) if isinstance(machine, SVR) else Y
    machine.fit(X, y)
    ask = machine.predict if isinstance(machine, SVR) else machine.decision_function
    np.testing.assert_allclose(ask(X), ask(X.astype(np.float64)), rtol=1e-9, atol=1e-9)


def test_an_expansion_cancels_in_double_precision():
    """Two nearly equal centers with huge coefficients of either sign: a derivative."""
    centers = np.array([[1.0], [1.0 + 2.0**-20]], dtype=np.float32)
    huge = 2.0**20
    f = Expansion(Gaussian(1.0), Vectors.of(centers), np.array([[-huge], [huge]]), np.zeros(1))
    x = np.linspace(-1.0, 3.0, 9, dtype=np.float32)[:, None]
    slope = (x - 1.0) * np.exp(-0.5 * (x - 1.0) ** 2)
    np.testing.assert_allclose(f.decision(Vectors.of(x)), slope, atol=2e-6)
