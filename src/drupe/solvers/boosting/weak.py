"""A weak learner on given examples: asked again and again for the rule that is best under other weights."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.randomness import RandomState
from drupe.rules.rule_list import Rules


def chance(n: int) -> float:
    """The largest edge under n weights of sum 1 that rounding alone can make of none."""
    return n * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Found:
    """A rule, and what it says of the examples.

    Parameters
    ----------
    rule
        In the learner's own form, as `Weak.gathered` takes it.
    values
        From −1 to 1 for each example, or the codes of classes.
    """

    rule: Any
    values: Vector


class Weak(ABC):
    """One learner on one set of examples.

    An author writes `best` and `gathered`; whoever can tell more than two classes apart, `best_of_classes` too.
    """

    @abstractmethod
    def best(self, pulls: Vector) -> Found:
        """The rule h with the largest edge Σᵢ pullᵢ h(xᵢ) that the learner can find.

        A pull is the weight of an example times its sign, so that under weights of sum 1 a rule with values ±1 errs on
        a share (1 − edge) / 2.
        """

    def best_of_classes(self, weights: Vector, codes: Index, classes: int) -> Found | None:
        """The rule that names the right class for most weight; None if the learner knows two classes only."""
        return None

    @abstractmethod
    def gathered(self, rules: Sequence[Any]) -> Rules:
        """Rules of this learner as one value that can be asked about any examples."""


class WeakLearner(ABC):
    """A weak learner as a value: what rules it chooses from, and how."""

    @abstractmethod
    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> Weak:
        """The learner on the examples of a sample, their targets left aside; what it draws follows from the seed."""
