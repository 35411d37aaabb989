"""Invariance and discrimination together: the Rayleigh coefficient, its limits, and virtual examples."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks
from solvers.expansions.toy import KERNEL, POINTS, SIGNS
from solvers.expansions.toy import K as TOY_GRAM

from drupe import InvariantKernelFisher, KernelFisher
from drupe.estimators.components.image_transformations import Shift
from drupe.estimators.components.noise import Tangents
from drupe.estimators.components.transformations import Translation
from drupe.estimators.components.virtual_examples import VirtualClusters, virtual_examples
from drupe.estimators.discriminant.centers import GivenCenters
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.rayleigh import rayleigh

RNG = np.random.default_rng(2)
MOVED = Tangents([Translation([0.1, 0.0]), Translation([0.0, -0.2])])


@pytest.mark.spec("M.R12")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_it_maximizes_the_coefficient_with_all_three_matrices(penalty: str) -> None:
    machine = InvariantKernelFisher(KERNEL, alpha=0.1, invariance=3.0, penalty=penalty, tangents=MOVED)
    machine.fit(POINTS, SIGNS)
    D = np.eye(6) - sum(np.outer(one, one) / 3 for one in (SIGNS < 0, SIGNS > 0))
    apart = TOY_GRAM @ np.where(SIGNS > 0, 1 / 3, -1 / 3)
    steps = [KERNEL(POINTS, POINTS + step) - TOY_GRAM for step in ([0.1, 0.0], [0.0, -0.2])]
    tangents = sum(step @ step.T for step in steps) / 2
    P = TOY_GRAM if penalty == "function" else np.eye(6)
    noise = TOY_GRAM @ D @ TOY_GRAM.T + 0.1 * P + 3.0 * tangents
    best = rayleigh(np.outer(apart, apart), noise, 1).vectors[:, 0]
    a = machine.dual_coef_[0]
    np.testing.assert_allclose(a / np.linalg.norm(a), best / np.linalg.norm(best) * np.sign(a @ best), atol=1e-8)


@pytest.mark.spec("M.R12")
@pytest.mark.parametrize(
    "said", [{"invariance": 0.0, "tangents": MOVED}, {"tangents": None}, {"invariance": 1e-12, "tangents": MOVED}]
)
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_without_invariance_it_is_the_kernel_fisher_discriminant(said: dict, penalty: str) -> None:
    machine = InvariantKernelFisher(KERNEL, alpha=0.1, penalty=penalty, **said).fit(POINTS, SIGNS)
    plain = KernelFisher(KERNEL, alpha=0.1, penalty=penalty).fit(POINTS, SIGNS)
    np.testing.assert_allclose(machine.dual_coef_, plain.dual_coef_, atol=1e-8)
    np.testing.assert_allclose(machine.intercept_, plain.intercept_, atol=1e-8)
    np.testing.assert_allclose(machine.leave_one_out_outputs_, plain.leave_one_out_outputs_, atol=1e-7)


@pytest.mark.spec("M.R12")
def test_outputs_left_out_are_those_of_refits_with_the_same_centers() -> None:
    x, y = RNG.normal(size=(25, 2)), np.repeat([-1, 1], [12, 13])
    x[:, 0] += y
    said = {
        "alpha": 0.3,
        "invariance": 2.0,
        "penalty": "coefficients",
        "centers": GivenCenters(RNG.normal(size=(6, 2))),
    }
    machine = InvariantKernelFisher(Gaussian(1.0), tangents=None, **said).fit(x, y)
    for i in (0, 11, 24):
        rest = np.delete(np.arange(25), i)
        refit = InvariantKernelFisher(Gaussian(1.0), tangents=None, threshold="least squares", **said).fit(
            x[rest], y[rest]
        )
        assert refit.decision_function(x[i : i + 1])[0] == pytest.approx(machine.leave_one_out_outputs_[i], abs=1e-9)


def digits() -> tuple[np.ndarray, np.ndarray]:
    """Bars of two heights, at random columns of an image of 8 by 8 pixels."""
    y = RNG.integers(0, 2, size=40)
    x = np.full((40, 8, 8), -1.0)
    for image, tall, column in zip(x, y, RNG.integers(1, 7, size=40), strict=True):
        image[(1 if tall else 4) : 7, column] = 1.0
    return x.reshape(40, -1) + 0.1 * RNG.normal(size=(40, 64)), y


@pytest.mark.spec("M.R12", "M.P13")
def test_outputs_stay_where_they_are_under_the_transformations() -> None:
    x, y = digits()
    sides = Tangents([Shift(right=1.0), Shift(right=-1.0)])
    plain = InvariantKernelFisher(Gaussian(6.0), alpha=0.1, tangents=None).fit(x, y)
    firm = InvariantKernelFisher(Gaussian(6.0), alpha=0.1, tangents=sides, invariance=5.0).fit(x, y)
    moved = Shift(right=1.0).of(Vectors.of(x)).array  # type: ignore[attr-defined]

    def change(machine: InvariantKernelFisher) -> float:
        outputs = machine.decision_function(x)
        return float(np.abs(machine.decision_function(moved) - outputs).mean() / outputs.std())

    assert change(firm) < 0.75 * change(plain)
    assert firm.score(x, y) == 1.0


@pytest.mark.spec("M.P14")
def test_virtual_examples_keep_their_labels_and_their_clusters_are_centers() -> None:
    x, y = digits()
    sides = (Shift(right=1.0), Shift(right=-1.0))
    more, labels = virtual_examples(x, y, sides)
    assert more.shape == (120, 64)
    np.testing.assert_array_equal(labels, np.tile(y, 3))
    np.testing.assert_array_equal(more[40:80].reshape(40, 8, 8)[:, :, 1:], x.reshape(40, 8, 8)[:, :, :-1])
    centers = VirtualClusters(15, sides)
    machine = KernelFisher(Gaussian(6.0), alpha=0.1, centers=centers).fit(more, labels)
    assert machine.predictor_.centers.array.shape == (15, 64)
    invariant = InvariantKernelFisher(Gaussian(6.0), alpha=0.1, centers=centers, tangents=Tangents(sides)).fit(x, y)
    assert invariant.score(more, labels) > 0.9
    # Each cluster's middle is the mean of the examples that are nearest to it.
    found = centers.of(Vectors.of(x), np.ones(40)).points.array  # type: ignore[attr-defined]
    nearest = ((more[:, None] - found) ** 2).sum(axis=2).argmin(axis=1)
    for j, center in enumerate(found):
        np.testing.assert_allclose(center, more[nearest == j].mean(axis=0), atol=1e-6)


@parametrize_with_checks([InvariantKernelFisher()])
def test_scikit_learn_is_content_with_invariance(estimator, check):
    check(estimator)


def test_bad_input_is_named() -> None:
    with pytest.raises(ParameterError, match="tangents"):
        InvariantKernelFisher(tangents=[Shift(1.0)]).fit(POINTS, SIGNS)
    with pytest.raises(ParameterError, match="precomputed"):
        InvariantKernelFisher("precomputed", tangents=MOVED).fit(TOY_GRAM, SIGNS)
    with pytest.raises(InputError, match="one to one"):
        virtual_examples(POINTS, SIGNS[:3], (Translation([0.0, 1.0]),))
