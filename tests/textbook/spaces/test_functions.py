"""Functions in a kernel's space: arithmetic, the reproducing property, norms and distances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.kernels import CubicSpline, Gaussian, Kernel, Linear, LinearSpline, Noise, Polynomial
from drupe.textbook.spaces import KernelFunction, NormBall, interpolant, representer

rng = np.random.default_rng(13)
X, Z = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))
ALPHA, BETA = rng.normal(size=6), rng.normal(size=4)
KERNELS = [Linear(), Polynomial(3, 1.0), Gaussian(1.2), Gaussian(0.5) + Linear() * 0.1]


def pair(kernel: Kernel[Vectors]) -> tuple[KernelFunction[Vectors], KernelFunction[Vectors]]:
    return KernelFunction.of(kernel, X, ALPHA), KernelFunction.of(kernel, Z, BETA)


@pytest.mark.spec("H.K18", "M.K14", "C.B20", "S.S02", "C.B26", "G.K-22")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_values_inner_products_norms_and_distances_are_the_sums_of_the_definition(kernel: Kernel[Vectors]) -> None:
    f, g = pair(kernel)
    np.testing.assert_allclose(f(Z), kernel(Z, X) @ ALPHA, rtol=1e-10)
    assert f.inner_product(g) == pytest.approx(ALPHA @ kernel(X, Z) @ BETA, rel=1e-10)
    assert f.squared_norm() == pytest.approx(ALPHA @ kernel(X) @ ALPHA, rel=1e-10)
    assert f.norm() == pytest.approx(np.sqrt(f.squared_norm()))
    both, weights = np.vstack([X, Z]), np.concatenate([ALPHA, -BETA])
    assert f.distance(g) == pytest.approx(np.sqrt(weights @ kernel(both) @ weights), rel=1e-10)


@pytest.mark.spec("H.K18", "M.K14", "C.B20", "S.S03")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_reproducing_property(kernel: Kernel[Vectors]) -> None:
    f, _ = pair(kernel)
    for i in range(len(Z)):
        at = representer(kernel, Z[i : i + 1])
        assert f.inner_product(at) == pytest.approx(f(Z[i : i + 1]).item(), rel=1e-10)
        for j in range(len(X)):
            other = representer(kernel, X[j : j + 1])
            assert at.inner_product(other) == pytest.approx(kernel(Z, X)[i, j], rel=1e-10)


@pytest.mark.spec("S.S02", "C.B26")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_arithmetic_is_that_of_the_values(kernel: Kernel[Vectors]) -> None:
    f, g = pair(kernel)
    at = rng.normal(size=(5, 3))
    np.testing.assert_allclose((f + g)(at), f(at) + g(at), rtol=1e-10)
    np.testing.assert_allclose((f - g)(at), f(at) - g(at), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose((2.5 * f)(at), 2.5 * f(at), rtol=1e-12)
    np.testing.assert_allclose((f * -3)(at), -3 * f(at), rtol=1e-12)
    np.testing.assert_allclose((-f)(at), -f(at), rtol=1e-12)
    assert (f + g).squared_norm() == pytest.approx(
        f.squared_norm() + 2 * f.inner_product(g) + g.squared_norm(), rel=1e-9
    )


@pytest.mark.spec("C.B20", "H.K18")
def test_inner_product_does_not_depend_on_how_a_function_is_written() -> None:
    f = KernelFunction.of(Linear(), X, ALPHA)  # six points in three dimensions: many ways to write it
    same = KernelFunction.of(Linear(), np.eye(3), ALPHA @ X)
    _, g = pair(Linear())
    assert f.inner_product(g) == pytest.approx(same.inner_product(g), rel=1e-12)
    assert f.distance(same) == pytest.approx(0.0, abs=1e-7)


@pytest.mark.spec("C.B20", "S.S03", "H.K18")
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@given(seed=st.integers(0, 1000))
def test_values_never_exceed_the_evaluation_bound(kernel: Kernel[Vectors], seed: int) -> None:
    draw = np.random.default_rng(seed)
    f = KernelFunction.of(kernel, draw.normal(size=(4, 2)), draw.normal(size=4))
    at = 2.0 * draw.normal(size=(10, 2))
    assert np.all(np.abs(f(at)) <= f.evaluation_bound(at) * (1 + 1e-9) + 1e-12)


@pytest.mark.spec("C.B20", "S.S03")
def test_evaluation_bound_is_reached_by_the_representer() -> None:
    at = representer(Gaussian(0.7), [[0.3, 1.0]])
    np.testing.assert_allclose(at([[0.3, 1.0]]), at.evaluation_bound([[0.3, 1.0]]), rtol=1e-12)


@pytest.mark.spec("C.B26")
def test_functions_with_the_same_centers_cancel_exactly() -> None:
    centers = Vectors.of(X)
    f, g = (KernelFunction.of(Gaussian(), centers, weights) for weights in (ALPHA, 2 * ALPHA))
    assert len((f + g).terms) == 1
    assert (2.0 * f - g).norm() == 0.0
    assert f.distance(f) == 0.0


def test_zero_function() -> None:
    zero, f = KernelFunction.zero(Gaussian()), KernelFunction.of(Gaussian(), X, ALPHA)
    assert zero(Z).tolist() == [0.0] * 4
    assert (zero + f).norm() == f.norm()
    assert zero.norm() == 0.0


def test_noise_is_felt_at_the_centers_themselves_only() -> None:
    centers = Vectors.of(X)
    f = KernelFunction.of(Gaussian() + Noise(0.5), centers, ALPHA)
    plain = KernelFunction.of(Gaussian(), centers, ALPHA)
    assert not np.allclose(f(centers), plain(centers))
    np.testing.assert_allclose(f(X.copy()), plain(X), rtol=1e-10)


def test_spline_functions_have_a_norm_only_under_their_side_condition() -> None:
    balanced = KernelFunction.of(LinearSpline(), [[0.0], [1.0], [3.0]], [1.0, -2.0, 1.0])
    assert balanced.squared_norm() > 0
    with pytest.raises(InputError, match="conditionally positive definite of order 1"):
        KernelFunction.of(LinearSpline(), [[0.0], [1.0]], [1.0, 1.0]).norm()
    line = KernelFunction.of(CubicSpline(), [[0.0], [1.0], [2.0]], [1e-9, -2e-9, 1e-9])
    assert line.norm() >= 0.0


def test_functions_over_strings() -> None:
    class Letters(Kernel[Sequences]):
        def matrix(self, left: Sequences, right: Sequences) -> np.ndarray:
            counts = [[[text.count(letter) for letter in "abc"] for text in side.values()] for side in (left, right)]
            return np.asarray(counts[0], dtype=float) @ np.asarray(counts[1], dtype=float).T

    kernel = Letters().normalized()
    f = KernelFunction.of(kernel, ["ab", "c"], [1.0, -1.0]) + representer(kernel, ["c"])
    np.testing.assert_allclose(f(["abab", "cc"]), [1.0, 0.0], atol=1e-12)


@pytest.mark.spec("S.S07")
def test_norm_ball() -> None:
    ball = NormBall(Gaussian(), radius=1.5)
    f = KernelFunction.of(Gaussian(), X, ALPHA)
    inside, on, outside = (share * (1.5 / f.norm()) * f for share in (0.99, 1.0, 1.01))
    assert inside in ball
    assert on in ball
    assert outside not in ball
    assert KernelFunction.of(Gaussian(2.0), X, 0.0 * ALPHA) not in ball  # of another space
    assert ball.projection(outside).norm() == pytest.approx(1.5)
    assert ball.projection(inside) is inside
    # The supremum at a point is attained by the representer, scaled to the sphere.
    best = 1.5 * representer(Gaussian(), Z[:1])
    np.testing.assert_allclose(best(Z[:1]), ball.supremum(Z[:1]), rtol=1e-12)
    assert np.all(ball.projection(outside)(Z) <= ball.supremum(Z))


@pytest.mark.spec("S.S07")
def test_norm_ball_of_slopes() -> None:
    ball = NormBall(Linear(), radius=2.0)
    assert [interpolant(Linear(), [[1.0]], [w]) in ball for w in (-2.0, 1.9, 2.1)] == [True, True, False]
    assert ball.largest_difference([[1.0]], [[4.0]]) == pytest.approx(6.0)


def test_bad_functions_are_refused() -> None:
    with pytest.raises(InputError, match=r"6 centers, but the coefficients have shape \(2,\)"):
        KernelFunction.of(Gaussian(), X, [1.0, 2.0])
    with pytest.raises(InputError, match="finite"):
        KernelFunction.of(Gaussian(), X[:1], [np.nan])
    with pytest.raises(InputError, match="they cannot meet"):
        KernelFunction.of(Gaussian(), X, ALPHA) + KernelFunction.of(Linear(), X, ALPHA)
    with pytest.raises(InputError, match="one example, got 6"):
        representer(Gaussian(), X)
    with pytest.raises(ParameterError, match="radius"):
        NormBall(Gaussian(), -1.0)
    with pytest.raises(TypeError):
        KernelFunction.of(Gaussian(), X, ALPHA) + 1.0  # type: ignore[operator]
    with pytest.raises(TypeError):
        KernelFunction.of(Gaussian(), X, ALPHA) * "2"  # type: ignore[operator]
