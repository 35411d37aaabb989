"""Whether a rule may give no answer."""

from typing import Any

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.estimators.last_step import last_step
from drupe.estimators.reject.reject_option import RejectOption


def may_be_silent(model: Any) -> bool:
    """Whether the model, or the machine at its end, rejects examples.

    >>> from drupe import SVC
    >>> may_be_silent(SVC()), may_be_silent(RejectOption(SVC()))
    (False, True)
    """
    machine = last_step(model)
    return isinstance(machine, RejectOption) or (
        isinstance(machine, CertifiedClassifier) and machine.certificate_.silent
    )
