"""Mixtures: each example comes from one of several models, and nobody says from which."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast

import numpy as np
from scipy.special import logsumexp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.base import Inputs
from drupe.models.base import Model
from drupe.models.climbing import Climbed, climb
from drupe.models.exponential_family import ExponentialFamily
from drupe.models.frozen import probabilities
from drupe.models.simplex import Simplex, SoftMax
from drupe.models.training import Training


@dataclass(frozen=True, eq=False)
class Mixture(Model[Inputs]):
    """P(x) = Σⱼ wⱼ Pⱼ(x); scores of wⱼ are Pⱼ(x)/P(x), or soft-max, those of Pⱼ its own times wⱼ Pⱼ(x)/P(x).

    Parameters
    ----------
    weights
        w, probabilities above zero.
    components
        The models Pⱼ, all of examples of one kind.
    simplex
        What scores of the weights are: `SoftMax()`, or `Unconstrained()` for those of the literature.
    training
        What it was fitted on.

    Examples
    --------
    >>> from drupe.models.normal import NormalMean
    >>> two = Mixture([0.5, 0.5], (NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])))
    >>> two.responsibilities([[0.0]]).round(9).tolist(), two.scores([[0.0]]).round(9).tolist()
    ([[0.5, 0.5]], [[0.0, 0.0, 0.5, -0.5]])

    References
    ----------
    [Herbrich02]_, example 2.28.
    """

    weights: Vector
    components: tuple[Model[Any], ...]
    simplex: Simplex = field(default_factory=SoftMax)
    training: Training | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        owner = type(self).__name__
        object.__setattr__(self, "components", tuple(self.components))
        object.__setattr__(self, "weights", probabilities(owner, "weights", self.weights, 1))
        if not all(isinstance(one, Model) for one in self.components):
            raise ParameterError(f"{owner}.components must be models.")
        if len(self.components) != len(self.weights):
            raise ParameterError(f"{owner} has {len(self.components)} components, but {len(self.weights)} weights.")
        if self.weights.min() <= 0.0:
            raise ParameterError(f"{owner}.weights must be above zero; leave out what has no weight.")
        if len({one.kind for one in self.components}) > 1:
            raise ParameterError(f"{owner}.components must be models of examples of one kind.")

    @property
    def kind(self) -> type[Inputs]:
        """That of the components."""
        return self.components[0].kind

    @property
    def parameters(self) -> Vector:
        """Those of the weights, then those of the components."""
        return np.concatenate([self.simplex.parameters(self.weights), *(one.parameters for one in self.components)])

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Those of the weights, then those of the components."""
        weights = tuple(f"weight {j}" for j in range(len(self.weights)))
        return weights + tuple(f"{j}: {name}" for j, one in enumerate(self.components) for name in one.parameter_names)

    def _of(self, X: Any) -> Inputs:
        return cast(Inputs, self.components[0]._of(X))

    def _joint(self, inputs: Inputs) -> Matrix:
        """ln wⱼ Pⱼ(x)."""
        return np.log(self.weights) + np.column_stack([one._log_likelihood(inputs) for one in self.components])

    def responsibilities(self, X: Any) -> Matrix:
        """P(j | x) = wⱼ Pⱼ(x) / P(x): how likely each example comes from each component."""
        return self._shares(self._of(X))[0]

    def _shares(self, inputs: Inputs) -> tuple[Matrix, Vector]:
        """P(j | x), and ln P(x)."""
        joint = self._joint(inputs)
        logs = np.asarray(logsumexp(joint, axis=1))
        odd = np.flatnonzero(np.isneginf(logs))
        if len(odd):
            raise InputError(f"example {odd[0]} has probability 0 under all components of the mixture.")
        return np.exp(joint - logs[:, None]), logs

    def _log_likelihood(self, inputs: Inputs) -> Vector:
        return np.asarray(logsumexp(self._joint(inputs), axis=1))

    def _scores(self, inputs: Inputs) -> Matrix:
        shares, _ = self._shares(inputs)
        parts = [share[:, None] * one._scores(inputs) for share, one in zip(shares.T, self.components, strict=True)]
        return np.hstack([self.simplex.scores(shares, self.weights), *parts])

    def _draw(self, size: int, rng: np.random.Generator) -> Inputs:
        chosen = rng.choice(len(self.weights), size=size, p=self.weights)
        drawn: Inputs | None = None
        for j, one in enumerate(self.components):
            count = int((chosen == j).sum())
            if count:
                more = one._draw(count, rng)
                drawn = more if drawn is None else drawn.joined(more)
        assert drawn is not None
        # Those of one component came together; each goes where it was chosen.
        return drawn.take(np.argsort(np.argsort(chosen, kind="stable"), kind="stable"))

    def fitted(self, X: Any, *, max_steps: int = 200, tolerance: float = 1e-6) -> Self:
        """The mixture to which expectation maximization leads from this one, whose components are exponential families.

        A step that gains less than `tolerance` for each example is the last.
        """
        inputs = self._of(X)
        if not all(isinstance(one, ExponentialFamily) for one in self.components):
            raise ParameterError("components can be fitted here that are exponential families, such as Poisson.")
        x = inputs.dense()  # type: ignore[attr-defined]
        end = climb_mixture(
            self, inputs, lambda one, weights: one.refitted(x, weights), max_steps=max_steps, tolerance=tolerance
        )
        return cast(Self, replace(end.model, training=Training.on(inputs, end.objectives, end.converged)))


Refit = Callable[[Any, Vector], Any]
"""From a component and weights of the examples to the most likely component for these."""


def climb_mixture(
    start: Any,
    inputs: Inputs,
    refit: Refit,
    *,
    max_steps: int,
    tolerance: float,
    log_prior: Callable[[Sequence[Any]], float] = lambda components: 0.0,
) -> Climbed[Any]:
    """Expectation maximization for mixtures: shares of every example, then weights and components from these."""

    def improve(mixture: Any) -> tuple[Any, float]:
        shares, logs = mixture._shares(inputs)
        totals = shares.sum(axis=0)
        gone = np.flatnonzero(totals < 1e-8)
        if len(gone):
            raise InputError(f"component {gone[0]} of the mixture has no examples left; ask for fewer components.")
        components = tuple(refit(one, share) for one, share in zip(mixture.components, shares.T, strict=True))
        better = replace(mixture, weights=totals / totals.sum(), components=components, training=None)
        return better, float(logs.sum()) + log_prior(mixture.components)

    return climb(start, improve, max_steps=max_steps, tolerance=tolerance * len(inputs))
