"""The additive χ² kernel."""

import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows
from sklearn.metrics.pairwise import additive_chi2_kernel

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import AdditiveChiSquared

COUNTS = Vectors.of(np.random.default_rng(0).poisson(3.0, size=(10, 12)).astype(float))


@pytest.mark.spec("C.B38")
def test_it_is_the_formula() -> None:
    def formula(x, z, _):
        return -sum((a - b) ** 2 / (a + b) for a, b in zip(x, z, strict=True) if a + b)

    assert_follows(AdditiveChiSquared(), formula, COUNTS)


def test_agrees_with_scikit_learn() -> None:
    x, z = COUNTS.array[:6], COUNTS.array[4:]
    np.testing.assert_allclose(AdditiveChiSquared()(x, z), additive_chi2_kernel(x, z), rtol=1e-10)


@pytest.mark.spec("M.K09")
def test_conditionally_positive_of_order_one() -> None:
    assert AdditiveChiSquared().definiteness.order == 1
    assert_conditionally_positive(AdditiveChiSquared(), COUNTS, np.ones((10, 1)))
    np.testing.assert_array_equal(AdditiveChiSquared().null_space(COUNTS), np.ones((10, 1)))


def test_negative_entries_are_refused_by_place() -> None:
    with pytest.raises(InputError, match="AdditiveChiSquared compares histograms, but row 0, column 2"):
        AdditiveChiSquared()([[0.0, 1.0, -1.0]])
