"""The normal distribution of vectors with any covariance, and its algebra: maps, parts, conditions, observations."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.models.base import Model
from drupe.models.frozen import frozen
from drupe.models.information import Information
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class MultivariateNormal(Model[Vectors]):
    """p(x) = exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)) / √det 2πΣ; scores in μ and in the entries of Σ on and below its diagonal.

    Parameters
    ----------
    mean
        μ.
    covariance
        Σ, symmetric and positive definite.
    training
        What it was fitted on.

    Examples
    --------
    >>> MultivariateNormal([0.0, 0.0], np.eye(2)).scores([[2.0, 3.0]]).tolist()
    [[2.0, 3.0, 1.5, 6.0, 4.0]]
    >>> pair = MultivariateNormal([0.0, 1.0], [[1.0, 0.5], [0.5, 1.0]])
    >>> seen = pair.given([0], [2.0])
    >>> seen.mean.tolist(), seen.covariance.tolist()
    ([2.0], [[0.75]])

    References
    ----------
    [Herbrich02]_, example 2.28; theorems A.28 and A.29, eq. A.17.
    """

    mean: Vector
    covariance: Matrix
    training: Training | None = field(default=None, compare=False, repr=False)

    @property
    def kind(self) -> type[Inputs]:
        """Vectors."""
        return Vectors

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", frozen("MultivariateNormal", "mean", self.mean, 1))
        object.__setattr__(self, "covariance", frozen("MultivariateNormal", "covariance", self.covariance, 2))
        if self.covariance.shape != (len(self.mean), len(self.mean)):
            raise ParameterError(
                f"MultivariateNormal has a mean of {len(self.mean)} columns, but a covariance of shape "
                f"{self.covariance.shape}."
            )
        scale = np.abs(self.covariance).max()
        try:
            if np.abs(self.covariance - self.covariance.T).max() > 1e-12 * scale:
                raise ParameterError("MultivariateNormal.covariance must be symmetric.")
            np.linalg.cholesky(self.covariance)
        except np.linalg.LinAlgError:
            raise ParameterError("MultivariateNormal.covariance must be positive definite.") from None

    @classmethod
    def fit(cls, X: Any, *, ridge: float = 0.0) -> Self:
        """Mean and covariance of the examples; `ridge` times the columns' variances is added to the diagonal."""
        inputs = Vectors.of(X).in_double()
        x = inputs.dense()
        mean, covariance = moments(x, np.ones(len(x)))
        try:
            model = cls(mean, covariance + np.diag(ridge * x.var(axis=0)))
        except ParameterError:
            raise InputError(
                f"the covariance of {len(x)} examples with {x.shape[1]} columns is singular; "
                "give more examples, or add to its diagonal with ridge=1e-3."
            ) from None
        objective = float(model._log_likelihood(inputs).sum())
        return cls(model.mean, model.covariance, Training.on(inputs, (objective,)))

    @property
    def dimension(self) -> int:
        """How many columns."""
        return len(self.mean)

    @cached_property
    def _factor(self) -> Matrix:
        return np.linalg.cholesky(self.covariance)

    @cached_property
    def _precision(self) -> Matrix:
        inverse = solve_triangular(self._factor, np.eye(self.dimension), lower=True)
        return np.asarray(inverse.T @ inverse)

    @property
    def _entries(self) -> tuple[Index, Index]:
        """Rows and columns of the entries of Σ that are parameters."""
        return np.tril_indices(self.dimension)

    @property
    def parameters(self) -> Vector:
        """μ, then Σ on and below its diagonal, row by row."""
        return np.concatenate([self.mean, self.covariance[self._entries]])

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Those of the mean and of the covariance."""
        entries = zip(*self._entries, strict=True)
        return (*(f"mean {j}" for j in range(self.dimension)), *(f"covariance {i} {j}" for i, j in entries))

    def _of(self, X: Any) -> Vectors:
        inputs = super()._of(X).in_double()
        if inputs.dimension != self.dimension:
            raise InputError(f"the model has {self.dimension} columns, but the data have {inputs.dimension}.")
        return inputs

    def _log_likelihood(self, inputs: Vectors) -> Vector:
        white = solve_triangular(self._factor, (inputs.dense() - self.mean).T, lower=True)
        volume = np.log(np.diag(self._factor)).sum() + 0.5 * self.dimension * math.log(2.0 * math.pi)
        return np.asarray(-0.5 * np.einsum("ij,ij->j", white, white) - volume)

    def _scores(self, inputs: Vectors) -> Matrix:
        rows, columns = self._entries
        pulls = (inputs.dense() - self.mean) @ self._precision
        # ∂ ln p / ∂Σ = ½ (pull pullᵀ − Σ⁻¹); an entry off the diagonal stands in two places.
        places = np.where(rows == columns, 0.5, 1.0)
        return np.hstack([pulls, places * (pulls[:, rows] * pulls[:, columns] - self._precision[rows, columns])])

    def information(self) -> Information:
        """Σ⁻¹ for the mean, ½ tr(Σ⁻¹ E Σ⁻¹ E') for the covariance, and nothing in between."""
        i, j = self._entries
        places = np.where(i == j, 0.5, 1.0)
        inverse = self._precision
        both = inverse[np.ix_(i, i)] * inverse[np.ix_(j, j)] + inverse[np.ix_(i, j)] * inverse[np.ix_(j, i)]
        nothing = np.zeros((self.dimension, len(i)))
        return Information.of(np.block([[inverse, nothing], [nothing.T, np.outer(places, places) * both]]))

    def score_variances(self) -> Vector:
        """The diagonal of the information."""
        return np.diagonal(self.information().matrix)

    def _draw(self, size: int, rng: np.random.Generator) -> Vectors:
        return Vectors.of(self.mean + rng.standard_normal((size, self.dimension)) @ self._factor.T)

    @property
    def natural(self) -> Vector:
        """The canonical θ: Σ⁻¹μ, then of −½Σ⁻¹ the diagonal and twice what is below it, row by row."""
        rows, columns = self._entries
        places = np.where(rows == columns, -0.5, -1.0)
        return np.concatenate([self._precision @ self.mean, places * self._precision[rows, columns]])

    @classmethod
    def from_natural(cls, theta: Any) -> Self:
        """The distribution of canonical parameters θ."""
        values = frozen(cls.__name__, "theta", theta, 1)
        d = math.isqrt(2 * len(values))  # d + d (d + 1) / 2 numbers
        d -= d * (d + 3) != 2 * len(values)
        if d * (d + 3) != 2 * len(values):
            raise ParameterError(f"no {cls.__name__} has {len(values)} canonical parameters; 2, 5, 9, ... would do.")
        half = np.zeros((d, d))
        half[np.tril_indices(d)] = -values[d:]
        try:
            covariance = np.linalg.inv(half + half.T)
        except np.linalg.LinAlgError:
            raise ParameterError(f"{cls.__name__}.theta must have a precision that can be inverted.") from None
        covariance = 0.5 * (covariance + covariance.T)
        return cls(covariance @ values[:d], covariance)

    def statistics(self, x: Matrix) -> Matrix:
        """τ(x) = (x, xᵢxⱼ for i ≥ j): ln p(x) = ln c + ⟨θ, τ(x)⟩ − A(θ)."""
        rows, columns = self._entries
        return np.hstack([x, x[:, rows] * x[:, columns]])

    def log_base(self, x: Matrix) -> Vector:
        """−(d/2) ln 2π."""
        return np.full(len(x), -0.5 * self.dimension * math.log(2.0 * math.pi))

    @property
    def log_partition(self) -> float:
        """A(θ) = ½ μᵀΣ⁻¹μ + ½ ln det Σ."""
        white = solve_triangular(self._factor, self.mean, lower=True)
        return float(0.5 * white @ white + np.log(np.diag(self._factor)).sum())

    def mapped(self, matrix: Any, shift: Any = 0.0, noise: Any = 0.0) -> "MultivariateNormal":
        """The distribution of Ax + shift + e: N(Aμ + shift, AΣAᵀ + N); e ~ N(0, N), or N(0, noise I) for one number."""
        a = self._map(matrix)
        spread = a @ self.covariance @ a.T + _covariance(noise, len(a))
        return MultivariateNormal(a @ self.mean + _row("shift", shift, len(a)), 0.5 * (spread + spread.T))

    def marginal(self, columns: Any) -> "MultivariateNormal":
        """The distribution of some columns, whatever the others are."""
        kept = self._columns(columns)
        return MultivariateNormal(self.mean[kept], self.covariance[np.ix_(kept, kept)])

    def given(self, columns: Any, values: Any) -> "MultivariateNormal":
        """The distribution of the other columns once these were seen: N(μ₁ + Σ₁₂Σ₂₂⁻¹(x₂ − μ₂), Σ₁₁ − Σ₁₂Σ₂₂⁻¹Σ₂₁)."""
        seen = self._columns(columns)
        others = np.setdiff1d(np.arange(self.dimension), seen)
        if not len(others):
            raise InputError("all columns are given, so that none is left to have a distribution.")
        across, joint = self.covariance[np.ix_(others, seen)], self.covariance[np.ix_(seen, seen)]
        return self._conditioned(others, across, joint, _row("values", values, len(seen)) - self.mean[seen])

    def after(self, seen: Any, matrix: Any, noise: Any) -> "MultivariateNormal":
        """The distribution of x once Ax + e was seen, e ~ N(0, N): precision AᵀN⁻¹A + Σ⁻¹; `noise` as in `mapped`."""
        a = self._map(matrix)
        across = self.covariance @ a.T
        surprise = _row("seen", seen, len(a)) - a @ self.mean
        return self._conditioned(np.arange(self.dimension), across, a @ across + _covariance(noise, len(a)), surprise)

    def _conditioned(self, kept: Index, across: Matrix, joint: Matrix, surprise: Vector) -> "MultivariateNormal":
        """What is left of these columns when something of covariance `joint` turned out so far from its mean."""
        try:
            factor = np.linalg.cholesky(joint)
        except np.linalg.LinAlgError:
            raise ParameterError("what was seen must have a covariance that is positive definite.") from None
        white = solve_triangular(factor, across.T, lower=True)
        mean = self.mean[kept] + white.T @ solve_triangular(factor, surprise, lower=True)
        return MultivariateNormal(mean, self.covariance[np.ix_(kept, kept)] - white.T @ white)

    def _map(self, matrix: Any) -> Matrix:
        a: Matrix = frozen("MultivariateNormal", "matrix", matrix, 2)
        if a.shape[1] != self.dimension:
            raise InputError(f"a map of {self.dimension} columns needs a matrix with as many, got shape {a.shape}.")
        return a

    def _columns(self, columns: Any) -> Index:
        chosen = np.asarray(columns)
        whole = chosen.ndim == 1 and len(chosen) and np.issubdtype(chosen.dtype, np.integer)
        if (
            not whole
            or len(set(chosen.tolist())) != len(chosen)
            or not (0 <= chosen.min() <= chosen.max() < self.dimension)
        ):
            raise InputError(f"columns are some of 0 to {self.dimension - 1}, each once, got {columns!r}.")
        return chosen.astype(np.int64)


def _row(name: str, values: Any, size: int) -> Vector:
    """One number for each entry; one alone stands for all."""
    row = np.asarray(values, dtype=np.float64)
    if row.shape not in ((), (size,)):
        raise InputError(f"{name} must be {size} numbers in a row, got an array of shape {row.shape}.")
    return np.broadcast_to(row, size)


def _covariance(noise: Any, size: int) -> Matrix:
    """A covariance of so many columns; one number is a variance that all have."""
    matrix = np.asarray(noise, dtype=np.float64)
    if matrix.shape not in ((), (size, size)):
        raise InputError(f"noise must be a variance or a matrix of shape {(size, size)}, got shape {matrix.shape}.")
    return matrix if matrix.ndim else matrix * np.eye(size)


def moments(x: Matrix, weights: Vector) -> tuple[Vector, Matrix]:
    """The weighted mean and covariance."""
    total = weights.sum()
    mean = weights @ x / total
    away = x - mean
    covariance = (away * weights[:, None]).T @ away / total
    return mean, 0.5 * (covariance + covariance.T)
