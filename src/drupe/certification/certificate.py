"""A certificate: what a theorem says about one rule, from what it saw, with what had to be taken on trust."""

import dataclasses
import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.subject import Subject
from drupe.certification.check import Check
from drupe.certification.names import bound_name
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError


@dataclass(frozen=True, eq=False)
class Certificate:
    """With probability at least 1 − δ over the sample, the risk of `subject` is at most `value`.

    A certificate that could not be given has a `reason` and the value that says nothing. One that was made together
    with others, among which the reader may choose, speaks with the confidence in which they all hold at once: its own
    `delta` is but its share of the `joint_delta`.

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
    joint_delta
        Probability that any of the statements made together fails; None for a statement that stands alone.
    silent
        Whether the rule may give no answer, which is counted as a wrong one.

    Examples
    --------
    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> from drupe.witness.held_out import HeldOut
    >>> certificate = Certificate.of(HoldOut(), HeldOut(errors=0, n=100), delta=0.05)
    >>> round(certificate.value, 3), certificate.valid, certificate.recheck()
    (0.03, True, True)
    >>> certificate.confidence, certificate.among(0.2).confidence
    (0.95, 0.8)
    """

    bound: Bound[Any]
    witness: Any
    delta: float
    value: float
    checks: tuple[Check, ...] = ()
    reason: str = ""
    joint_delta: float | None = None
    silent: bool = False

    def __post_init__(self) -> None:
        if self.joint_delta is not None and self.joint_delta < self.delta * (1.0 - 1e-9):
            raise ParameterError(f"a share of δ is no more than the whole; got {self.delta} of {self.joint_delta}.")

    @classmethod
    def of(cls, bound: Bound[Any], witness: Any, delta: float, checks: tuple[Check, ...] = ()) -> "Certificate":
        """What the bound says of the witness; refused if a premise was seen to fail."""
        delta = checked_delta(delta)
        failed = [check.words for check in checks if check.holds is False]
        if failed:
            return cls(
                bound, witness, delta, bound.limit(witness), checks, f"it needs that {'; and that '.join(failed)}"
            )
        return cls(bound, witness, delta, bound.risk(witness, delta), checks)

    @classmethod
    def refused(cls, bound: Bound[Any], reason: str) -> "Certificate":
        """No certificate, and why."""
        return cls(bound, None, 0.0, bound.most, (), reason)

    def under(self, checks: tuple[Check, ...]) -> "Certificate":
        """The same statement after a closer look at its premises; refused if one was seen to fail after all."""
        if all(check.holds is not False for check in checks):
            return dataclasses.replace(self, checks=checks)
        return dataclasses.replace(Certificate.of(self.bound, self.witness, self.delta, checks), silent=self.silent)

    def among(self, joint_delta: float) -> "Certificate":
        """The same statement as one of several, which hold together with probability at least 1 − joint_delta."""
        return dataclasses.replace(self, joint_delta=joint_delta)

    @property
    def confidence(self) -> float:
        """1 − δ of all statements made together, so that it still holds for the one that was chosen for its value."""
        return 1.0 - (self.delta if self.joint_delta is None else self.joint_delta)

    @property
    def name(self) -> str:
        """What the bound is called."""
        return bound_name(self.bound)

    @property
    def subject(self) -> Subject:
        """Whose risk it is."""
        return self.bound.subject

    @property
    def rule(self) -> str:
        """The subject in words; those of the bound if it has its own."""
        return str(getattr(self.bound, "rule", self.subject.value))

    @property
    def source(self) -> Citation:
        """Where the theorem stands."""
        return self.bound.source

    @property
    def quantity(self) -> str:
        """What is bounded; the risk unless the bound says otherwise."""
        risk = "the probability of a wrong answer"
        return str(getattr(self.bound, "quantity", f"{risk} or none, among all examples," if self.silent else risk))

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
        """Premises that cannot be checked from model and data."""
        return tuple(check for check in self.checks if check.holds is None)

    @property
    def doubts(self) -> tuple[str, ...]:
        """What was seen that speaks against premises taken on trust."""
        return tuple(check.doubt for check in self.trusted if check.doubt)

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
            return f"{self.name}: vacuous, {self.value:.3g} is no news about {self.rule}."
        trust = "; ".join(check.words for check in self.trusted)
        given = f", provided that {trust}" if trust else ""
        return (
            f"With {percent(self.confidence)} confidence, {self.quantity} of {self.rule} is at most "
            f"{self.value:.4f} ({self.name}, {self.source}{self._share()}){given}."
        )

    def _share(self) -> str:
        """How much of δ was spent here, where there is more to it than the confidence says."""
        if self.joint_delta is None or math.isclose(self.delta, self.joint_delta):
            return ""
        return f"; its share of δ = {self.joint_delta:.3g} is {self.delta:.3g}, and all statements hold together"

    def to_dict(self) -> dict[str, Any]:
        """The statement for machines, of numbers, strings, lists and dictionaries alone."""
        return {
            "bound": self.name,
            "subject": self.subject.name.lower(),
            "rule": self.rule,
            "quantity": self.quantity,
            "value": self.value,
            "valid": self.valid,
            "vacuous": self.vacuous,
            "confidence": self.confidence,
            "delta": self.delta,
            "reason": self.reason,
            "source": {"work": self.source.work, "place": self.source.place},
            "assumptions": [
                {"name": one.assumption.name.lower(), "holds": one.holds, "doubt": one.doubt} for one in self.checks
            ],
            "witness": None if self.witness is None else plain(self.witness),
        }

    def __str__(self) -> str:
        return self.sentence()


def percent(confidence: float) -> str:
    """A confidence in percent, rounded down.

    >>> percent(0.95), percent(1.0 - 0.001), percent(0.99999999)
    ('95 %', '99.9 %', '99.9999 %')
    """
    return f"{math.floor(confidence * 1e6 + 1e-6) / 1e4:.7g} %"


def plain(value: Any) -> Any:
    """A frozen value as dictionaries, lists and numbers.

    >>> from drupe.witness.held_out import HeldOut
    >>> plain(HeldOut(1, 2))
    {'type': 'HeldOut', 'errors': 1, 'n': 2}
    """
    if dataclasses.is_dataclass(value):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"type": type(value).__name__, **fields}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no word for it
    if isinstance(value, Enum):
        return value.name.lower()
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value
