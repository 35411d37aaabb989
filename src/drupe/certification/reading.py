"""What a fitted classifier can witness, if it answers as the machine does that witnesses it."""

from typing import Any

from sklearn.utils import get_tags

from drupe.certification.candidates import chosen_model
from drupe.certification.derived import with_derived
from drupe.certification.known_models import known_before
from drupe.certification.training_data import training_data
from drupe.estimators.base import Classifier
from drupe.witness.evidence import Evidence

ANSWERING = ("predict", "decision_function", "_outputs", "_new")
"""Methods that make the answers, and what these rest on."""


def predicts_otherwise(model: Any) -> str:
    """Why the rule is not the one that the machine learned: someone's `predict` came between; empty if none did.

    >>> from drupe import SVC
    >>> model = SVC()
    >>> before, model.predict = predicts_otherwise(model), len
    >>> before, predicts_otherwise(model)[:24]
    ('', 'SVC has a predict of its')
    """
    for one in (model, chosen_model(model)):
        if _learned_here(one) and any(_replaced(one, name) for name in ANSWERING):
            return OVERRIDDEN.format(type(one).__name__)
    return ""


def _replaced(model: Any, name: str) -> bool:
    """Whether this method is not that of drupe or scikit-learn, nor known to whoever wrote `_evidence`."""
    kinds = type(model).__mro__
    known = next((place for place, kind in enumerate(kinds) if "_evidence" in vars(kind)), len(kinds))
    home = next((kind.__module__ for kind in kinds[:known] if name in vars(kind)), "drupe")
    return name in vars(model) or home.partition(".")[0] not in ("drupe", "sklearn")


def _learned_here(model: Any) -> bool:
    """Whether a certificate might rest on more than answers: that of a class of drupe's, or of a search for one."""
    homes = {kind.__module__.partition(".")[0] for kind in type(model).__mro__}
    return "drupe" in homes or hasattr(model, "best_estimator_")


def read(model: Any, X: Any, y: Any) -> Evidence:
    """What a fitted classifier can witness about its training on (X, y), and what follows from it."""
    if not isinstance(model, Classifier):
        return Evidence(len(y), {}, otherwise=FOREIGN.format(type(model).__name__))
    if get_tags(model).input_tags.pairwise:
        return Evidence(len(y), {}, otherwise=GIVEN)
    known = known_before(model, X)
    if known:
        return Evidence(len(y), {}, otherwise=known)
    return with_derived(model._evidence(*training_data(model, X, y)))


FOREIGN = (
    "{} is not a machine of drupe whose training could be read, so that only held-out examples certify it "
    "(CertifiedClassifier holds some back by itself)"
)
OVERRIDDEN = (
    "{} has a predict of its own, so that what is known of the machine it derives from is not known of its answers; "
    "held-out examples would do"
)
GIVEN = "kernel values do not tell whether their kernel was fixed beforehand; held-out examples would do"
