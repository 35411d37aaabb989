"""What a scheme hands back: the rule, and the certificate of this very rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from drupe.certification.certificate import Certificate
from drupe.certification.fresh import rows

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
    """A way to learn with a certificate; it is chosen before the data are looked at."""

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

    def __len__(self) -> int:
        return len(self.labels)

    def take(self, places: npt.NDArray[np.int64]) -> "Examples":
        """The examples at these places."""
        return Examples(rows(self.X, places), self.labels[places])


def errors(rule: Rule, sample: Examples) -> npt.NDArray[np.bool_]:
    """Where the rule is wrong."""
    return np.asarray(rule.predict(sample.X) != sample.labels)


def answers(machines: Sequence[Any], X: Any) -> Labels:
    """One column of labels for each machine."""
    return np.column_stack([machine.predict(X) for machine in machines])
