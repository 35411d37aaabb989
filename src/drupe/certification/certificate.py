"""A certificate: what a theorem says about one rule, from what it saw, with what had to be taken on trust."""

import dataclasses
import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.certification.check import Check
from drupe.certification.names import bound_name
from drupe.foundation.citations import Citation


@dataclass(frozen=True, eq=False)
class Certificate:
    """With probability at least 1 − δ over the sample, the risk of `subject` is at most `value`.

    A certificate that could not be given has a `reason` and the value that says nothing.

    Parameters
    ----------
    bound
        The theorem.
    witness
        All that it looked at; None if there was nothing to look at.
    delta
        Probability of failure that was spent on this statement.
    value
        The bound.
    checks
        The premises, and what could be found out about each.
    reason
        Why there is no certificate; empty if there is one.

    Examples
    --------
    >>> from drupe.bounds.hold_out import HoldOut
    >>> from drupe.witness.held_out import HeldOut
    >>> certificate = Certificate.of(HoldOut(), HeldOut(errors=0, n=100), delta=0.05)
    >>> round(certificate.value, 3), certificate.valid, certificate.recheck()
    (0.03, True, True)
    """

    bound: Bound[Any]
    witness: Any
    delta: float
    value: float
    checks: tuple[Check, ...] = ()
    reason: str = ""

    @classmethod
    def of(cls, bound: Bound[Any], witness: Any, delta: float, checks: tuple[Check, ...] = ()) -> "Certificate":
        """What the bound says of the witness; refused if a premise was seen to fail."""
        failed = [check.assumption.value for check in checks if check.holds is False]
        if failed:
            return cls(
                bound, witness, delta, bound.limit(witness), checks, f"it needs that {'; and that '.join(failed)}"
            )
        return cls(bound, witness, delta, bound.risk(witness, delta), checks)

    @classmethod
    def refused(cls, bound: Bound[Any], reason: str) -> "Certificate":
        """No certificate, and why."""
        return cls(bound, None, 0.0, bound.most, (), reason)

    @property
    def name(self) -> str:
        """What the bound is called."""
        return bound_name(self.bound)

    @property
    def subject(self) -> Subject:
        """Whose risk it is."""
        return self.bound.subject

    @property
    def source(self) -> Citation:
        """Where the theorem stands."""
        return self.bound.source

    @property
    def quantity(self) -> str:
        """What is bounded; the risk unless the bound says otherwise."""
        return str(getattr(self.bound, "quantity", "the probability of a wrong answer"))

    @property
    def valid(self) -> bool:
        """Whether the statement was made and no premise was seen to fail."""
        return not self.reason

    @property
    def vacuous(self) -> bool:
        """Whether it says no more than that risks cannot exceed their largest value."""
        return self.bound.vacuous(self.value, self.witness)

    @property
    def checked(self) -> tuple[Check, ...]:
        """Premises that were looked at."""
        return tuple(check for check in self.checks if check.holds is not None)

    @property
    def trusted(self) -> tuple[Check, ...]:
        """Premises that nobody can see from model and data."""
        return tuple(check for check in self.checks if check.holds is None)

    def recheck(self) -> bool:
        """Whether the bound, computed anew from the witness alone, is what the certificate says."""
        if not self.valid:
            return self.vacuous
        return math.isclose(self.bound.risk(self.witness, self.delta), self.value, rel_tol=1e-9, abs_tol=1e-12)

    def sentence(self) -> str:
        """The statement for humans."""
        if not self.valid:
            return f"{self.name}: no certificate, because {self.reason}."
        if self.vacuous:
            return f"{self.name}: vacuous, {self.value:.3g} is no news about {self.subject.value}."
        trust = "; ".join(check.assumption.value for check in self.trusted)
        given = f", provided that {trust}" if trust else ""
        return (
            f"With probability at least {1.0 - self.delta:.4g} over the draw of the sample, {self.quantity} of "
            f"{self.subject.value} is at most {self.value:.4f} ({self.name}, {self.source}){given}."
        )

    def to_dict(self) -> dict[str, Any]:
        """The statement for machines, of numbers, strings, lists and dictionaries alone."""
        return {
            "bound": self.name,
            "subject": self.subject.name.lower(),
            "rule": self.subject.value,
            "quantity": self.quantity,
            "value": self.value,
            "valid": self.valid,
            "vacuous": self.vacuous,
            "delta": self.delta,
            "reason": self.reason,
            "source": {"work": self.source.work, "place": self.source.place},
            "assumptions": [{"name": one.assumption.name.lower(), "holds": one.holds} for one in self.checks],
            "witness": None if self.witness is None else plain(self.witness),
        }

    def __str__(self) -> str:
        return self.sentence()


def plain(value: Any) -> Any:
    """A frozen value as dictionaries, lists and numbers.

    >>> from drupe.witness.held_out import HeldOut
    >>> plain(HeldOut(1, 2))
    {'type': 'HeldOut', 'errors': 1, 'n': 2}
    """
    if dataclasses.is_dataclass(value):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"type": type(value).__name__, **fields}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Enum):
        return value.name.lower()
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value
