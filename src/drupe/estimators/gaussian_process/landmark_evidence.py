"""A lower bound on the evidence of a Gaussian process, from kernel values with a few landmarks."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import cho_solve, eigh, solve_triangular

from drupe.estimators.gaussian_process.evidence import NOISE, Conditioned, Units
from drupe.estimators.gaussian_process.noise_apart import NoiseApart
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.landmark_posterior import LandmarkPosterior
from drupe.solvers.cholesky import factored

JITTER = 1e-10
"""Of the mean variance at the landmarks, added to each: the bound stays one, and near landmarks do no harm."""

ROWS = 1024
"""Examples that are looked at together, or as many as there are landmarks."""


class _Sums(NamedTuple):
    """What the bound must know of all examples: sums over L⁻¹k(x), each weighed by 1 / its noise."""

    outer: Matrix
    told: Matrix
    energy: float
    log_noise: float
    variance: float


class _Solved(NamedTuple):
    """The landmarks with what the examples told about them."""

    lower: Matrix
    inner: Matrix
    weights: Matrix
    value: float


@dataclass(frozen=True, eq=False)
class LandmarkEvidence:
    """ln N(y | 0, Q + D) − ½ tr(D⁻¹(K − Q)) ≤ ln P(y), with Q = K_nm K_mm⁻¹ K_mn, summed over the outputs.

    D is the noise of each example on a diagonal. Where landmarks are all examples, or tell all about them, the bound is
    the evidence; more landmarks never lower it. Maximized in parameters it cannot pretend more than there is.

    Parameters
    ----------
    inputs
        The examples.
    targets
        y, one column for each output.
    landmarks
        Examples through which all others are seen.
    extra
        Added to the noise: one number, or one for each example.

    Notes
    -----
    Complexity: O(nm²) time; memory for m² numbers and a block of rows, never for nm.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> one = LandmarkEvidence(Vectors.of([[1.0]]), np.array([[1.0]]), Vectors.of([[1.0]]))  # y ~ N(0, 2)
    >>> round(one.value(Linear(), noise=1.0), 5)
    -1.51551

    References
    ----------
    [Titsias09]_, eq. 9; [Rasmussen06]_, section 8.3.
    """

    inputs: Inputs
    targets: Matrix
    landmarks: Inputs
    extra: Vector | float = 0.0

    def value(self, kernel: Kernel[Any], noise: float) -> float:
        """The bound."""
        return self.solved(kernel, noise).value

    def solved(self, kernel: Kernel[Any], noise: float) -> _Solved:
        """The bound, and the process given the examples."""
        apart = NoiseApart.of(kernel)
        return self._solved(apart.kernel, self._noises(noise + apart.variance))

    def conditioned(self, kernel: Kernel[Any], noise: float, units: Units) -> Conditioned:
        """The process given the targets, as far as the landmarks tell."""
        solved = self.solved(kernel, noise)
        # MMᵀ = K_mm⁻¹ − (K_mm + Φ)⁻¹ = L⁻ᵀ(I − B⁻¹)L⁻¹, and no eigenvalue of B is below one.
        values, vectors = eigh(solved.inner @ solved.inner.T)
        told = vectors * np.sqrt(1.0 - 1.0 / np.maximum(values, 1.0))
        factor = solve_triangular(solved.lower, told, lower=True, trans=1)
        mean = Expansion(kernel, self._anew, solved.weights * units.scale, units.center, units.n_jobs)
        return Conditioned(LandmarkPosterior(mean, factor, noise, units.scale), solved.weights, solved.value)

    def slopes(self, kernel: Kernel[Any], noise: float) -> tuple[float, dict[str, float]]:
        """The bound and its slope in each parameter of the kernel and in the noise."""
        apart = NoiseApart.of(kernel)
        own, noises = apart.kernel, self._noises(noise + apart.variance)
        solved = self._solved(own, noises)
        outputs, m = self.targets.shape[1], len(self.landmarks)
        found, level, seen = dict.fromkeys(own.parameters(), 0.0), 0.0, np.zeros((m, m))
        prepared = own.prepare(self._anew)
        for index in self._blocks():
            part, each = self.inputs.take(index), noises[index]
            across = np.asarray(prepared.block(part), dtype=np.float64)
            off = (self.targets[index] - across @ solved.weights) / each[:, None]
            half = solve_triangular(solved.lower, across.T, lower=True)
            left = cho_solve((solved.inner, True), half)
            # Row by row K_mm⁻¹k(x) is of the size of one; of a product of whole matrices rounding would leave nothing.
            rows = solve_triangular(solved.lower, half, lower=True, trans=1)
            seen += (rows / each) @ rows.T
            told = solve_triangular(solved.lower, half - left, lower=True, trans=1)
            between = off @ solved.weights.T + outputs * (told / each).T
            level += self._level(off, np.asarray(own.diagonal(part), dtype=np.float64), each, half, left)
            weights = np.zeros((len(index) + m, len(index) + m))
            weights[: len(index), len(index) :] = 0.5 * between
            weights[len(index) :, : len(index)] = 0.5 * between.T
            weights[np.arange(len(index)), np.arange(len(index))] = -0.5 * outputs / each
            for name, slope in own.slopes(part.joined(self._anew), weights).items():
                found[name] += slope
        for name, slope in own.slopes(self._anew, self._middle(solved, seen)).items():
            found[name] += slope
        return solved.value, apart.renamed(found, level) | {NOISE: level}

    def _level(self, off: Matrix, before: Vector, each: Vector, half: Matrix, left: Matrix) -> float:
        """The slope in the noise that a block of examples adds."""
        known = np.einsum("ij,ij->j", half, half - left)
        own = (each + known - before) / each**2
        return 0.5 * float(np.square(off).sum() - self.targets.shape[1] * own.sum())

    def _middle(self, solved: _Solved, seen: Matrix) -> Matrix:
        """The slope in every entry of K_mm: −½ββᵀ − ½(PΦP − P + (K_mm + Φ)⁻¹) for each output, with P = K_mm⁻¹."""
        m = len(self.landmarks)
        half = solve_triangular(solved.lower, np.eye(m), lower=True)
        told = half.T @ (half - cho_solve((solved.inner, True), half))
        middle = -0.5 * (solved.weights @ solved.weights.T + self.targets.shape[1] * (seen - told))
        # What is added to each variance at the landmarks is a share of their mean, and moves with it.
        middle[np.diag_indices(m)] += JITTER * float(np.trace(middle)) / m
        return np.asarray(0.5 * (middle + middle.T))

    def _solved(self, kernel: Kernel[Any], noises: Vector) -> _Solved:
        matrix = np.array(kernel.matrix(self._anew, self._anew), dtype=np.float64)
        lower = factored(matrix, JITTER * float(matrix.diagonal().mean())).triangle()
        sums = self._sums(kernel, noises, lower)
        explained = float(np.trace(sums.outer))
        inner_factor = factored(sums.outer, 1.0)
        inner = inner_factor.triangle()
        told = solve_triangular(inner, sums.told, lower=True)
        weights = solve_triangular(lower, solve_triangular(inner, told, lower=True, trans=1), lower=True, trans=1)
        n, outputs = self.targets.shape
        charge = inner_factor.log_determinant + sums.log_noise + n * math.log(2.0 * math.pi)
        charge += sums.variance - explained
        value = -0.5 * (sums.energy - float(np.square(told).sum())) - 0.5 * outputs * charge
        if not math.isfinite(value):
            raise InputError(f"the evidence of {type(kernel).__name__} is beyond float64; scale the features.")
        return _Solved(lower, inner, weights, value)

    def _sums(self, kernel: Kernel[Any], noises: Vector, lower: Matrix) -> _Sums:
        """Of L⁻¹k(x), example by example: squares, which no rounding makes negative."""
        m = len(self.landmarks)
        outer, told, variance = np.zeros((m, m)), np.zeros((m, self.targets.shape[1])), 0.0
        prepared = kernel.prepare(self._anew)
        for index in self._blocks():
            part, roots = self.inputs.take(index), np.sqrt(noises[index])[:, None]
            across = np.asarray(prepared.block(part), dtype=np.float64) / roots
            apart = solve_triangular(lower, across.T, lower=True, check_finite=False)
            outer += apart @ apart.T
            told += apart @ (self.targets[index] / roots)
            variance += float((np.asarray(kernel.diagonal(part), dtype=np.float64) / noises[index]).sum())
        energy = float((np.square(self.targets) / noises[:, None]).sum())
        return _Sums(outer, told, energy, float(np.log(noises).sum()), variance)

    def _noises(self, noise: float) -> Vector:
        each = np.broadcast_to(np.asarray(noise + self.extra, dtype=np.float64), (len(self.targets),))
        if not (each > 0.0).all():
            raise ParameterError("through landmarks a process needs noise; give noise > 0 or alpha > 0.")
        return each

    @cached_property
    def _anew(self) -> Inputs:
        """The landmarks as examples of their own, which share no noise with any other."""
        return self.landmarks.joined(self.landmarks.take(np.arange(0)))

    def _blocks(self) -> Iterator[Index]:
        return blocks(len(self.targets), max(ROWS, len(self.landmarks)))
