"""Bounds by kept examples, mistakes and coefficients agree with their theorems to many digits, and are rounded up."""

from typing import Any

import mpmath as mp
import pytest
from bounds.theorems_in_digits import Formula, assert_rounded_up, assert_says, largest, log_choose

from drupe.bounds.base import Bound
from drupe.bounds.compression.compression import Compression, CompressionSimplified, LossyCompression
from drupe.bounds.compression.mistake_driven import MistakeDriven
from drupe.bounds.compression.ordered import OrderedCompression, OrderedLossyCompression
from drupe.bounds.compression.pick_to_learn import PickToLearn
from drupe.bounds.compression.preferent import PreferentCompression, change_probability
from drupe.bounds.compression.ratio import RatioCompression
from drupe.bounds.compression.weighted import WeightedCompression
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.margin.potential_margin import PotentialMargin
from drupe.bounds.pac_bayes.clipped_perceptron import ClippedPerceptron
from drupe.bounds.pac_bayes.coefficient_ensemble import CoefficientEnsemble
from drupe.bounds.pac_bayes.coefficient_prior import CoefficientPrior
from drupe.witness.coefficients import ClippedCoefficients, Coefficients
from drupe.witness.coefficients import CoefficientEnsemble as Ensemble
from drupe.witness.kept import Kept, KeptInOrder
from drupe.witness.mistakes import Mistakes
from drupe.witness.mistakes import PotentialMargin as Potential
from drupe.witness.picked import Picked
from drupe.witness.touching import Touching

BITS = 2 * mp.log(2)
"""Two bits besides, in nats."""


def lossy(nats: Any, errors: int, n: int, kept: int) -> Any:
    return mp.mpf(errors) / (n - kept) + mp.sqrt(nats / (2 * (n - kept)))


def preferent(kept: int, n: int, delta: Any) -> Any:
    """The ε at which (δ/n) Σ C(m, kept)/C(n, kept) (1 − ε)^(−(n − m)) over kept ≤ m < n is one."""

    def total(e: Any) -> Any:
        return delta / n * mp.fsum(mp.binomial(m, kept) * (1 - e) ** (m - n) for m in range(kept, n))

    chosen = mp.binomial(n, kept)
    return largest(lambda e: total(e) <= chosen, mp.mpf(0), mp.mpf(1))


CASES: list[tuple[Bound[Any], Any, float, Formula]] = [
    (
        Compression(),
        Kept(3, 90, bits=2.0),
        0.1,
        lambda d: (log_choose(90, 3) + mp.log(90) - mp.log(d) + BITS) / 87,
    ),
    (
        CompressionSimplified(),
        Kept(3, 90, bits=2.0),
        0.1,
        lambda d: (3 * mp.log(30 * mp.e) + mp.log(90) - mp.log(d) + BITS) / 87,
    ),
    (
        OrderedCompression(),
        KeptInOrder(3, 90, bits=2.0),
        0.1,
        lambda d: (mp.log(90 * 89 * 88) + mp.log(90) - mp.log(d) + BITS) / 87,
    ),
    (
        LossyCompression(),
        Kept(3, 190, errors=5, bits=2.0),
        0.1,
        lambda d: lossy(log_choose(190, 3) + 2 * mp.log(190) - mp.log(d) + BITS, 5, 190, 3),
    ),
    (
        OrderedLossyCompression(),
        KeptInOrder(3, 190, errors=5, bits=2.0),
        0.1,
        lambda d: lossy(mp.log(190 * 189 * 188) + 2 * mp.log(190) - mp.log(d) + BITS, 5, 190, 3),
    ),
    (
        RatioCompression(0.125),
        Kept(3, 90, bits=2.0),
        0.1,
        lambda d: (3 * mp.log(8) + 87 * mp.log(mp.mpf(8) / 7) - mp.log(d) + BITS) / 87,
    ),
    (
        WeightedCompression((0.5, 0.25, 0.125, 0.125)),
        Kept(3, 90, bits=2.0),
        0.1,
        lambda d: (log_choose(90, 3) + mp.log(8) - mp.log(d) + BITS) / 87,
    ),
    (
        MistakeDriven(),
        Mistakes(3, 190),
        0.1,
        lambda d: mp.mpf(2) / 190 * (3 * (1 + mp.log(190)) + mp.log(190) - mp.log(d)),
    ),
    (
        PotentialMargin(),
        Potential(0.75, 190),
        0.1,
        lambda d: mp.mpf(2) / 190 * (mp.mpf(16) / 9 * (1 + mp.log(190)) + mp.log(190) - mp.log(d)),
    ),
    (
        ClippedPerceptron(4),
        ClippedCoefficients(3, 190, errors=5, bits=2.0),
        0.1,
        lambda d: lossy(log_choose(190, 3) + 3 * mp.log(8) + 2 * mp.log(190) - mp.log(d) + BITS, 5, 190, 3),
    ),
    # With errors or without, each form has half of δ.
    (
        CoefficientPrior(),
        Coefficients(3, 190, bits=2.0, information=7.5),
        0.1,
        lambda d: (mp.mpf(15) / 2 + BITS - mp.log(d / 2)) / 187,
    ),
    (
        CoefficientPrior(),
        Coefficients(3, 190, errors=5, bits=2.0, information=7.5),
        0.1,
        lambda d: lossy(mp.mpf(15) / 2 + BITS - mp.log(d / 2) + mp.log(190), 5, 190, 3),
    ),
    (
        CoefficientEnsemble(),
        Ensemble(3, 190, bits=2.0, information=7.5),
        0.1,
        lambda d: (mp.mpf(15) / 2 + BITS + 2 * mp.log(190) - mp.log(d) + 1) / 187,
    ),
    (PreferentCompression(), Touching(0, 30), 0.1, lambda d: preferent(0, 30, d)),
    (PreferentCompression(), Touching(12, 90), 1e-6, lambda d: preferent(12, 90, d)),
    (PreferentCompression(), Touching(299, 300), 0.9, lambda d: preferent(299, 300, d)),
    (PickToLearn(), Picked(4, 5, 90, stops=7), 0.1, lambda d: preferent(9, 90, d / 7)),
]


@pytest.mark.parametrize(("bound", "witness", "delta", "formula"), CASES, ids=lambda value: type(value).__name__)
def test_bound_says_what_its_theorem_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    assert_says(bound, witness, delta, formula)


@pytest.mark.parametrize(("kept", "n"), [(0, 4000), (7, 2500), (1200, 2500)])
def test_preferent_compression_of_many_examples_is_not_rounded_down(kept: int, n: int) -> None:
    """At the ε that is certified the sum has reached one."""
    with mp.workdps(40):
        e = mp.mpf(change_probability(kept, n, 0.05))
        term, total = mp.mpf(1), mp.mpf(0)
        for m in range(n - 1, kept - 1, -1):
            term *= mp.mpf(m + 1 - kept) / (m + 1) / (1 - e)
            total += term
        assert 1 <= mp.mpf(0.05) / n * total <= 1 + 1e-6


@pytest.mark.parametrize(("n", "d"), [(5, 0), (5, 5), (10**6, 3), (10**9, 2), (10**7, 10**7 - 4), (10**13, 1)])
def test_binomial_coefficients_of_large_numbers_keep_their_digits(n: int, d: int) -> None:
    with mp.workdps(30):
        assert log_binomial(n, d) == pytest.approx(float(log_choose(n, d)), rel=1e-14)


def test_more_factors_than_are_summed() -> None:
    n, d = 4 * 10**6, 2 * 10**6
    with mp.workdps(30):
        exact = float(mp.loggamma(n + 1) - 2 * mp.loggamma(d + 1))
    assert log_binomial(n, d) == pytest.approx(exact, rel=1e-12)


def test_forms_that_textbooks_print() -> None:
    from drupe.bounds.compression.compression import halved_formula
    from drupe.bounds.compression.ratio import printed_formula

    def halved(delta: Any) -> Any:
        return mp.mpf(2) / 90 * (3 * mp.log(30 * mp.e) + mp.log(90) - mp.log(delta))

    def printed(delta: Any) -> Any:
        return 2 * ((3 * mp.log(8) + 87 * mp.log(mp.mpf(8) / 7)) / 90 - mp.log(delta) / 90)

    assert halved_formula(3, 90, 0.1) == pytest.approx(float(halved(0.1)), rel=1e-12)
    assert printed_formula(3, 90, 0.125, 0.1) == pytest.approx(float(printed(0.1)), rel=1e-12)
    assert_rounded_up(CompressionSimplified().risk(Kept(45, 400), 0.1), 0.1, lambda d: _simplified(45, 400, d))


def _simplified(kept: int, n: int, delta: Any) -> Any:
    return (kept * mp.log(mp.e * n / kept) + mp.log(n) - mp.log(delta)) / (n - kept)
