"""Least squares around landmarks from sums alone: rows are seen once, in any order, and sums of several are added."""

import time
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, cholesky, solve_triangular

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Numbers, Reals
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.cross import CrossGram
from drupe.inputs.base import Inputs
from drupe.solvers.passes.landmark_solution import LandmarkSolution
from drupe.solvers.solution import Stop

ROWS = 512
"""Rows whose features are held at a time."""


@dataclass(frozen=True, eq=False)
class FeatureSums:
    """Second moments of features φ(x) = T⁻ᵀ k(x), with TᵀT = K_MM, and of targets; sums are made by +.

    Features are whitened before they are summed: Σ k kᵀ itself has a condition that even float64 does not hold.

    Parameters
    ----------
    factor
        T, upper triangular.
    moments
        Σ w φ φᵀ.
    pulls
        Σ w φ yᵀ, one column for each output.
    features
        Σ w φ.
    targets, squares
        Σ w y and Σ w y², for each output.
    weight
        Σ w.

    References
    ----------
    [Rasmussen06]_, section 8.3.1.
    """

    factor: Annotated[Matrix, Reals("landmarks", "landmarks")]
    moments: Annotated[Matrix, Numbers("landmarks", "landmarks")]
    pulls: Annotated[Matrix, Numbers("landmarks", "outputs")]
    features: Annotated[Vector, Numbers("landmarks")]
    targets: Annotated[Vector, Numbers("outputs")]
    squares: Annotated[Vector, Numbers("outputs")]
    weight: float

    @classmethod
    def beginning(cls, cross: CrossGram, outputs: int) -> "FeatureSums":
        """No rows yet."""
        gram = np.asarray(cross.prepared.gram(), dtype=np.float64)
        size = len(gram)
        nothing = np.zeros((size, size)), np.zeros((size, outputs)), np.zeros(size)
        return cls(_factored(gram), *nothing, np.zeros(outputs), np.zeros(outputs), 0.0)

    def of(self, cross: CrossGram, inputs: Inputs, targets: Matrix, weights: Vector) -> "FeatureSums":
        """The sums over these rows alone."""
        moments, pulls, features = (np.zeros_like(part) for part in (self.moments, self.pulls, self.features))
        for index in blocks(len(inputs), ROWS):
            values = np.asarray(cross.prepared.block(inputs.take(index)), dtype=np.float64)
            phi = solve_triangular(self.factor, values.T, trans="T", check_finite=False)
            weighted = phi * weights[index]
            moments += weighted @ phi.T
            pulls += weighted @ targets[index]
            features += weighted.sum(axis=1)
        sums = weights @ targets, weights @ targets**2
        return FeatureSums(self.factor, moments, pulls, features, *sums, float(weights.sum()))

    def __add__(self, other: "FeatureSums") -> "FeatureSums":
        if not np.array_equal(self.factor, other.factor):
            raise InputError("sums can be added only if they are of the same kernel and landmarks; pass the landmarks.")
        return FeatureSums(
            self.factor,
            self.moments + other.moments,
            self.pulls + other.pulls,
            self.features + other.features,
            self.targets + other.targets,
            self.squares + other.squares,
            self.weight + other.weight,
        )

    def solved(self, strength: float) -> tuple[Matrix, Vector, LandmarkSolution]:
        """Coefficients and offsets with least (1/2W) Σ w (f − y)² + (λ/2) ‖f − b‖², b the mean of y."""
        began, offsets = time.perf_counter(), self.targets / self.weight
        moments = self.moments / self.weight
        wanted = (self.pulls - np.outer(self.features, offsets)) / self.weight
        shifted = moments + strength * np.eye(len(moments))
        with threads_for_matrix(len(moments)):
            whitened = cho_solve(cho_factor(shifted, check_finite=False), wanted, check_finite=False)
        spread = float((self.squares / self.weight - offsets**2).sum())
        objective = 0.5 * (spread + float((whitened * (shifted @ whitened - 2.0 * wanted)).sum()))
        rest = shifted @ whitened - wanted
        seconds = time.perf_counter() - began
        solution = self._solution(objective, 0.5 * spread, rest, wanted, seconds)
        return solve_triangular(self.factor, whitened, check_finite=False), offsets, solution

    def _solution(self, objective: float, first: float, rest: Matrix, wanted: Matrix, seconds: float) -> Any:
        slope = float(np.abs(self.factor.T @ rest).max(initial=0.0))
        length = float(np.linalg.norm(rest)) / (float(np.linalg.norm(wanted)) or 1.0)
        values, lengths = np.array([first, objective]), np.array([1.0, length])
        return LandmarkSolution(
            objective, slope, length, values, lengths, np.zeros(0), 2, True, Stop.CONVERGED, seconds
        )


def _factored(gram: Matrix) -> Matrix:
    """T with TᵀT = K_MM, and as little added to its diagonal as rounding asks for."""
    unit = float(np.abs(np.diagonal(gram)).mean()) or 1.0
    for power in range(-15, -5):
        try:
            with threads_for_matrix(len(gram)):
                return np.asarray(cholesky(gram + 10.0**power * unit * np.eye(len(gram)), check_finite=False))
        except LinAlgError:
            continue
    raise InputError("the kernel is far from positive semi-definite on the landmarks; choose a positive kernel.")
