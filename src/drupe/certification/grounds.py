"""What certificates rest on: the evidence of a machine, and what its examples give away about premises."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from drupe.bounds.base import Bound
from drupe.certification.certificate import Certificate
from drupe.certification.check import Check
from drupe.certification.upstream import NOTHING_SEEN, Sight
from drupe.witness.evidence import Evidence

OWN = "the rule was learned together with its own certificate; anything else takes held-out examples"


@dataclass(frozen=True, eq=False)
class Grounds:
    """Evidence, and where its premises can be looked at besides.

    Parameters
    ----------
    evidence
        What the machine and further examples can witness.
    fresh
        Types of witnesses that speak of examples held out, whatever the training examples are like.
    training, held_out
        What the training examples, and those held out, show of choices made before.
    own
        For types of witnesses that came with a certificate, its premises as they were looked at then.
    """

    evidence: Evidence
    fresh: frozenset[type] = frozenset()
    training: Sight = NOTHING_SEEN
    held_out: Sight = NOTHING_SEEN
    own: Mapping[type, tuple[Check, ...]] = field(default_factory=dict)

    @classmethod
    def of_certificate(cls, certificate: Certificate) -> "Grounds":
        """What the scheme counted that made a certificate; it speaks at any δ."""
        kind = type(certificate.witness)
        return cls(Evidence(0, {kind: lambda: certificate.witness}, otherwise=OWN), own={kind: certificate.checks})

    def with_witnesses(
        self, witnesses: Mapping[type, Callable[[], Any]], costly: Mapping[type, int] | None = None
    ) -> "Grounds":
        """The same with further ones."""
        return replace(self, evidence=self.evidence.with_witnesses(witnesses, costly))

    def without(self, kind: type, reason: str) -> "Grounds":
        """The same with a reason why there is no witness of this type."""
        return replace(self, evidence=replace(self.evidence, missing={**self.evidence.missing, kind: reason}))

    def premises(self, bound: Bound[Any]) -> tuple[Check, ...]:
        """What is known of the premises of a theorem."""
        if bound.witness in self.fresh:
            return self.held_out.checked(self._looked_at(bound))
        return self.training.checked(self.own.get(bound.witness) or self._looked_at(bound))

    def _looked_at(self, bound: Bound[Any]) -> tuple[Check, ...]:
        order = sorted(bound.assumptions, key=lambda assumption: assumption.name)
        return tuple(Check(assumption, self.evidence.checks(assumption)) for assumption in order)
