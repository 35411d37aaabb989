"""Bayes' rule for classes whose distributions are known, or estimated and then taken for the truth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.models.base import Model
from drupe.models.families import Family
from drupe.textbook.learning.finite_belief import FiniteBelief
from drupe.textbook.learning.plug_in import bayes_labels
from drupe.textbook.learning.risks import SimulatedRisk, expected_risk


@dataclass(frozen=True, eq=False)
class BayesRule:
    """h(x) = argmax P(y | x) with P(y | x) = p(x | y) P(y) / Σ p(x | y′) P(y′): no rule errs less often.

    With given models it is the best rule of a world that one knows; with `fit` it is the two-step plug-in rule, as good
    as the estimates are.

    Parameters
    ----------
    models
        The distribution of the examples of each class.
    priors
        P(y), the probability of each class.

    Examples
    --------
    >>> from drupe.models import NormalMean
    >>> rule = BayesRule((NormalMean([-1.0], [1.0]), NormalMean([1.0], [1.0])), np.array([0.5, 0.5]))
    >>> rule.decide([[-0.5], [0.5]]).tolist(), rule.posteriors([[0.0]]).tolist()
    ([0, 1], [[0.5, 0.5]])

    References
    ----------
    [Mika02]_, eqs. 2.1 and 2.2; [Graepel02]_, chapter 2; [Herbrich02]_, example 4.3.
    """

    models: tuple[Model[Any], ...]
    priors: Vector

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", tuple(self.models))
        object.__setattr__(self, "priors", FiniteBelief(self.priors).probabilities)
        if len(self.models) != len(self.priors):
            raise InputError(f"there are {len(self.models)} classes, but {len(self.priors)} probabilities of them.")

    @classmethod
    def fit(cls, family: Family, X: Any, codes: npt.ArrayLike) -> "BayesRule":
        """The plug-in rule: a model of the family for the examples of each class 0, 1, ..., priors by their shares."""
        classes = np.asarray(codes)
        counts = np.bincount(classes)
        if not counts.min():
            raise InputError(f"class {int(counts.argmin())} has no examples, so that no model can be fitted to it.")
        inputs = coerce(X)
        parts = [inputs.take(np.flatnonzero(classes == code)) for code in range(len(counts))]
        return cls(tuple(family.fit(part) for part in parts), counts / counts.sum())

    def posteriors(self, X: Any) -> Matrix:
        """P(y | x): a row for each example, a column for each class."""
        with np.errstate(divide="ignore"):
            joint = np.column_stack([model.log_likelihood(X) for model in self.models]) + np.log(self.priors)
        if (joint.max(axis=1) == -np.inf).any():
            raise InputError("an example is impossible in every class, so that none is the most probable.")
        weights = np.exp(joint - joint.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def decide(self, X: Any, rng: np.random.Generator | None = None) -> Index:
        """The most probable class; of equally probable ones the first, or with `rng` one that is drawn."""
        return bayes_labels(self.posteriors(X), rng)

    def risk(
        self, rule: Callable[[Any], npt.ArrayLike], n: int, delta: float, rng: np.random.Generator
    ) -> SimulatedRisk:
        """P(rule(x) ≠ y) in the world of these models, from n inputs; the interval fails with probability δ at most.

        Labels are not drawn: the rule errs at x with probability 1 − P(rule(x) | x). Of `decide` it is the Bayes risk.
        """

        def losses(rng: np.random.Generator, n: int) -> Vector:
            counts = rng.multinomial(n, self.priors)
            drawn = [model.draw(int(count), rng) for model, count in zip(self.models, counts, strict=True) if count]
            return np.concatenate([self._error(rule, inputs) for inputs in drawn])

        return expected_risk(losses, n, 1.0, delta, rng)

    def _error(self, rule: Callable[[Any], npt.ArrayLike], inputs: Any) -> Vector:
        answers = np.asarray(rule(inputs), dtype=np.int64)
        return np.asarray(1.0 - self.posteriors(inputs)[np.arange(len(inputs)), answers])
