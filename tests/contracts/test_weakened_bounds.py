"""A constant that is too small is noticed: bounds with half of their price fail the test of coverage."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, violations
from contracts.test_every_bound import DELTA, FEW

from drupe.bounds.base import Bound
from drupe.bounds.capacity.finite_class import FiniteClass, FiniteClassConsistent
from drupe.bounds.compression.compression import Compression, LossyCompression
from drupe.bounds.compression.ordered import OrderedCompression
from drupe.bounds.pac_bayes.clipped_perceptron import ClippedPerceptron
from drupe.bounds.pac_bayes.coefficient_prior import CoefficientPrior
from drupe.bounds.pac_bayes.seeger import PacBayesSeeger
from drupe.bounds.pac_bayes.single import PacBayesSingle, PacBayesSingleAgnostic

CATCHABLE: tuple[Bound[Any], ...] = (
    ClippedPerceptron(2),
    CoefficientPrior(),
    Compression(),
    FiniteClass(20),
    FiniteClassConsistent(20),
    LossyCompression(),
    OrderedCompression(),
    PacBayesSingle(),
    PacBayesSingleAgnostic(),
    PacBayesSeeger(),
)


def seen_error(witness: Any) -> float:
    """The training error that a bound starts from."""
    for name in ("rate", "loss"):
        if hasattr(witness, name):
            return float(getattr(witness, name))
    return witness.errors / witness.others


def weakened(bound: Bound[Any], share: float) -> Bound[Any]:
    """The same bound with a share of its price: what it adds to the training error."""
    original = type(bound)

    class Weakened(original):  # type: ignore[misc, valid-type]
        def _risk(self, witness: Any, delta: float) -> float:
            price = super()._risk(witness, delta) - seen_error(witness)
            return seen_error(witness) + share * price

    fields = dataclasses.fields(bound) if dataclasses.is_dataclass(bound) else ()
    return Weakened(**{field.name: getattr(bound, field.name) for field in fields})


def most_failures(bound: Bound[Any]) -> int:
    return max(violations(bound, world, FEW, DELTA) for world in bound.worlds())


@pytest.mark.parametrize("bound", CATCHABLE, ids=lambda bound: type(bound).__name__)
def test_half_of_the_price_is_caught(bound: Bound[Any]) -> None:
    assert most_failures(weakened(bound, 1.0)) <= allowed(FEW, DELTA)
    assert most_failures(weakened(bound, 0.5)) > allowed(FEW, DELTA)


def test_random_signs_with_the_printed_constant_are_caught() -> None:
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(20_000, 4)).sum(axis=1)
    printed, right = 2.0 * np.exp(-2.0 * 1.8**2 / 4.0), 2.0 * np.exp(-(1.8**2) / (2.0 * 4.0))
    assert printed < (np.abs(signs) > 1.8).mean() <= right
