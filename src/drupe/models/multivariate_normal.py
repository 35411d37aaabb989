"""The normal distribution of vectors with any covariance."""

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

    References
    ----------
    [Herbrich02]_, example 2.28.
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


def moments(x: Matrix, weights: Vector) -> tuple[Vector, Matrix]:
    """The weighted mean and covariance."""
    total = weights.sum()
    mean = weights @ x / total
    away = x - mean
    covariance = (away * weights[:, None]).T @ away / total
    return mean, 0.5 * (covariance + covariance.T)
