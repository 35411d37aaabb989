"""The Beta family: independent columns of numbers between zero and one."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.special import betaln, digamma, polygamma

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.vectors import Vectors
from drupe.models.exponential_family import Coordinates, ExponentialFamily, Natural, fitted
from drupe.models.frozen import positive_numbers
from drupe.models.training import Training

STEPS = 200
"""Newton's steps at most; a dozen are usual."""


@dataclass(frozen=True, eq=False)
class Beta(ExponentialFamily):
    """p(x) = Πⱼ xⱼ^(aⱼ − 1) (1 − xⱼ)^(bⱼ − 1) / B(aⱼ, bⱼ), with θ = (a, b) and τ(x) = (ln x, ln(1 − x)).

    Parameters
    ----------
    successes
        a: 1 with b = 1 for a uniform distribution; the larger, the nearer to one.
    failures
        b: the larger, the nearer to zero.
    coordinates
        In which parameters scores are derivatives; `Natural()` and `Usual()` are the same here.
    training
        What it was fitted on.

    Examples
    --------
    >>> share = Beta([2.0], [1.0])  # density 2x
    >>> round(np.exp(share.log_likelihood([[0.75]])).item(), 9), share.expectation.round(9).tolist()
    (1.5, [0.666666667])

    References
    ----------
    [Herbrich02]_, table A.1 and table A.2.
    """

    successes: Vector
    failures: Vector
    coordinates: Coordinates = field(default_factory=Natural)
    training: Training | None = field(default=None, compare=False, repr=False)

    support = "numbers between 0 and 1, both excluded"

    def __post_init__(self) -> None:
        object.__setattr__(self, "successes", positive_numbers("Beta", "successes", self.successes))
        object.__setattr__(self, "failures", positive_numbers("Beta", "failures", self.failures))
        if len(self.successes) != len(self.failures):
            raise ParameterError(f"Beta has {len(self.successes)} successes, but {len(self.failures)} failures.")

    @classmethod
    def fit(cls, X: Any, *, coordinates: Coordinates | None = None) -> Self:
        """The most likely successes and failures."""
        inputs = Vectors.of(X)
        start = cls(np.ones(inputs.dimension), np.ones(inputs.dimension), coordinates or Natural())
        return fitted(start, inputs)

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.successes)

    @property
    def natural(self) -> Vector:
        """a, then b."""
        return np.concatenate([self.successes, self.failures])

    @property
    def usual(self) -> Vector:
        """a, then b."""
        return self.natural

    @property
    def natural_slope(self) -> Matrix:
        """1."""
        return np.eye(2 * self.dimension)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Two for each column."""
        return tuple(f"{word} {j}" for word in ("successes", "failures") for j in range(self.dimension))

    def statistics(self, x: Matrix) -> Matrix:
        """ln x, then ln(1 − x)."""
        return np.hstack([np.log(x), np.log1p(-x)])

    def log_base(self, x: Matrix) -> Vector:
        """−Σ ln xⱼ (1 − xⱼ)."""
        return np.asarray(-(np.log(x) + np.log1p(-x)).sum(axis=1))

    @property
    def log_partition(self) -> float:
        """Σ ln B(aⱼ, bⱼ)."""
        return float(betaln(self.successes, self.failures).sum())

    @property
    def mean_statistics(self) -> Vector:
        """ψ(a) − ψ(a + b), then ψ(b) − ψ(a + b)."""
        return _expected(self.natural)

    @property
    def statistics_covariance(self) -> Matrix:
        """ψ′(a) and ψ′(b) on the diagonal, less ψ′(a + b) everywhere of a column."""
        return _curvature(self.natural)

    @property
    def expectation(self) -> Vector:
        """a / (a + b)."""
        return self.successes / (self.successes + self.failures)

    @property
    def variance(self) -> Vector:
        """a b / ((a + b)² (a + b + 1))."""
        return self.expectation * (1.0 - self.expectation) / (self.successes + self.failures + 1.0)

    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The a and b whose expected statistics are the weighted means of those seen."""
        if (same := np.ptp(x[weights > 0.0], axis=0) <= 0.0).any():
            raise InputError(
                f"column {int(same.argmax())} is the same in all examples, and so has no spread; leave it out."
            )
        wanted = weights @ self.statistics(x) / weights.sum()
        successes, failures = np.split(_matched(wanted, _by_moments(x, weights)), 2)
        return replace(self, successes=successes, failures=failures, training=None)

    def _impossible(self, x: Matrix) -> Any:
        return (x <= 0.0) | (x >= 1.0)

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        drawn = rng.beta(self.successes, self.failures, (size, self.dimension))
        # Of small parameters some draws round to the ends, which cannot be.
        return Vectors.of(np.clip(drawn, np.finfo(np.float64).tiny, np.nextafter(1.0, 0.0)))


def _expected(theta: Vector) -> Vector:
    first, second = np.split(theta, 2)
    return np.asarray(digamma(theta) - np.tile(digamma(first + second), 2))


def _curvature(theta: Vector) -> Matrix:
    first, second = np.split(theta, 2)
    shared = np.diag(polygamma(1, first + second))
    return np.asarray(np.diag(polygamma(1, theta)) - np.block([[shared, shared], [shared, shared]]))


def _by_moments(x: Matrix, weights: Vector) -> Vector:
    """The a and b that have the mean and variance of the examples: where Newton's steps start."""
    mean = weights @ x / weights.sum()
    variance = weights @ (x - mean) ** 2 / weights.sum()
    total = np.maximum(mean * (1.0 - mean) / variance - 1.0, 1e-3)
    return np.concatenate([mean * total, (1.0 - mean) * total])


def _matched(wanted: Vector, theta: Vector) -> Vector:
    """θ with E τ = wanted, the maximum of the concave ⟨θ, wanted⟩ − A(θ), by Newton's steps that never fall."""

    def height(theta: Vector) -> float:
        return float(theta @ wanted - betaln(*np.split(theta, 2)).sum())

    for _ in range(STEPS):
        step = np.linalg.solve(_curvature(theta), wanted - _expected(theta))
        # Half the way to the border at most, and no farther than the function rises.
        size = 1.0 / max(1.0, float((-2.0 * step / theta).max()))
        while size > 1e-10 and height(theta + size * step) < height(theta) - 1e-12 * abs(height(theta)):
            size *= 0.5
        theta = theta + size * step
        if np.abs(step / theta).max() < 1e-10:
            return theta
    raise InputError("the most likely Beta distribution was not found: the data lie too close to 0, to 1 or together.")
