"""What a scheme hands back: the rule, and the certificate of this very rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from drupe.certification.certificate import Certificate
from drupe.certification.constant_rule import fitted_on
from drupe.certification.fresh import count, indexable, rows
from drupe.estimators.base import one_column
from drupe.foundation.errors import InputError

Labels = npt.NDArray[Any]


class Rule(Protocol):
    """Anything that answers examples with labels."""

    def predict(self, X: Any) -> Labels:
        """One label for each example."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A rule with its certificate.

    Parameters
    ----------
    rule
        What predicts.
    certificate
        What is known of its risk.
    machines
        The fitted machines that the rule is made of.
    """

    rule: Rule
    certificate: Certificate
    machines: tuple[Any, ...]


class Scheme(Protocol):
    """A way to learn with a certificate; it is chosen before the data are looked at.

    One whose rules answer at random says so by `at_random = True`.
    """

    def learn(self, learner: Any, sample: "Examples", rng: np.random.Generator, delta: float) -> Learned:
        """Fit copies of the learner as the scheme wants it."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Examples in whatever container they come, with their labels.

    Parameters
    ----------
    X
        Arrays, frames, sparse matrices, lists or Inputs.
    labels
        One for each.
    """

    X: Any
    labels: Labels

    @classmethod
    def checked(cls, estimator: Any, X: Any, y: Any, least: int) -> "Examples":
        """What an estimator was given to fit, of which there must be so many; it remembers the names of the columns."""
        X = indexable(X)
        if getattr(X, "shape", None) == ():
            raise InputError(f"X must hold one row for each example, got the single value {X}.")
        n = count(X)
        if n < least:
            raise InputError(f"at least {least} examples are needed to learn and to test, got n_samples = {n}.")
        validate_data(estimator, X, skip_check_array=True)
        labels = one_column(y, n)
        check_classification_targets(labels)
        return cls(X, labels)

    def __len__(self) -> int:
        return len(self.labels)

    def share(self, share: float, least: int = 1) -> int:
        """How many examples a part of this share has, if at least one is to be left."""
        return min(len(self) - 1, max(least, round(share * len(self))))

    def take(self, places: npt.NDArray[np.int64]) -> "Examples":
        """The examples at these places."""
        return Examples(rows(self.X, places), self.labels[places])


def taught(learner: Any, sample: Examples) -> Any:
    """A copy of the learner, fitted on these examples."""
    return fitted_on(clone(learner), sample.X, sample.labels)


def errors(rule: Rule, sample: Examples) -> npt.NDArray[np.bool_]:
    """Where the rule is wrong."""
    return np.asarray(rule.predict(sample.X) != sample.labels)


def answers(machines: Sequence[Any], X: Any) -> Labels:
    """One column of labels for each machine."""
    return np.column_stack([machine.predict(X) for machine in machines])
