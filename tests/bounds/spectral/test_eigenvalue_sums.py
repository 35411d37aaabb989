"""Sums of eigenvalues: the number of the literature, two sides, and the error of reconstruction they stand for."""

import math

import numpy as np
import pytest

from drupe.bounds.spectral.eigenvalue_sums import EigenvalueSum, ReconstructionError
from drupe.bounds.worlds.atoms import expected_eigenvalue, pair
from drupe.witness.spectrum import Spectrum

UNIT = Spectrum([0.5, 0.2], n=1000, radius=1.0, total=1.0, squares=0.3, fourth=1.0)


@pytest.mark.spec("M.B08", "M.B09")
def test_worked_numbers() -> None:
    # One side at δ = 0.05; P = exp(−t²(M − 4)/32) = 4.17e-4 at t = 0.5, of which the exact exponent is a little less.
    for bound in (EigenvalueSum(), ReconstructionError(1)):
        assert bound.risk(UNIT, 0.1) == pytest.approx(0.310239, abs=1e-5)
        assert bound.risk(UNIT, 2.0 * math.exp(-(0.5**2) * 998**2 / 32_000)) == pytest.approx(0.5)
    assert math.exp(-(0.5**2) * 996 / 32) == pytest.approx(4.17e-4, rel=1e-2)


@pytest.mark.spec("M.B10")
def test_the_error_of_reconstruction_is_what_is_left_of_the_eigenvalues() -> None:
    x = np.random.default_rng(0).standard_normal((40, 5)) * np.array([3.0, 2.0, 1.0, 0.5, 0.1])
    about = x - x.mean(axis=0)
    values, vectors = np.linalg.eigh(about.T @ about / 40)
    values, vectors = values[::-1], vectors[:, ::-1]
    seen = Spectrum(values, n=40, radius=20.0, total=values.sum(), squares=(values**2).sum(), fourth=1e4, mean=0.0)
    for kept in range(6):
        projected = about @ vectors[:, :kept] @ vectors[:, :kept].T
        error = np.square(about - projected).sum(axis=1).mean()
        assert ReconstructionError(kept).seen(seen) == pytest.approx(error, abs=1e-12)


def test_the_mean_of_the_one_eigenvalue_of_two_points() -> None:
    atoms = pair(4)
    total = 0.0
    for first in range(5):
        shares = np.array([first, 4 - first]) / 4.0
        chance = math.comb(4, first) * 0.7**first * 0.3 ** (4 - first)
        total += chance * atoms.covariance(shares).item()
    assert expected_eigenvalue(atoms) == pytest.approx(total)
