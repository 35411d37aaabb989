"""Compression bounds: worked numbers, their order, and schemes that give their rules again."""

import math

import numpy as np
import pytest

from drupe import SVC, HardMarginSVC
from drupe.bounds.compression.compression import Compression, CompressionSimplified, LossyCompression, halved_formula
from drupe.bounds.compression.mistake_driven import MistakeDriven
from drupe.bounds.compression.ordered import OrderedCompression, OrderedLossyCompression
from drupe.bounds.compression.ratio import RatioCompression, cross_entropy, printed_formula
from drupe.bounds.compression.weighted import WeightedCompression, best_weights
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.margin.potential_margin import PotentialMargin
from drupe.bounds.pac_bayes.clipped_perceptron import ClippedPerceptron
from drupe.bounds.pac_bayes.coefficient_ensemble import CoefficientEnsemble
from drupe.bounds.pac_bayes.coefficient_prior import CoefficientPrior
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.errors import InputError, ParameterError
from drupe.witness.coefficients import ClippedCoefficients, Coefficients
from drupe.witness.coefficients import CoefficientEnsemble as Ensemble
from drupe.witness.compression_scheme import kept_witness
from drupe.witness.kept import Kept, KeptInOrder
from drupe.witness.mistakes import Mistakes
from drupe.witness.mistakes import PotentialMargin as Potential

KEPT = Kept(50, 1000)


@pytest.mark.spec("H.T31", "G.B-31", "G.B-33", "C.C20", "C.C22", "C.C21")
def test_worked_numbers() -> None:
    assert Compression().risk(KEPT, 0.05) == pytest.approx(0.2163871, abs=1e-7)
    assert OrderedCompression().risk(KEPT, 0.05) == pytest.approx(0.3726795, abs=1e-7)
    assert LossyCompression().risk(Kept(50, 1000, 30), 0.05) == pytest.approx(0.3659877, abs=1e-7)
    assert OrderedLossyCompression().risk(Kept(50, 1000, 30), 0.05) == pytest.approx(0.4674406, abs=1e-7)
    assert LossyCompression().risk(Kept(50, 1000, 20), 0.05) == pytest.approx(0.35546, abs=1e-5)
    assert OrderedLossyCompression().risk(Kept(50, 1000, 20), 0.05) == pytest.approx(0.45691, abs=1e-5)
    simple = CompressionSimplified()
    assert simple.risk(Kept(274, 7291), 0.05) == pytest.approx(0.168870, abs=1e-6)
    assert simple.risk(Kept(20, 1000), 0.01) == pytest.approx(0.111993, abs=1e-6)
    assert simple.risk(Kept(274, 7291), 0.05) / math.log(2.0) == pytest.approx(0.243627, abs=1e-6)
    assert RatioCompression(0.05).risk(KEPT, 0.05) == pytest.approx(0.2121168, abs=1e-7)
    assert printed_formula(50, 1000, 0.05, 0.05) == pytest.approx(0.4030220, abs=1e-7)


@pytest.mark.spec("G.B-31")
def test_digit_machines_of_the_thesis() -> None:
    """Sixty thousand digits, one against the others: in percent, by the examples that machines and perceptrons keep."""
    machines = (1379, 989, 1958, 1900, 1224, 2024, 1527, 2064, 2332, 2765)
    perceptrons = (740, 643, 1168, 1512, 1078, 1277, 823, 1103, 1856, 1920)
    values = [round(100 * Compression().risk(Kept(d, 60_000), 0.05), 1) for d in machines]
    assert values == [11.2, 8.6, 14.9, 14.5, 10.2, 15.3, 12.2, 15.5, 17.1, 19.6]
    values = [round(100 * OrderedCompression().risk(KeptInOrder(d, 60_000), 0.05), 1) for d in perceptrons]
    assert values == [13.8, 11.9, 21.8, 28.4, 20.1, 23.9, 15.3, 20.6, 35.1, 36.3]


@pytest.mark.spec("H.T31", "G.B-31", "C.C20")
def test_order_of_the_forms() -> None:
    for d in (1, 10, 100, 400):
        seen = Kept(d, 1000)
        values = [bound.risk(seen, 0.05) for bound in (Compression(), CompressionSimplified())]
        assert values[0] <= values[1] <= min(1.0, halved_formula(d, 1000, 0.05)) or values[1] == 1.0
        assert values[0] <= OrderedCompression().risk(seen, 0.05)
    # Bits that are remembered besides the examples count like a choice among so many rules.
    with_bits = Kept(10, 1000, bits=8.0)
    extra = 8.0 * math.log(2.0) / 990
    assert Compression().risk(with_bits, 0.05) == pytest.approx(Compression().risk(Kept(10, 1000), 0.05) + extra)
    for bound in (Compression(), OrderedCompression(), CompressionSimplified(), RatioCompression(0.5)):
        assert bound.risk(Kept(10, 1000, errors=1), 0.05) == bound.risk(Kept(10, 10), 0.05) == 1.0
    assert LossyCompression().risk(Kept(10, 10), 0.05) == OrderedLossyCompression().risk(Kept(10, 10), 0.05) == 1.0


@pytest.mark.spec("C.C21")
def test_weights_of_ones_own() -> None:
    even = WeightedCompression((1e-3,) * 1000)
    assert even.risk(KEPT, 0.05) == pytest.approx(Compression().risk(KEPT, 0.05))
    probabilities = np.array([0.0, 0.1, 0.6, 0.3])
    n = 50

    def expected(weights: tuple[float, ...]) -> float:
        return sum(
            p * (log_binomial(n, d) - math.log(weights[d]) + math.log(20)) / (n - d)
            for d, p in enumerate(probabilities)
            if p
        )

    best = best_weights(probabilities, n)
    rng = np.random.default_rng(0)
    for _ in range(100):
        other = np.append(0.0, 0.95 * np.array(best[1:]) + 0.05 * rng.dirichlet(np.ones(3)))
        assert expected(best) <= expected(tuple(other)) + 1e-12
    assert WeightedCompression((0.5, 0.5)).risk(Kept(2, 100), 0.05) == 1.0
    with pytest.raises(ParameterError, match="sum up to 1"):
        WeightedCompression((0.7, 0.7))


@pytest.mark.spec("G.B-32", "G.Q-20")
def test_expected_ratio() -> None:
    ratios = np.linspace(0.005, 0.5, 100)
    for kept in (20, 50, 200):
        values = [RatioCompression(float(ratio)).risk(Kept(kept, 1000), 0.05) for ratio in ratios]
        assert ratios[int(np.argmin(values))] == pytest.approx(kept / 1000, abs=0.005)
    # At p = d/n the cross entropy is the entropy.
    assert cross_entropy(0.05, 0.05) == pytest.approx(-0.05 * math.log(0.05) - 0.95 * math.log(0.95))
    assert cross_entropy(0.05, 0.2) > cross_entropy(0.05, 0.05)
    exact, printed = RatioCompression(0.05).risk(KEPT, 0.05), printed_formula(50, 1000, 0.05, 0.05)
    assert exact * 950 == pytest.approx(printed * 500)


@pytest.mark.spec("G.B-34", "G.B-35", "G.B-36")
def test_priors_over_coefficients() -> None:
    clipped = ClippedPerceptron(5)
    seen = ClippedCoefficients(50, 1000, 30)
    assert clipped.risk(seen, 0.05) == pytest.approx(0.4468181, abs=1e-7)
    assert clipped.risk(seen, 0.05) < OrderedLossyCompression().risk(KeptInOrder(50, 1000, 30), 0.05)
    assert math.factorial(50) > 10**50
    # As a prior over all vectors it sums to at most 1: n numbers of entries, C(n, d) places, (2C)^d values.
    n, largest = 6, 2
    total = sum(
        math.comb(n, d) * (2 * largest) ** d * math.exp(-ClippedPerceptron(largest).information(d, n))
        for d in range(1, n + 1)
    )
    assert total == pytest.approx(1.0)
    by_prior = Coefficients(50, 1000, 30, information=clipped.information(50, 1000))
    assert CoefficientPrior().risk(by_prior, 0.1) == pytest.approx(clipped.risk(seen, 0.05))
    consistent = Coefficients(50, 1000, information=100.0)
    assert CoefficientPrior().risk(consistent, 0.1) == pytest.approx((100.0 + math.log(20)) / 950)
    assert CoefficientPrior().risk(Coefficients(10, 10, information=1.0), 0.1) == 1.0
    assert clipped.ensemble_information(50, 1000, 8) == pytest.approx(clipped.information(50, 1000) - math.log(8))
    ensemble = Ensemble(50, 1000, information=60.0)
    written = (60.0 + 2 * math.log(1000) + math.log(20) + 1) / 950
    assert CoefficientEnsemble().risk(ensemble, 0.05) == pytest.approx(written)
    assert CoefficientEnsemble().risk(Ensemble(5, 100, errors=1), 0.05) == 1.0
    assert clipped.risk(ClippedCoefficients(10, 10), 0.05) == 1.0


@pytest.mark.spec("G.B-40", "H.T32", "G.B-43")
def test_from_mistakes_to_risk() -> None:
    assert MistakeDriven().risk(Mistakes(50, 1000), 0.05) == pytest.approx(0.8105825, abs=1e-7)
    assert MistakeDriven().risk(Mistakes(25, 1000), 0.05) == pytest.approx(0.41519, abs=1e-5)
    assert MistakeDriven().risk(Mistakes(501, 1000), 0.05) == 1.0
    assert PotentialMargin().risk(Potential(0.5, 10**4), 0.05) == pytest.approx(0.0106095, abs=1e-7)
    assert PotentialMargin().risk(Potential(0.05, 500), 0.05) == 1.0
    potential = PotentialMargin().risk(Potential(0.5, 1000), 0.05)
    assert potential == MistakeDriven().risk(Mistakes(4, 1000), 0.05)


class SupportVectors:
    """A hard margin machine: keep the support vectors, train again on them."""

    ordered = False

    def compress(self, X: np.ndarray, y: np.ndarray) -> np.ndarray:
        return HardMarginSVC(kernel="linear", tol=1e-10).fit(X, y).support_

    def reconstruct(self, X: np.ndarray, y: np.ndarray) -> "HardMarginSVC":
        return HardMarginSVC(kernel="linear", tol=1e-10).fit(X, y).predict


class MistakeSequence:
    """A perceptron on different examples: one pass, the mistakes are kept in order."""

    ordered = True

    def compress(self, X: np.ndarray, y: np.ndarray) -> np.ndarray:
        w, kept = np.zeros(X.shape[1]), []
        for i in range(len(X)):
            if y[i] * (X[i] @ w) <= 0.0:
                w, kept = w + y[i] * X[i], [*kept, i]
        return np.array(kept)

    def reconstruct(self, X: np.ndarray, y: np.ndarray) -> "HardMarginSVC":
        w = y @ X
        return lambda Z: np.where(Z @ w > 0, 1.0, -1.0)


@pytest.mark.spec("H.O03", "H.T31", "C.C22")
def test_compression_schemes_give_their_rules_again() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(80, 2))
    x = x[np.abs(x @ [1.0, 0.5]) > 0.3]
    y = np.sign(x @ np.array([1.0, 0.5]))
    new = rng.normal(size=(200, 2))
    scheme = SupportVectors()
    seen = kept_witness(scheme, x, y)
    assert isinstance(seen, Kept)
    assert seen.errors == 0
    assert seen.kept <= 4
    kept = scheme.compress(x, y)
    whole = HardMarginSVC(kernel="linear", tol=1e-10).fit(x, y)
    assert (scheme.reconstruct(x[kept], y[kept])(new) == whole.predict(new)).all()
    assert Compression().risk(seen, 0.05) < 0.5
    ordered = kept_witness(MistakeSequence(), x, y)
    assert not isinstance(ordered, Kept)
    with pytest.raises(TypeError, match="looks at Kept"):
        Compression().risk(ordered, 0.05)
    assert OrderedLossyCompression().risk(ordered, 0.05) <= 1.0


@pytest.mark.spec("H.T31")
def test_a_soft_machine_is_kept_by_all_its_support_vectors_at_the_same_price() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(60, 2))
    y = np.sign(x[:, 0] + 0.7 * rng.normal(size=60))
    machine = SVC(kernel="linear", C=0.5, tol=1e-8).fit(x, y)
    again = SVC(kernel="linear", C=0.5, tol=1e-8).fit(x[machine.support_], y[machine.support_])
    assert again.coef_ == pytest.approx(machine.coef_, abs=1e-4)
    assert again.intercept_ == pytest.approx(machine.intercept_, abs=1e-4)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(InputError, match="cannot keep 5"):
        Kept(5, 4)
    with pytest.raises(ParameterError, match=r"Mistakes\.n"):
        Mistakes(1, 0)
    assert KeptCoins(2, 60, 0.5, ordered=True).rules == 60 * 59
