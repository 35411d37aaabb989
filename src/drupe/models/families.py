"""Families: how a model is to be fitted, as a value, for those who fit it again and again inside folds."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, nonnegative, positive, real, whole
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.vectors import Vectors
from drupe.models.base import Model
from drupe.models.categorical import Categorical
from drupe.models.exponential_family import ExponentialFamily, fitted
from drupe.models.gaussian_mixture import GaussianMixture
from drupe.models.hidden_markov import HiddenMarkov
from drupe.models.simplex import Simplex, SoftMax
from drupe.models.topologies import Topology


class Family(Checked, ABC):
    """Says all that there is to say about a fit but the examples."""

    @abstractmethod
    def fit(self, X: Any) -> Model[Any]:
        """The model of this family that suits the examples best."""


@dataclass(frozen=True)
class HiddenMarkovs(Family):
    """Hidden Markov models of sequences, as `HiddenMarkov.fit` finds them.

    Parameters
    ----------
    states
        How many states, or a topology.
    alphabet
        The tokens; None for those of the training sequences, which then are all that later ones may have.
    missing
        Tokens that stand for any other.
    prior
        How much counts as seen before in each state.
    starts
        How many starts the best end is taken of.
    max_steps
        Steps from each start, at most.
    tolerance
        Gain for each sequence below which a step is the last.
    simplex
        What scores are.
    seed
        Of the starts.

    Examples
    --------
    >>> HiddenMarkovs(states=2, alphabet="ab", max_steps=3).fit(["abab", "ba"]).states
    2
    """

    states: int | Topology = 5
    alphabet: Alphabet | str | None = None
    missing: Alphabet | str = ()
    prior: float = nonnegative(1.0)
    starts: int = whole(1, default=1)
    max_steps: int = whole(0, default=50)
    tolerance: float = real(1e-3)
    simplex: Simplex = field(default_factory=SoftMax)
    seed: int = whole(0, default=0)

    def fit(self, X: Any) -> HiddenMarkov:
        """By Baum and Welch's steps."""
        return HiddenMarkov.fit(
            X,
            self.states,
            alphabet=self.alphabet,
            missing=self.missing,
            prior=self.prior,
            starts=self.starts,
            max_steps=self.max_steps,
            tolerance=self.tolerance,
            simplex=self.simplex,
            random_state=int(self.seed),
        )


@dataclass(frozen=True)
class IndependentTokens(Family):
    """Sequences of independent tokens, as `Categorical.fit` finds them.

    Parameters
    ----------
    alphabet
        The tokens; None for those of the training sequences, which then are all that later ones may have.
    missing
        Tokens that stand for any other.
    smoothing
        How many of each token count as seen before.
    simplex
        What scores are.

    Examples
    --------
    >>> IndependentTokens(smoothing=0.0).fit(["aab", "a"]).p.tolist()
    [0.75, 0.25]
    """

    alphabet: Alphabet | str | None = None
    missing: Alphabet | str = ()
    smoothing: float = nonnegative(1.0)
    simplex: Simplex = field(default_factory=SoftMax)

    def fit(self, X: Any) -> Categorical:
        """By shares."""
        said = {"alphabet": self.alphabet, "missing": self.missing}
        return Categorical.fit(X, **said, smoothing=self.smoothing, simplex=self.simplex)  # type: ignore[arg-type]


@dataclass(frozen=True)
class GaussianMixtures(Family):
    """Mixtures of normal distributions, as `GaussianMixture.fit` finds them.

    Parameters
    ----------
    components
        How many.
    ridge
        Times the columns' variances: the covariance of a prior worth one example.
    starts
        How many starts the best end is taken of.
    max_steps
        Steps from each start, at most.
    tolerance
        Gain for each example below which a step is the last.
    simplex
        What scores of the weights are.
    seed
        Of the starts.

    Examples
    --------
    >>> len(GaussianMixtures(components=2).fit([[0.0], [0.1], [5.0], [5.1]]).weights)
    2
    """

    components: int = whole(1, default=1)
    ridge: float = positive(1e-3)
    starts: int = whole(1, default=5)
    max_steps: int = whole(0, default=200)
    tolerance: float = real(1e-6)
    simplex: Simplex = field(default_factory=SoftMax)
    seed: int = whole(0, default=0)

    def fit(self, X: Any) -> GaussianMixture:
        """By expectation maximization."""
        return GaussianMixture.fit(
            X,
            self.components,
            ridge=self.ridge,
            starts=self.starts,
            max_steps=self.max_steps,
            tolerance=self.tolerance,
            simplex=self.simplex,
            random_state=int(self.seed),
        )


@dataclass(frozen=True)
class MostLikely(Family):
    """The most likely member of an exponential family of independent columns.

    Parameters
    ----------
    like
        A member of the family for examples of one column, `Poisson([1.0])` for instance; what it is does not matter.

    Examples
    --------
    >>> from drupe.models.normal import Normal
    >>> MostLikely(Normal([0.0], [1.0])).fit([[1.0, 5.0], [3.0, 9.0]]).means.tolist()
    [2.0, 7.0]
    """

    like: ExponentialFamily

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.like, ExponentialFamily):
            raise ParameterError(f"MostLikely is made from a member of an exponential family, got {self.like!r}.")

    def fit(self, X: Any) -> ExponentialFamily:
        """In closed form."""
        inputs, like = Vectors.of(X), self.like
        if like.dimension != inputs.dimension:
            rows = {
                name: np.full(inputs.dimension, value[0])
                for name, value in vars(like).items()
                if isinstance(value, np.ndarray)
            }
            like = replace(like, **rows)  # type: ignore[type-var]
        return fitted(like, inputs)
