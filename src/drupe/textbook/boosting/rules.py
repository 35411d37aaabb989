"""Rules and those who learn them: functions of examples, of a sample, of a source of examples."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from sklearn.base import clone

from drupe.foundation.arrays import Matrix, Vector

Rule: TypeAlias = Callable[[Matrix], Vector]
"""The sign of each row, −1 or 1."""

Learner: TypeAlias = Callable[[Matrix, Vector], Rule]
"""From examples in rows and their signs to a rule."""


class Source(Protocol):
    """Where labeled examples come from; `drupe.textbook.learning.oracle.ExampleOracle` is one."""

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many fresh examples and their signs."""
        ...


WeakLearner: TypeAlias = Callable[[Source, float], Rule]
"""From a source and δ to a rule that is better than chance on the source's law, with probability 1 − δ."""


@dataclass(frozen=True)
class Constant:
    """The same sign for all.

    Parameters
    ----------
    sign
        −1 or 1.
    """

    sign: float

    def __call__(self, x: Matrix) -> Vector:
        return np.full(len(x), self.sign)


@dataclass(frozen=True)
class Majority:
    """What two of three rules say: the first where it agrees with the second, the third where not.

    Parameters
    ----------
    first, second, third
        The rules; the third is asked only where the others disagree.

    Examples
    --------
    >>> Majority(Constant(1.0), Constant(-1.0), Constant(-1.0))(np.zeros((2, 1))).tolist()
    [-1.0, -1.0]

    References
    ----------
    [Mukherjee04]_, section 6.3.
    """

    first: Rule
    second: Rule
    third: Rule

    def __call__(self, x: Matrix) -> Vector:
        signs = np.array(self.first(x), dtype=np.float64)
        apart = self.second(x) != signs
        if apart.any():
            signs[apart] = self.third(x[apart])
        return signs


def depth(rule: Rule) -> int:
    """How many majorities stand one inside the other; 0 for a rule that is none.

    >>> depth(Majority(Constant(1.0), Constant(1.0), Constant(1.0))), depth(np.sign)
    (1, 0)
    """
    if not isinstance(rule, Majority):
        return 0
    return 1 + max(depth(rule.first), depth(rule.second), depth(rule.third))


@dataclass(frozen=True)
class Fitting:
    """A classifier of drupe or scikit-learn as a learner: it is copied and fitted, and its `predict` is the rule.

    Where all examples have one sign, that is the answer: filters leave such samples, and many machines refuse them.

    Parameters
    ----------
    estimator
        Anything with `fit` and `predict`.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> rule = Fitting(DecisionTreeClassifier(max_depth=1))(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]))
    >>> rule(np.array([[0.2], [0.9]])).tolist()
    [-1.0, 1.0]
    """

    estimator: Any

    def __call__(self, x: Matrix, signs: Vector) -> Rule:
        if (signs == signs[0]).all():
            return Constant(float(signs[0]))
        rule: Rule = clone(self.estimator).fit(x, signs).predict
        return rule


def as_learner(learner: Any) -> Learner:
    """A learner as it is, an estimator by `Fitting`.

    >>> as_learner(lambda x, signs: Constant(1.0))(np.zeros((1, 1)), np.ones(1))
    Constant(sign=1.0)
    """
    return Fitting(learner) if hasattr(learner, "fit") else learner


@dataclass(frozen=True)
class FromSample:
    """A weak learner that draws a sample of `size(δ)` and learns from it.

    Parameters
    ----------
    learner
        A learner, or any estimator.
    size
        How many examples it takes to be better than chance with probability 1 − δ.

    Examples
    --------
    >>> from drupe.textbook.boosting.filters import Resampled
    >>> source = Resampled(np.zeros((1, 1)), np.ones(1), np.random.default_rng(0))
    >>> FromSample(lambda x, signs: Constant(float(len(x))), lambda delta: 7)(source, 0.1)
    Constant(sign=7.0)
    """

    learner: Any
    size: Callable[[float], int]

    def __call__(self, source: Source, delta: float) -> Rule:
        return as_learner(self.learner)(*source.draw(self.size(delta)))
