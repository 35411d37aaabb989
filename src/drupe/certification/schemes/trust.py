"""The premises that a scheme keeps by construction, and those that are left to trust."""

from typing import Any

from drupe.bounds.base import Bound
from drupe.certification.check import Check
from drupe.witness.assumptions import Assumption


def trusted(bound: Bound[Any]) -> tuple[Check, ...]:
    """The premises of a scheme's certificate: the scheme itself fixes the rule before its test, the others are trusted.

    Trusted, too, is that nothing before the scheme, such as a scaling or a choice of columns, looked at all examples.
    """
    order = sorted({*bound.assumptions, Assumption.PREPARED}, key=lambda assumption: assumption.name)
    return tuple(Check(assumption, True if assumption is Assumption.FRESH else None) for assumption in order)
