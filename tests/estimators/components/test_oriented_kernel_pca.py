"""Oriented kernel PCA: against generalized eigenproblems in explicit features, and toys whose answer one can see."""

import numpy as np
import pytest
from scipy.linalg import eigh
from sklearn.utils.estimator_checks import parametrize_with_checks
from solvers.expansions.toy import KERNEL, POINTS
from solvers.expansions.toy import K as TOY_GRAM

from drupe import KernelPCA, OrientedKernelPCA
from drupe.estimators.components.noise import NoiseSample, Tangents
from drupe.estimators.components.transformations import PlaneRotation, TransformedBy, Translation
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Polynomial
from drupe.solvers.rayleigh import rayleigh, weighted_sum

RNG = np.random.default_rng(5)
X = RNG.normal(size=(60, 3)) * [2.0, 1.0, 0.7] + 1.0
Z = RNG.normal(size=(40, 3)) * [3.0, 0.2, 0.1]
NEW = RNG.normal(size=(7, 3))


def like(ours: np.ndarray, theirs: np.ndarray, **precision: float) -> None:
    signs = np.sign((ours * theirs).sum(axis=0))
    np.testing.assert_allclose(ours * signs, theirs, **precision)


def squares_of_numbers(x: np.ndarray) -> np.ndarray:
    """The features of (1 + ⟨x, z⟩)²."""
    pairs = [np.sqrt(2.0) * x[:, i] * x[:, j] for i in range(3) for j in range(i)]
    return np.column_stack([np.ones(len(x)), np.sqrt(2.0) * x, x**2, *pairs])


@pytest.mark.spec("M.R03")
def test_without_noise_they_are_the_kernel_principal_components() -> None:
    machine = OrientedKernelPCA(Gaussian(1.5), n_components=4, alpha=0.1).fit(X)
    peer = KernelPCA(4, kernel=Gaussian(1.5)).fit(X)
    np.testing.assert_allclose(0.1 * machine.rayleigh_, peer.covariance_eigenvalues_, rtol=1e-9)
    like(np.sqrt(0.1) * machine.transform(NEW), peer.transform(NEW), atol=1e-8)


@pytest.mark.spec("M.R01", "M.R02", "M.R04", "M.R06")
@pytest.mark.parametrize("full", [False, True])
def test_expansions_find_what_explicit_features_find(full: bool) -> None:
    # Ten features, sixty examples: the span of either expansion is the whole space, and no w is better.
    kernel = Polynomial(2, 1.0)
    machine = OrientedKernelPCA(kernel, n_components=3, noise=NoiseSample(Z), alpha=0.01, full_expansion=full).fit(X)
    phi, noise = squares_of_numbers(X), squares_of_numbers(Z)
    unwanted = np.cov(noise.T, bias=True) + 0.01 * np.eye(10)
    values, vectors = eigh(np.cov(phi.T, bias=True), unwanted)
    np.testing.assert_allclose(machine.rayleigh_, values[::-1][:3], rtol=1e-6)
    like(
        machine.transform(NEW),
        (squares_of_numbers(NEW) - phi.mean(axis=0)) @ vectors[:, ::-1][:, :3],
        rtol=1e-4,
        atol=1e-4,
    )
    assert machine.directions_.shape == (3, 100 if full else 60)


@pytest.mark.spec("M.R01")
def test_sums_of_noise_are_sums_of_matrices() -> None:
    a, b, c = (m @ m.T + np.eye(4) for m in RNG.normal(size=(3, 4, 4)))
    found = rayleigh(a, weighted_sum([(0.5, b), (2.0, c)]), 2)
    v = found.vectors[:, 0]
    assert found.values[0] == pytest.approx((v @ a @ v) / (0.5 * v @ b @ v + 2.0 * v @ c @ v))
    others = RNG.normal(size=(200, 4))
    ratios = np.einsum("ij,jk,ik->i", others, a, others) / np.einsum("ij,jk,ik->i", others, 0.5 * b + 2 * c, others)
    assert found.values[0] >= ratios.max()


@pytest.mark.spec("M.R05")
def test_the_tangents_of_six_points_have_the_trace_of_the_thesis() -> None:
    x = Vectors.of(POINTS)
    moved = Tangents([Translation([0.1, 0.0])])
    found = moved.scatter(lambda z: KERNEL.matrix(x, z), x, np.ones(6))
    assert found.trace() == pytest.approx(0.039004, abs=5e-7)
    other = KERNEL(POINTS, POINTS + np.array([0.1, 0.0]))
    np.testing.assert_allclose(
        found, TOY_GRAM @ TOY_GRAM.T + other @ other.T - TOY_GRAM @ other.T - other @ TOY_GRAM.T, atol=1e-12
    )
    np.testing.assert_allclose(moved.covariance(lambda z: KERNEL.matrix(x, z), x, np.ones(6)), found / 6)


@pytest.mark.spec("M.R05")
def test_several_transformations_are_averaged_by_their_weights() -> None:
    x = Vectors.of(POINTS)
    one, two = Translation([0.1, 0.0]), PlaneRotation(3.0)

    def matrix(*said: object, **more: object) -> np.ndarray:
        return Tangents(*said, **more).scatter(lambda z: KERNEL.matrix(x, z), x, np.ones(6))  # type: ignore[arg-type]

    np.testing.assert_allclose(matrix([one, two]), 0.5 * matrix([one]) + 0.5 * matrix([two]))
    np.testing.assert_allclose(matrix([one, two], weights=[3, 1]), 0.75 * matrix([one]) + 0.25 * matrix([two]))


def radial_share(machine: OrientedKernelPCA, radius: float = 1.0) -> float:
    """Variance of the first component along circles, as a share of that over the plane."""
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    circle = radius * np.column_stack([np.cos(angles), np.sin(angles)])
    rays = np.linspace(0.0, 2.0, 40)[:, None] * np.array([[np.cos(1.0), np.sin(1.0)]])
    return float(machine.transform(circle)[:, 0].var() / machine.transform(rays)[:, 0].var())


@pytest.mark.spec("M.R04", "M.R05")
def test_turning_makes_contours_circles_and_shifting_makes_them_straight() -> None:
    plane = RNG.uniform(-2, 2, size=(150, 2))
    turned = OrientedKernelPCA(Gaussian(1.0), n_components=1, noise=Tangents([PlaneRotation(10.0)]), alpha=1e-6)
    plain = OrientedKernelPCA(Gaussian(1.0), n_components=1, alpha=1e-6)
    assert radial_share(turned.fit(plane)) < 0.02
    assert radial_share(plain.fit(plane)) > 0.2
    shifted = OrientedKernelPCA(Gaussian(1.0), n_components=1, noise=Tangents([Translation([0.2, 0.0])]), alpha=1e-6)
    shifted.fit(plane)
    grid = np.linspace(-1.2, 1.2, 13)
    heights = shifted.transform([[x, y] for y in grid for x in grid]).reshape(13, 13)
    assert heights.var(axis=1).mean() < 0.05 * heights.mean(axis=1).var()


@pytest.mark.spec("M.R06")
def test_transformed_examples_in_the_expansion_never_do_worse() -> None:
    said = {"n_components": 2, "noise": Tangents([Translation([0.3, 0.0, 0.1])]), "alpha": 1e-4}
    few = OrientedKernelPCA(Gaussian(1.0), **said).fit(X)
    full = OrientedKernelPCA(Gaussian(1.0), full_expansion=True, **said).fit(X)
    assert (full.rayleigh_ >= few.rayleigh_ * (1 - 1e-9)).all()
    assert full.rayleigh_[0] > 1.001 * few.rayleigh_[0]
    assert full.directions_.shape == (2, 120)


@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_directions_have_unit_noise_and_are_the_best(penalty: str) -> None:
    machine = OrientedKernelPCA(Gaussian(1.5), n_components=2, noise=NoiseSample(Z), alpha=0.1, penalty=penalty).fit(X)
    K, Kz = Gaussian(1.5)(X, X), Gaussian(1.5)(X, Z)
    P = K if penalty == "function" else np.eye(60)
    unwanted = np.cov(Kz, bias=True) + 0.1 * P
    a = machine.directions_
    np.testing.assert_allclose(a @ unwanted @ a.T, np.eye(2), atol=1e-8)
    np.testing.assert_allclose(
        a @ np.cov(K, bias=True) @ a.T, np.diag(machine.rayleigh_), atol=1e-8 * machine.rayleigh_[0]
    )


def test_weights_count_examples() -> None:
    weights = RNG.integers(1, 4, size=60)
    said = {"n_components": 2, "noise": Tangents([Translation([0.3, 0.0, 0.1])]), "alpha": 1e-2}
    ours = OrientedKernelPCA(Gaussian(1.0), **said).fit(X, sample_weight=weights)
    theirs = OrientedKernelPCA(Gaussian(1.0), **said).fit(np.repeat(X, weights, axis=0))
    like(ours.transform(NEW), theirs.transform(NEW), atol=1e-5)


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="two examples"):
        OrientedKernelPCA(noise=NoiseSample([[1.0, 2.0, 3.0]])).fit(X)
    with pytest.raises(ParameterError, match="precomputed"):
        OrientedKernelPCA("precomputed", noise=NoiseSample(Z)).fit(np.eye(5))
    with pytest.raises(ParameterError, match="noise"):
        OrientedKernelPCA(noise="loud").fit(X)
    with pytest.raises(InputError, match="one transformation at least"):
        Tangents([])
    with pytest.raises(InputTypeError, match="such as Rotation"):
        Tangents(["turn"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="not all zero"):
        Tangents([PlaneRotation(1.0)], weights=[0.0])
    with pytest.raises(InputError, match="2 columns"):
        PlaneRotation(1.0).of(Vectors.of(X))
    with pytest.raises(InputError, match="each of 3 columns"):
        Translation([1.0]).of(Vectors.of(X))
    with pytest.raises(InputError, match="made 1 examples of 60"):
        TransformedBy(lambda x: x[:1]).of(Vectors.of(X))


@parametrize_with_checks(
    [OrientedKernelPCA(), OrientedKernelPCA("precomputed"), OrientedKernelPCA(penalty="coefficients")]
)
def test_scikit_learn_is_content_with_oriented_components(estimator, check):
    check(estimator)
