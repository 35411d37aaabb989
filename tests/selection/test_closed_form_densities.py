"""Densities of examples left out are those of machines that never saw them."""

import numpy as np
import pytest
from scipy.stats import norm

from drupe import GaussianProcessRegressor, KernelFisher, KernelRidge, closed_form_densities
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.kernels import Gaussian

RNG = np.random.default_rng(0)
X = RNG.normal(size=(25, 2))
Y = np.column_stack([np.sin(2.0 * X[:, 0]), X[:, 1]]) + 0.1 * RNG.normal(size=(25, 2))
WEIGHTS = RNG.integers(1, 4, 25).astype(float)


def left_out(kernel: np.ndarray, noise: np.ndarray, y: np.ndarray) -> np.ndarray:
    """One Gaussian process for each example, told of all others."""
    found = []
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        inverse = np.linalg.inv(kernel[np.ix_(rest, rest)] + np.diag(noise[rest]))
        mean = kernel[i, rest] @ inverse @ y[rest]
        variance = kernel[i, i] + noise[i] - kernel[i, rest] @ inverse @ kernel[i, rest]
        found.append(norm.logpdf(y[i], mean, np.sqrt(variance)))
    return np.array(found)


@pytest.mark.parametrize("alpha", [0.01, 1.0, [0.1, 3.0]])
@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_ridge_is_a_process_with_the_noise_alpha(alpha: object, weights: np.ndarray | None) -> None:
    kernel = Gaussian(0.8)
    found = closed_form_densities(KernelRidge(alpha, kernel=kernel), X, Y, weights)
    counts = np.ones(25) if weights is None else weights
    for column, strength in enumerate(np.broadcast_to(alpha, 2)):
        np.testing.assert_allclose(found[:, column], left_out(kernel(X, X), strength / counts, Y[:, column]), rtol=1e-8)


def test_an_offset_is_a_constant_of_which_nothing_is_known() -> None:
    kernel, vague = Gaussian(0.8), 1e4
    found = closed_form_densities(KernelRidge(0.1, kernel=kernel, fit_intercept=True), X, Y[:, 0] + 5.0)
    expected = left_out(kernel(X, X) + vague, np.full(25, 0.1), Y[:, 0] + 5.0)
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_processes_and_the_width_that_foretells_best() -> None:
    machines = [GaussianProcessRegressor(Gaussian(width), noise=0.01, optimizer=None) for width in (0.05, 0.8, 30.0)]
    found = [closed_form_densities(machine, X, Y[:, 0]) for machine in machines]
    for machine, one in zip(machines, found, strict=True):
        np.testing.assert_allclose(one, left_out(machine.kernel(X, X), np.full(25, 0.01), Y[:, 0]), rtol=1e-6)
    assert np.argmax([one.mean() for one in found]) == 1


def test_what_has_no_density_is_refused() -> None:
    with pytest.raises(InputTypeError, match="no density"):
        closed_form_densities(KernelFisher(Gaussian(1.0)), X, Y[:, 0] > 0)
    machine = GaussianProcessRegressor(Gaussian(1.0), noise=0.1, optimizer=None, normalize_y=True)
    with pytest.raises(ParameterError, match="normalize_y"):
        closed_form_densities(machine, X, Y[:, 0])
    with pytest.raises(ParameterError, match="kernel"):
        closed_form_densities(KernelRidge(kernel="rbf", gamma="scale"), X, Y[:, 0])
