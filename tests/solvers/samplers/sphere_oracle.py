"""What is known of posteriors on spheres without any of the samplers: closed forms, exact arcs, importance sampling."""

import math

import numpy as np
from scipy.special import gamma as gamma_function

from drupe.grams import DenseGram
from drupe.solvers.samplers import Classifiers
from drupe.solvers.samplers.diagnostics import effective_sample_size


def linear_gram(x: np.ndarray) -> DenseGram:
    return DenseGram(x @ x.T)


def weights(x: np.ndarray, drawn: Classifiers) -> np.ndarray:
    """w = Σ αᵢxᵢ of every classifier; of unit length, or K was taken for another."""
    found = drawn.coefficients @ x
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-7)
    return np.asarray(found)


def mean_coordinate(rank: int) -> float:
    """E|w₁| on the sphere of so many dimensions, and so E w₁ on a hemisphere and on an orthant."""
    return gamma_function(rank / 2) / (math.sqrt(math.pi) * gamma_function((rank + 1) / 2))


def solid_angle(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Area of the triangle on the unit sphere with these corners."""
    a, b, c = (corner / np.linalg.norm(corner) for corner in (a, b, c))
    return 2.0 * math.atan2(abs(np.linalg.det([a, b, c])), 1.0 + a @ b + b @ c + c @ a)


def arcs(walls: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """In the plane: angles from −π on where an example changes sides, and the probability of the arc after each."""
    zeros = np.arctan2(walls[:, 0], -walls[:, 1])
    ends = np.sort((np.concatenate([zeros, zeros + math.pi]) + math.pi) % (2 * math.pi) - math.pi)
    lengths = np.diff(np.append(ends, ends[0] + 2 * math.pi))
    middles = ends + lengths / 2
    errors = (np.column_stack([np.cos(middles), np.sin(middles)]) @ walls.T <= 0).sum(axis=1)
    likely = lengths * (noise / (1 - noise)) ** errors
    return ends, likely / likely.sum()


def arc_hits(directions: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """In which of these arcs each direction lies."""
    angles = np.arctan2(directions[:, 1], directions[:, 0])
    return np.asarray((np.searchsorted(ends, angles, side="right") - 1) % len(ends))


def error_shares(walls: np.ndarray, noise: float, draws: int = 400_000, seed: int = 9) -> np.ndarray:
    """P(e training errors) under label noise, by importance sampling from the uniform distribution."""
    directions = np.random.default_rng(seed).standard_normal((draws, walls.shape[1]))
    errors = (directions @ walls.T <= 0).sum(axis=1)
    likely = (noise / (1 - noise)) ** errors
    return np.bincount(errors, likely, minlength=len(walls) + 1) / likely.sum()


def off_by(values: np.ndarray, wanted: float) -> float:
    """Standard errors between the mean of a chain's values and what it should be."""
    error = values.std(ddof=1) / math.sqrt(min(effective_sample_size(values), len(values)))
    return abs(values.mean() - wanted) / error
