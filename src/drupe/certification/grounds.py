"""What certificates rest on: the evidence of a machine, and what its examples give away about premises."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drupe.bounds.base import Bound
from drupe.certification.check import Check
from drupe.certification.upstream import Sight
from drupe.witness.evidence import Evidence


@dataclass(frozen=True, eq=False)
class Grounds:
    """Evidence, and where its premises can be looked at besides.

    Parameters
    ----------
    evidence
        What the machine and further examples can witness.
    training, held_out
        What the training examples, and those held out, show of choices made before.
    fresh
        Types of witnesses that speak of examples held out, whatever the training examples are like.
    own
        For types of witnesses that came with a certificate, its premises as they were looked at then.
    """

    evidence: Evidence
    training: Sight
    held_out: Sight
    fresh: frozenset[type]
    own: Mapping[type, tuple[Check, ...]]

    def premises(self, bound: Bound[Any]) -> tuple[Check, ...]:
        """What is known of the premises of a theorem."""
        if bound.witness in self.fresh:
            return self.held_out.checked(self._looked_at(bound))
        return self.training.checked(self.own.get(bound.witness) or self._looked_at(bound))

    def _looked_at(self, bound: Bound[Any]) -> tuple[Check, ...]:
        order = sorted(bound.assumptions, key=lambda assumption: assumption.name)
        return tuple(Check(assumption, self.evidence.checks(assumption)) for assumption in order)
