"""The model: a distribution of examples as a frozen value, with its likelihood, its draws and its scores."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import fields
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.base import Inputs
from drupe.models.information import Information
from drupe.models.training import Training

I = TypeVar("I", bound=Inputs)  # noqa: E741  (inputs of a model)

DRAWS = 4
"""Draws for each parameter from which the information is estimated, where it has no closed form."""

FEWEST_DRAWS = 2000
"""Draws at least."""

BLOCK = 500
"""Draws whose scores are held at a time."""

MOST_PARAMETERS = 4000
"""Parameters up to which the information is estimated from draws."""


class Model(ABC, Generic[I]):
    """A distribution P of examples with parameters θ; an author writes what is abstract here.

    Models are frozen dataclasses without `__eq__` of their own: two are equal if their parameters are, whatever they
    were fitted on.
    """

    training: Training | None
    """What the model was fitted on; None if its parameters were given."""

    @property
    @abstractmethod
    def kind(self) -> type[Inputs]:
        """The examples that P is a distribution of."""

    @abstractmethod
    def _log_likelihood(self, inputs: I) -> Vector:
        """ln P of checked examples."""

    @abstractmethod
    def _scores(self, inputs: I) -> Matrix:
        """∂ ln P / ∂θ of checked examples."""

    @abstractmethod
    def _draw(self, size: int, rng: np.random.Generator) -> I:
        """Examples drawn from P."""

    @property
    @abstractmethod
    def parameters(self) -> Vector:
        """θ, in the parametrization in which scores are derivatives."""

    @property
    @abstractmethod
    def parameter_names(self) -> tuple[str, ...]:
        """What each entry of θ is called."""

    def log_likelihood(self, X: Any) -> Vector:
        """ln P(x) of each example, densities where there are any; −∞ for what cannot be."""
        return self._log_likelihood(self._of(X))

    def scores(self, X: Any) -> Matrix:
        """∂ ln P(x) / ∂θ: one row for each example, one column for each parameter."""
        return self._scores(self._of(X))

    def log_odds(self, X: Any, other: "Model[Any]") -> Vector:
        """ln P(x)/Q(x): how much more likely this model makes each example than another one does."""
        return self.log_likelihood(X) - other.log_likelihood(X)

    def draw(self, size: int, random_state: RandomState = None) -> I:
        """Independent examples from P."""
        if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
            raise ParameterError(f"size must be a whole number, 1 or more, got {size!r}.")
        return self._draw(int(size), generator(random_state))

    def information(self) -> Information:
        """E[f fᵀ] of the scores under P: exact where there is a closed form, else of draws, the same ones always."""
        return self._drawn_information

    @cached_property
    def _drawn_information(self) -> Information:
        width = len(self.parameters)
        if width > MOST_PARAMETERS:
            raise ParameterError(
                f"{type(self).__name__} has {width} parameters, and the information of more than {MOST_PARAMETERS} is "
                "not estimated from draws; NaiveFisher and DiagonalFisher do without it."
            )
        total, draws = np.zeros((width, width)), 0
        for scores in self._drawn_scores(max(DRAWS * width, FEWEST_DRAWS)):
            total += scores.T @ scores
            draws += len(scores)
        return Information.of(total / draws)

    def score_variances(self) -> Vector:
        """E[f²] of each score under P, the diagonal of the information; of draws where there is no closed form."""
        return self._drawn_variances

    @cached_property
    def _drawn_variances(self) -> Vector:
        total, draws = np.zeros(len(self.parameters)), 0
        for scores in self._drawn_scores(FEWEST_DRAWS):
            total += np.einsum("ij,ij->j", scores, scores)
            draws += len(scores)
        return np.asarray(total / draws)

    def _drawn_scores(self, draws: int) -> Iterator[Matrix]:
        """Scores of draws that are the same ones always, in blocks."""
        rng = np.random.default_rng(0)
        for first in range(0, draws, BLOCK):
            yield self._scores(self._draw(min(BLOCK, draws - first), rng))

    def _of(self, X: Any) -> I:
        """The examples, wrapped and checked."""
        inputs = X if isinstance(X, Inputs) else self.kind.of(X)
        if not isinstance(inputs, self.kind):
            raise InputTypeError(
                f"{type(self).__name__} is a distribution of {self.kind.__name__}, got {type(inputs).__name__}."
            )
        return inputs  # type: ignore[return-value]

    def _parts(self) -> tuple[Any, ...]:
        """What makes the model what it is."""
        return tuple(getattr(self, field.name) for field in fields(self) if field.compare)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or all(map(_equal, self._parts(), other._parts()))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), *map(_hashable, self._parts())))

    def __getstate__(self) -> dict[str, Any]:
        # Hashes of text differ from process to process.
        return {name: value for name, value in vars(self).items() if name != "_hash"}

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # frozen, arrays and all


def _equal(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, np.ndarray) or isinstance(theirs, np.ndarray):
        return np.array_equal(ours, theirs)
    return bool(ours == theirs)


def _hashable(part: Any) -> Any:
    return part.tobytes() if isinstance(part, np.ndarray) else part
