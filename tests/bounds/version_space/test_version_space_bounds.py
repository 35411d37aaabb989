"""Bounds from the volume of version space, recomputed from their theorem in many digits."""

import math

import mpmath
import numpy as np
import pytest

from drupe.bounds.version_space.mirrored import MirroredVersionSpace
from drupe.bounds.version_space.volume import VersionSpaceGibbs, VersionSpaceVote
from drupe.foundation.errors import InputError
from drupe.witness.volume import EstimatedVolume, MirroredVolume

LOGARITHMS = ([-3.0], [-12.5, -11.0, -14.25], list(np.linspace(-40.0, -38.0, 16)))


def theorem(logarithms, n, delta):
    """1 − (δ₁ t min Pᵦ)^(1/n): the least of B estimates, times t = δ₂^(1/B), with δ₂ = δ/(B + 1) and δ₁ = δ − δ₂."""
    with mpmath.workdps(40):
        number = len(logarithms)
        second = mpmath.mpf(delta) / (number + 1)
        first = mpmath.mpf(delta) - second
        volume = mpmath.exp(min(logarithms)) * second ** (mpmath.mpf(1) / number)
        return float(1 - (first * volume) ** (mpmath.mpf(1) / n))


@pytest.mark.parametrize("n", [40, 300])
@pytest.mark.parametrize("delta", [0.001, 0.05, 0.4])
@pytest.mark.parametrize("logarithms", LOGARITHMS, ids=len)
def test_values_are_those_of_the_theorem(logarithms, n, delta) -> None:
    mean = theorem(logarithms, n, delta)
    assert VersionSpaceGibbs().risk(EstimatedVolume(logarithms, n), delta) == pytest.approx(mean, rel=1e-9)
    twice = min(1.0, 2.0 * mean)
    assert VersionSpaceVote().risk(EstimatedVolume(logarithms, n), delta) == pytest.approx(twice, rel=1e-9)
    assert MirroredVersionSpace().risk(MirroredVolume(logarithms, n), delta) == pytest.approx(twice, rel=1e-9)


def test_least_of_several_estimates_fails_no_more_often_than_markov_allows() -> None:
    # The worst case: an estimate is P/q with probability q, else zero; the product of probabilities is met exactly.
    rng, volume, number, delta = np.random.default_rng(0), 1e-3, 4, 0.2
    worst = delta ** (1.0 / number)
    hit = rng.random((20_000, number)) < worst
    failures = 0
    for row in hit:
        logarithms = np.where(row, math.log(volume / worst) + 1e-9, -np.inf)
        failures += EstimatedVolume(logarithms, n=10).information(delta) < -math.log(volume)
    assert failures / len(hit) == pytest.approx(delta, abs=0.012)


def test_zero_estimates_say_nothing() -> None:
    assert VersionSpaceGibbs().risk(EstimatedVolume([-np.inf, -1.0], n=50), 0.05) == 1.0


@pytest.mark.parametrize("logarithms", [[], [math.nan], [math.inf], [[1.0]]])
def test_what_is_no_volume(logarithms) -> None:
    with pytest.raises(InputError, match="estimates of a volume"):
        EstimatedVolume(logarithms, n=10)
