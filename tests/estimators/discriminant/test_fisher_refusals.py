"""Discriminants on poor data and extreme parameters: a right answer, or a clear error or warning."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from drupe import FisherDiscriminant, KernelFisher, certify
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian

TWO = np.array([[0.0, 0.0], [1.0, 1.0]])


def blobs(n: int = 30) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + 3.0 * y[:, None], y


@pytest.mark.parametrize("machine", [KernelFisher(), FisherDiscriminant()], ids=lambda one: type(one).__name__)
def test_one_class(machine: object) -> None:
    with pytest.raises(InputError, match="got 1 class"):
        machine.fit(TWO, [1, 1])  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="got 1 class"):
        machine.fit(TWO, [0, 1], sample_weight=[1.0, 0.0])  # type: ignore[attr-defined]


@pytest.mark.parametrize("threshold", [None, "least squares", "svm", "errors", "gaussians"])
def test_two_points(threshold: str | None) -> None:
    machine = KernelFisher(Gaussian(1.0), threshold=threshold).fit(TWO, ["a", "b"])
    assert machine.predict(TWO).tolist() == ["a", "b"]
    assert_allclose(machine.leave_one_out_outputs_, [1.0, -1.0], atol=1e-12)  # each knows only the other's label
    with pytest.raises(InputError, match="alpha above 0"):
        FisherDiscriminant().fit(TWO, ["a", "b"])
    assert FisherDiscriminant(alpha=1.0).fit(TWO, ["a", "b"]).predict(TWO).tolist() == ["a", "b"]


def test_a_class_of_one_member() -> None:
    X, y = blobs()
    y = (np.arange(30) == 3).astype(int)
    machine = KernelFisher(Gaussian(1.0), alpha=1e-3).fit(X, y)
    assert machine.predict(X).tolist() == y.tolist()
    assert machine.leave_one_out_outputs_[3] == pytest.approx(-1.0), "without it there is one class"


@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_duplicates_share_their_weight(penalty: str) -> None:
    X, y = blobs()
    twice, labels = np.concatenate([X, X]), np.concatenate([y, y])
    machine = KernelFisher(Gaussian(1.0), alpha=0.1, penalty=penalty).fit(twice, labels)
    assert_allclose(machine.dual_coef_[0, :30], machine.dual_coef_[0, 30:], atol=1e-8)
    opposed = KernelFisher(Gaussian(1.0), alpha=0.1, penalty=penalty, threshold="least squares")
    with pytest.warns(FitWarning, match="the same at every training example"):
        opposed.fit(twice, np.concatenate([y, 1 - y]))
    assert_allclose(opposed.decision_function(X), 0.0, atol=1e-8)


@pytest.mark.spec("M.R10", "M.R11")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
def test_a_huge_penalty_leaves_the_difference_of_means(penalty: str) -> None:
    X, y = blobs()
    machine = KernelFisher(Gaussian(1.0), alpha=1e12, penalty=penalty).fit(X, y)
    K = Gaussian(1.0)(X, X)
    shares = np.where(y == 1, 1.0, -1.0) / 15.0
    expected = shares if penalty == "function" else K @ shares
    a = machine.dual_coef_[0]
    assert_allclose(a / np.linalg.norm(a), expected / np.linalg.norm(expected), atol=1e-8)
    assert machine.score(X, y) > 0.9, "thresholds do not hang on the size of outputs"


@pytest.mark.spec("M.R10")
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
@pytest.mark.parametrize("alpha", [1e-12, 1e-9])
def test_a_tiny_penalty_interpolates(penalty: str, alpha: float) -> None:
    X, y = blobs(20)
    machine = KernelFisher(Gaussian(0.3), alpha=alpha, penalty=penalty, threshold="least squares").fit(X, y)
    assert_allclose(machine.decision_function(X), np.where(y == 1, 1.0, -1.0), atol=1e-5)


def test_perfect_separation() -> None:
    X, y = blobs()
    X = X + 50.0 * y[:, None]
    for threshold in (None, "least squares", "svm", "errors", "gaussians"):
        assert KernelFisher("linear", threshold=threshold).fit(X, y).score(X, y) == 1.0
    assert FisherDiscriminant().fit(X, y).score(X, y) == 1.0


def test_without_a_penalty_somebody_has_to_choose() -> None:
    X, y = blobs()
    with pytest.raises(ParameterError, match="pseudo-inverse"):
        KernelFisher(Gaussian(1.0), alpha=0.0).fit(X, y)
    with pytest.raises(ParameterError, match="alpha"):
        KernelFisher(alpha=-1.0).fit(X, y)
    assert KernelFisher(Gaussian(0.5), alpha=0.0, solver="least noise").fit(X, y).score(X, y) == 1.0
    assert KernelFisher("linear", alpha=0.0, solver="pseudo-inverse").fit(X, y).score(X, y) > 0.9


def test_constant_features() -> None:
    X, y = blobs()
    wide = np.column_stack([X, np.full(30, 7.0)])
    machine = FisherDiscriminant().fit(wide, y)
    assert_allclose(machine.coef_[0, :2], FisherDiscriminant().fit(X, y).coef_[0], rtol=1e-9)
    assert machine.coef_[0, 2] == 0.0
    assert KernelFisher("linear").fit(wide, y).score(wide, y) > 0.9
    flat = np.ones((30, 2))
    with pytest.warns(FitWarning, match="every training example"):
        FisherDiscriminant().fit(flat, y)
    for threshold in (None, "least squares", "errors", "gaussians"):
        with pytest.warns(FitWarning, match="every training example"):
            KernelFisher("linear", threshold=threshold).fit(flat, y)


def test_fewer_examples_than_columns() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(10, 30)), np.arange(10) % 2
    with pytest.warns(FitWarning, match="alpha above 0"):
        FisherDiscriminant().fit(X, y)
    assert FisherDiscriminant(alpha=1.0).fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"threshold": "median"}, "'threshold' parameter of KernelFisher"),
        ({"penalty": "l1"}, "'penalty' parameter"),
        ({"solver": "guess"}, "'solver' parameter"),
        ({"centers": 0}, "RandomExamples.count"),
        ({"centers": 1000}, "cannot choose 1000 centers"),
        ({"centers": "some"}, "'centers' parameter"),
        ({"centers": [[0.0]]}, "centers has 1 column"),
        ({"n_components": 0}, "'n_components' parameter"),
        ({"n_components": 99}, "n_components is 99"),
        ({"alpha": np.nan}, "'alpha' parameter"),
    ],
)
def test_parameters_out_of_range(parameters: dict[str, object], message: str) -> None:
    X, y = blobs()
    with pytest.raises(ValueError, match=message):
        KernelFisher(Gaussian(1.0), **parameters).fit(X, y)


def test_a_kernel_matrix_that_is_too_large() -> None:
    X, y = blobs()
    with pytest.raises(MemoryError, match="larger cache_size"):
        KernelFisher(Gaussian(1.0), solver="eigen", cache_size=1e-3).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"priors": [0.5, 0.6]}, "priors"),
        ({"priors": [1.0]}, "priors"),
        ({"n_components": 2}, "n_components is 2"),
        ({"solver": "svd"}, "'solver' parameter"),
    ],
)
def test_parameters_of_the_linear_discriminant(parameters: dict[str, object], message: str) -> None:
    X, y = blobs()
    with pytest.raises(ValueError, match=message):
        FisherDiscriminant(**parameters).fit(X, y)


def test_least_squares_are_for_two_classes() -> None:
    X, _ = blobs()
    with pytest.raises(ParameterError, match="two classes, got 3"):
        FisherDiscriminant(solver="least squares").fit(X, np.arange(30) % 3)


@pytest.mark.parametrize("machine", [KernelFisher(Gaussian(1.0)), FisherDiscriminant()], ids=lambda m: type(m).__name__)
def test_compression_is_refused_with_its_reason(machine: object) -> None:
    X, y = blobs()
    table = certify(machine.fit(X, y), X, y)  # type: ignore[attr-defined]
    refused = [one for one in table if "Compression" in type(one.bound).__name__]
    assert refused
    assert all(not one.valid and "depend on all training examples" in one.reason for one in refused)
