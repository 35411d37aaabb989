"""Who reads which machine; a new kind of machine is one entry here and one file beside it."""

from collections.abc import Callable
from typing import Any

from sklearn.utils import get_tags

from drupe.certification.candidates import chosen_model
from drupe.certification.training_data import training_data
from drupe.estimators.base import Classifier, Machine
from drupe.estimators.bayes_point.version_space import read_version_space_machine
from drupe.estimators.bayes_point.version_space_machine import VersionSpaceMachine
from drupe.estimators.margin.boxless_evidence import read_two_class_machine
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.pairwise_evidence import read_svc
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
from drupe.estimators.neighbors.kept_evidence import read_condensed_neighbors
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.estimators.perceptron.mistake_evidence import read_kernel_perceptron
from drupe.estimators.witnessing import read_linear_rule
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.evidence import Evidence

Reader = Callable[[Any, Inputs, Index], Evidence]

READERS: dict[type, Reader] = {
    SVC: read_svc,
    HardMarginSVC: read_two_class_machine,
    TwoNormSVC: read_two_class_machine,
    KernelPerceptron: read_kernel_perceptron,
    VersionSpaceMachine: read_version_space_machine,
    CondensedNeighbors: read_condensed_neighbors,
    Classifier: read_linear_rule,
}
"""The reader of each kind of machine and of what derives from it; the last one is for all others."""


def reader_of(model: Any) -> Reader:
    """The reader of the nearest kind that the model derives from."""
    return next(READERS[kind] for kind in type(model).__mro__ if kind in READERS)


def predicts_otherwise(model: Any) -> str:
    """Why the rule is not the one that the machine learned: someone's `predict` came between; empty if none did.

    >>> model = SVC()
    >>> before, model.predict = predicts_otherwise(model), len
    >>> before, predicts_otherwise(model)[:24]
    ('', 'SVC has a predict of its')
    """
    for one in (model, chosen_model(model)):
        if _learned_here(one) and any(_replaced(one, name) for name in ANSWERING):
            return OVERRIDDEN.format(type(one).__name__)
    return ""


ANSWERING = ("predict", "decision_function")
"""Methods that make the answers."""


def _replaced(model: Any, name: str) -> bool:
    """Whether this method comes neither from drupe nor from scikit-learn."""
    home = next((kind.__module__ for kind in type(model).__mro__ if name in vars(kind)), "drupe")
    return name in vars(model) or home.partition(".")[0] not in ("drupe", "sklearn")


def _learned_here(model: Any) -> bool:
    """Whether a certificate might rest on more than answers: that of a class of drupe's, or of a search for one."""
    homes = {kind.__module__.partition(".")[0] for kind in type(model).__mro__}
    return "drupe" in homes or hasattr(model, "best_estimator_")


def read(model: Any, X: Any, y: Any) -> Evidence:
    """What a fitted classifier can witness about its training on (X, y)."""
    if not isinstance(model, Machine):
        return Evidence(len(y), {}, otherwise=FOREIGN.format(type(model).__name__))
    if get_tags(model).input_tags.pairwise:
        return Evidence(len(y), {}, otherwise=GIVEN)
    inputs, codes = training_data(model, X, y)
    return reader_of(model)(model, inputs, codes)


FOREIGN = (
    "{} is not a machine of drupe whose training could be read, so that only held-out examples certify it "
    "(CertifiedClassifier holds some back by itself)"
)
OVERRIDDEN = (
    "{} has a predict of its own, so that what is known of the machine it derives from is not known of its answers; "
    "held-out examples would do"
)
GIVEN = "kernel values do not tell whether their kernel was fixed beforehand; held-out examples would do"
