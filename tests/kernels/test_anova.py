"""The ANOVA kernel."""

from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np
import pytest
from kernels.formula_checks import assert_positive, assert_refuses, points

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import ANOVA, Gaussian, Sigmoid, anova


@pytest.mark.spec("C.B43")
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("single", [None, Gaussian(0.7)])
def test_it_is_the_sum_over_subsets_of_features(degree: int, single) -> None:
    x, z = points(0, 3, 5), points(1, 4, 5)
    kernel = ANOVA(degree) if single is None else ANOVA(degree, single)
    apart = [kernel.kernel.matrix(x.columns([j]), z.columns([j])) for j in range(5)]
    brute = sum(prod(apart[j] for j in subset) for subset in combinations(range(5), degree))
    np.testing.assert_allclose(kernel.matrix(x, z), brute, rtol=1e-10, atol=1e-13)
    np.testing.assert_allclose(kernel.diagonal(x), kernel.matrix(x, x).diagonal(), rtol=1e-10)


@pytest.mark.spec("C.B43")
def test_many_features_keep_all_digits() -> None:
    """Against exact fractions; the power-sum formula would lose everything to cancellation here."""
    x = np.round(np.random.default_rng(2).uniform(0.5, 1.5, size=(2, 40)), 3)
    products = [Fraction(float(a)) * Fraction(float(b)) for a, b in zip(*x, strict=True)]
    sums = [Fraction(1), *[Fraction(0)] * 12]
    for product in products:
        sums = [sums[0], *(sums[i] + product * sums[i - 1] for i in range(1, 13))]
    assert ANOVA(degree=12)(x[:1], x[1:]).item() == pytest.approx(float(sums[-1]), rel=1e-12)


def test_rows_in_blocks_are_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = points(3, 9, 4)
    whole = ANOVA(2).matrix(inputs, inputs)
    monkeypatch.setattr(anova, "BLOCK_BYTES", 8 * 3 * 9 * 2)
    np.testing.assert_allclose(ANOVA(2).matrix(inputs, inputs), whole, rtol=1e-12)


@pytest.mark.spec("C.B43")
def test_positive_if_the_kernel_inside_is() -> None:
    assert_positive(ANOVA(3), points(4, 15, 5))
    assert_positive(ANOVA(2, Gaussian(1.0)), points(5, 15, 4))
    assert ANOVA(2, Sigmoid()).definiteness.order is None


def test_gradient_reaches_the_kernel_inside() -> None:
    inputs = points(6, 4, 3)
    step = 1e-5
    high, low = (ANOVA(2, Gaussian(0.8 + s)).matrix(inputs, inputs) for s in (step, -step))
    slope = ANOVA(2, Gaussian(0.8)).gradient(inputs)["kernel.width"]
    np.testing.assert_allclose(slope, (high - low) / (2 * step), rtol=1e-5, atol=1e-8)


def test_single_precision_stays_single() -> None:
    inputs = Vectors.of(points(7, 4, 3).array.astype(np.float32))
    assert ANOVA(2).matrix(inputs, inputs).dtype == np.float32


def test_refuses_what_cannot_interact() -> None:
    assert_refuses(lambda: ANOVA(degree=0), naming=r"ANOVA.degree.*got 0")
    with pytest.raises(InputError, match="3 different columns interact, but the data have 2"):
        ANOVA(3)([[1.0, 2.0]])
    with pytest.raises(InputError, match="vectors of 3 columns cannot be compared with vectors of 4"):
        ANOVA(2)(np.ones((1, 3)), np.ones((1, 4)))
