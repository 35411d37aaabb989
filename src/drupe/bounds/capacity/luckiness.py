"""Luckiness: a class that shows few patterns on the sample at hand is small where it matters."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.capacity import EmpiricalDimension


def luckiness_bound(bits: int, n: int, delta: float) -> float:
    """(2/n)(d + log₂(4/δ)), for a level d = `bits` that was fixed beforehand, with ω(L, δ/4) ≤ 2ᵈ.

    Examples
    --------
    >>> round(luckiness_bound(270, 1000, 0.05), 4)
    0.5526

    References
    ----------
    [Herbrich02]_, eq. 4.23.
    """
    return 2.0 / n * (bits + math.log2(4.0 / delta))


def dimension_bits(dimension: int, n: int, delta: float) -> float:
    """t log₂(2en/t) with t = 4(U + ln(1/δ)): bits of the patterns on 2n examples, U the dimension seen on n of them.

    The empirical VC dimension is probably smooth with respect to 2 to this power, for δ ≤ 1/2.

    Examples
    --------
    >>> math.ceil(dimension_bits(5, 1000, 0.05 / 4)), math.ceil(dimension_bits(5, 100_000, 0.05 / 4))
    (270, 519)

    References
    ----------
    [Herbrich02]_, example 4.22 and section C.4.
    """
    effective = 4.0 * (dimension - math.log(delta))
    return 2.0 * n if effective >= 2.0 * n else effective * math.log2(2.0 * math.e * n / effective)


def class_bits(dimension: int, n: int) -> float:
    """d log₂(2en/d): bits of the patterns on 2n examples of a class of VC dimension d, the luckiness of plain PAC.

    >>> class_bits(0, 10)
    0.0

    References
    ----------
    [Herbrich02]_, example 4.21.
    """
    return dimension * math.log2(2.0 * math.e * n / dimension) if dimension else 0.0


class Luckiness(Bound[EmpiricalDimension]):
    """R ≤ (2/n)(d + log₂(4/(δ p))), d the bits of the empirical VC dimension at δp/4, p = 2/n for each of n/2 levels.

    Examples
    --------
    >>> round(Luckiness().risk(EmpiricalDimension(dimension=5, n=100_000), delta=0.05), 5)
    0.021

    References
    ----------
    [Herbrich02]_, theorem 4.19 and example 4.22.
    """

    witness = EmpiricalDimension
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "theorem 4.19")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: EmpiricalDimension, delta: float) -> float:
        # Above n/2 bits the bound says nothing: that many levels are worth a share of delta.
        share = delta * min(1.0, 2.0 / witness.n)
        bits = math.ceil(dimension_bits(witness.dimension, witness.n, share / 4.0))
        return luckiness_bound(bits, witness.n, share)

    def worlds(self) -> tuple[World[EmpiricalDimension], ...]:
        """Corners: the rank of the sample is the number of those that were seen."""
        return (World("corners, some of them rare", lambda rng: _corners(rng, Corners(6, 20_000, 1e-4))),)


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[EmpiricalDimension]:
    visit = corners.visit(rng)
    return Outcome(EmpiricalDimension(visit.seen, corners.n), visit.risk)
