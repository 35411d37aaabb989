"""Kernels in short: what is written can be read back."""

import numpy as np
import pytest

import drupe.kernels
from drupe.analysis.kernel_words import kernel_words
from drupe.kernels import Constant, Gaussian, Kernel, Laplacian, Polynomial

NAMES = {name: getattr(drupe.kernels, name) for name in drupe.kernels.__all__}
X = np.random.default_rng(0).normal(size=(5, 3))


@pytest.mark.parametrize(
    "kernel",
    [
        Gaussian(width=20.0) + 0.5 * Polynomial(degree=3).normalized(),
        (Gaussian(width=2.0) + Laplacian(width=3.0)) * Laplacian(width=1.0),
        (2.0 * Gaussian(width=2.0)) ** 3 + 1.0,
        (Gaussian(width=2.0) * Laplacian(width=3.0)).normalized(),
        Laplacian(width=1.0).on([0, 2]) + Constant(2.0),
    ],
)
def test_words_are_the_formula(kernel: Kernel) -> None:
    again = eval(kernel_words(kernel), NAMES)
    np.testing.assert_allclose(again(X), kernel(X), rtol=1e-12)


def test_what_cannot_be_written_in_full_is_said() -> None:
    assert kernel_words(Gaussian(width=1.0).on(range(30))) == "Gaussian(width=1).on([30 columns])"
    assert kernel_words(Gaussian(width=1.0).centered(X)) == "Gaussian(width=1).centered()"
    assert kernel_words(Constant()) == "none: always the same answer"
