"""check_kernel finds what is wrong with a kernel, and nothing wrong with a right one."""

import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from kernels.plain import WORDS, BareGaussian, Letters

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import positive
from drupe.inputs import Vectors
from drupe.kernels import INDEFINITE, Definiteness, Gaussian, Kernel, Linear, Noise, Sigmoid
from drupe.kernels.checks import Outcome, check_kernel
from drupe.kernels.forms import Exp, squared_distance
from drupe.kernels.thin_plate import ThinPlate

X = np.random.default_rng(0).normal(size=(14, 2))


class OfMatrices(Kernel[Vectors]):
    """Writes a wrong kernel in one line."""

    def matrix(self, left, right):
        return self.formula(left.dense(), right.dense())


@dataclass(frozen=True)
class Asymmetric(OfMatrices):
    def formula(self, x, z):
        return np.exp(x[:, :1] - z[:, 0])


@dataclass(frozen=True)
class Negative(OfMatrices):
    """Minus the squared distance, sold as positive."""

    def formula(self, x, z):
        return -((x[:, None] - z) ** 2).sum(axis=2)


@dataclass(frozen=True)
class HalfNegative(Negative):
    """Minus the squared distance, sold for what it is."""

    @property
    def definiteness(self):
        return Definiteness(1)


@dataclass(frozen=True)
class TooPositive(Negative):
    """The squared distance, sold for its opposite."""

    @property
    def definiteness(self):
        return Definiteness(1)

    def formula(self, x, z):
        return -super().formula(x, z)


@dataclass(frozen=True)
class WrongDiagonal(BareGaussian):
    def diagonal(self, inputs):
        return np.full(len(inputs), 2.0)


@dataclass(frozen=True)
class WrongForm(BareGaussian):
    def form(self):
        return squared_distance(1.0).map(Exp(-1.0))


@dataclass(frozen=True)
class WrongSlope(BareGaussian):
    def gradient(self, inputs):
        return {"width": 2.0 * super().gradient(inputs)["width"]}


@dataclass(frozen=True)
class WrongName(BareGaussian):
    def gradient(self, inputs):
        return {"breadth": super().gradient(inputs)["width"]}


@dataclass(frozen=True)
class DependsOnCompany(OfMatrices):
    """Divides by the number of examples on the right."""

    def formula(self, x, z):
        return x @ z.T / len(z)


@dataclass(frozen=True)
class ForgetfulCopy(BareGaussian):
    def __setstate__(self, state):
        self.__dict__.update(state, width=9.0)


@dataclass(frozen=True)
class WrongParameters(BareGaussian):
    def replace(self, values):
        return WrongParameters(1.0)


@dataclass(frozen=True)
class WrongRows(BareGaussian):
    def prepare(self, right, *, threads=0):
        return BareGaussian(2.0 * self.width).prepare(right)


@dataclass(frozen=True)
class WrongNormalized(BareGaussian):
    def normalized(self):
        return Linear()


@dataclass(frozen=True)
class Unequal(OfMatrices):
    """Holds an array, which neither compares nor hashes."""

    weights: Any

    def formula(self, x, z):
        return (x * self.weights) @ z.T


@dataclass(frozen=True)
class Raises(OfMatrices):
    def formula(self, x, z):
        raise ZeroDivisionError("by design")


@dataclass(frozen=True)
class Transposed(OfMatrices):
    def formula(self, x, z):
        return z @ x.T


@dataclass(frozen=True)
class NotFinite(OfMatrices):
    def formula(self, x, z):
        return np.where(x @ z.T > 1.0, np.nan, 1.0)


@dataclass(frozen=True)
class Mine(Kernel[Vectors]):
    """A user's own kernel, right in everything."""

    scale: float = positive(1.0)

    def matrix(self, left, right):
        return 1.0 / (1.0 + np.abs(left.dense()[:, None] - right.dense()).sum(axis=2) / self.scale)


@pytest.mark.spec("C.B16", "H.K04", "S.S01")
@pytest.mark.parametrize(
    ("k", "failures"),
    [
        (Negative(), {"Cauchy-Schwarz", "definiteness"}),
        (TooPositive(), {"definiteness"}),
        (WrongDiagonal(), {"diagonal", "algebra"}),
        (WrongForm(), {"native form", "rows and products", "algebra"}),
        (WrongSlope(), {"gradient"}),
        (WrongName(), {"gradient"}),
        (DependsOnCompany(), {"sub-samples", "diagonal", "algebra"}),
        (ForgetfulCopy(), {"copies"}),
        (WrongParameters(3.0), {"parameters", "gradient"}),
        (WrongRows(), {"rows and products", "algebra"}),  # sums and products are made of rows
        (WrongNormalized(), {"algebra"}),
        (Unequal(np.ones(2)), {"copies", "parameters"}),
        (Raises(), {"values"}),
        (Transposed(), {"values"}),
        (NotFinite(), {"values"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_fault_is_found_by_the_check_that_is_made_for_it(k, failures):
    report = check_kernel(k, X)
    found = {finding.name for finding in report.failures}
    assert not report.passed
    assert found & failures, str(report)
    assert found <= failures, str(report)


@pytest.mark.spec("C.B16")
def test_asymmetry_is_found_with_the_worst_pair():
    report = check_kernel(Asymmetric(), X)
    worst = report["symmetry"].evidence
    assert {worst.left, worst.right} == {int(X[:, 0].argmax()), int(X[:, 0].argmin())}
    assert report["symmetry"].outcome is Outcome.FAILED


@pytest.mark.spec("C.B16", "H.K04")
def test_broken_promise_comes_with_a_witness():
    witness = check_kernel(Negative(), X)["definiteness"].evidence.witness
    assert witness @ Negative()(X) @ witness < 0.0


@pytest.mark.spec("S.K12")
def test_conditional_promise_is_checked_at_its_order():
    assert check_kernel(HalfNegative(), X).passed
    assert check_kernel(ThinPlate(), X)["definiteness"].outcome is Outcome.PASSED


def test_indefinite_kernels_are_reported_and_not_blamed():
    report = check_kernel(Sigmoid(1.0, -1.0), X)
    assert report.passed
    assert report["definiteness"].outcome is Outcome.NOTED
    assert not report["definiteness"].evidence.holds
    assert Sigmoid().definiteness == INDEFINITE


@pytest.mark.parametrize("k", [Gaussian(0.7), BareGaussian(), Mine(2.0), Linear() + Noise(0.1)], ids=repr)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_right_kernels_pass(k, kind):
    check_kernel(k, X.astype(kind)).raise_if_failed()


def test_kernels_of_words_pass():
    check_kernel(Letters(), WORDS).raise_if_failed()


def test_kernel_with_a_lambda_is_noted_as_not_picklable():
    report = check_kernel(Gaussian().after(lambda X: X**2), X)
    assert report.passed
    assert report["copies"].outcome is Outcome.NOTED
    assert "cannot be pickled" in report["copies"].detail


def test_kernel_that_holds_examples_passes():
    k = Gaussian().centered(Vectors.of(X))
    assert pickle.loads(pickle.dumps(k)) != k
    check_kernel(k, X).raise_if_failed()


@pytest.mark.parametrize("size", [1, 2, 3])
def test_few_examples_suffice(size):
    check_kernel(Gaussian() + Noise(), X[:size]).raise_if_failed()
    check_kernel(ThinPlate(), X[:size]).raise_if_failed()


def test_report_can_be_read_and_raised():
    report = check_kernel(Negative(), X)
    lines = str(report).splitlines()
    assert lines[0] == "Negative(): 2 of 12 checks failed"
    assert any(line.split()[:2] == ["FAILED", "definiteness"] for line in lines)
    with pytest.raises(AssertionError, match="2 of 12 checks failed"):
        report.raise_if_failed()
    with pytest.raises(KeyError, match="no check is called 'beauty'"):
        report["beauty"]


def test_error_of_a_kernel_is_kept_as_the_cause():
    with pytest.raises(AssertionError, match="ZeroDivisionError: by design") as caught:
        check_kernel(Raises(), X).raise_if_failed()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_what_is_no_kernel_is_refused():
    with pytest.raises(TypeError, match="derive yours from drupe's Kernel"):
        check_kernel(lambda x, z: 1.0, X)
    with pytest.raises(InputError):
        check_kernel(Gaussian(), X[:0])
