"""Exponential families: distributions of vectors whose logarithm is linear in statistics of the example."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar, cast

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.models.base import Model
from drupe.models.information import Information
from drupe.models.training import Training


class Coordinates(ABC):
    """In which parameters the distributions of an exponential family are told apart."""

    @abstractmethod
    def slope(self, model: "ExponentialFamily") -> Matrix:
        """∂(natural parameters) / ∂(these): one row for each natural one."""

    @abstractmethod
    def parameters(self, model: "ExponentialFamily") -> Vector:
        """The values of these."""


@dataclass(frozen=True)
class Natural(Coordinates):
    """The θ of P(x) = c(x) exp(⟨θ, τ(x)⟩ − A(θ)) itself: the score is τ(x) − E τ."""

    def slope(self, model: "ExponentialFamily") -> Matrix:
        """The identity."""
        return np.eye(len(model.natural))

    def parameters(self, model: "ExponentialFamily") -> Vector:
        """θ."""
        return model.natural


@dataclass(frozen=True)
class Usual(Coordinates):
    """The parameters by which the family is known: a mean, a variance, a rate, a probability."""

    def slope(self, model: "ExponentialFamily") -> Matrix:
        """By the chain rule."""
        return model.natural_slope

    def parameters(self, model: "ExponentialFamily") -> Vector:
        """The values of the fields."""
        return model.usual


class ExponentialFamily(Model[Vectors]):
    """P(x) = c(x) exp(⟨θ, τ(x)⟩ − A(θ)) on vectors; the literature writes a(θ) for exp(−A(θ)).

    Fields that come after the parameters are `coordinates`, in which scores are derivatives, and `training`.

    References
    ----------
    [Herbrich02]_, definition A.30, table A.2 and example 2.28.
    """

    coordinates: Coordinates

    support: ClassVar[str] = "numbers"
    """What the entries of examples are, in words."""

    @property
    def kind(self) -> type[Inputs]:
        """Vectors."""
        return Vectors

    @property
    @abstractmethod
    def dimension(self) -> int:
        """How many columns an example has."""

    @property
    @abstractmethod
    def natural(self) -> Vector:
        """θ."""

    @property
    @abstractmethod
    def usual(self) -> Vector:
        """The parameters by which the family is known, in the order of `natural_slope`'s columns."""

    @property
    @abstractmethod
    def natural_slope(self) -> Matrix:
        """∂θ / ∂(usual parameters)."""

    @abstractmethod
    def statistics(self, x: Matrix) -> Matrix:
        """τ(x), one row for each example."""

    @abstractmethod
    def log_base(self, x: Matrix) -> Vector:
        """ln c(x)."""

    @property
    @abstractmethod
    def log_partition(self) -> float:
        """A(θ)."""

    @property
    @abstractmethod
    def mean_statistics(self) -> Vector:
        """E τ = ∂A / ∂θ."""

    @property
    @abstractmethod
    def statistics_covariance(self) -> Matrix:
        """Cov τ = ∂²A / ∂θ², the information of natural parameters."""

    @property
    def expectation(self) -> Vector:
        """E x of each column: the first statistics are the columns themselves, unless a family says otherwise."""
        return self.mean_statistics[: self.dimension]

    @property
    def variance(self) -> Vector:
        """E (x − E x)² of each column."""
        return np.diagonal(self.statistics_covariance)[: self.dimension]

    @abstractmethod
    def refitted(self, x: Matrix, weights: Vector) -> Self:
        """The most likely member of the family for weighted examples."""

    @abstractmethod
    def _impossible(self, x: Matrix) -> Any:
        """Where entries cannot be."""

    @property
    def parameters(self) -> Vector:
        """In the chosen coordinates."""
        return self.coordinates.parameters(self)

    def _log_likelihood(self, inputs: Vectors) -> Vector:
        x = inputs.dense()
        return np.asarray(self.log_base(x) + self.statistics(x) @ self.natural - self.log_partition)

    def _scores(self, inputs: Vectors) -> Matrix:
        centered = self.statistics(inputs.dense()) - self.mean_statistics
        return np.asarray(centered @ self.coordinates.slope(self))

    def information(self) -> Information:
        """In closed form: Cov τ, and for other coordinates what follows by the chain rule."""
        slope = self.coordinates.slope(self)
        return Information.of(slope.T @ self.statistics_covariance @ slope)

    def score_variances(self) -> Vector:
        """The diagonal of the information."""
        return np.diagonal(self.information().matrix)

    def _of(self, X: Any) -> Vectors:
        inputs = super()._of(X).in_double()
        if inputs.dimension != self.dimension:
            raise InputError(
                f"{type(self).__name__} is a distribution of vectors with {self.dimension} columns, "
                f"but the data have {inputs.dimension}."
            )
        odd = np.argwhere(self._impossible(inputs.dense()))
        if len(odd):
            i, j = odd[0]
            raise InputError(
                f"row {i}, column {j} of the data holds {inputs.dense()[i, j]:g}; "
                f"{type(self).__name__} is a distribution of {self.support}."
            )
        return inputs


Member = TypeVar("Member", bound=ExponentialFamily)


def fitted(start: Member, X: Any) -> Member:
    """The most likely member of the family of `start`, which knows what it was fitted on."""
    inputs = start._of(X)
    model = start.refitted(inputs.dense(), np.ones(len(inputs)))
    objective = float(model._log_likelihood(inputs).sum())
    return replace(cast(Any, model), training=Training.on(inputs, (objective,)))  # type: ignore[no-any-return]
