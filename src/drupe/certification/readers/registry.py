"""Who reads which machine; a new kind of machine is one entry here and one file beside it."""

from collections.abc import Callable
from typing import Any

from sklearn.utils import get_tags

from drupe.certification.evidence import Evidence
from drupe.certification.readers.condensed_neighbors import read_condensed_neighbors
from drupe.certification.readers.kernel_perceptron import read_kernel_perceptron
from drupe.certification.readers.linear_rule import read_linear_rule
from drupe.certification.readers.support_vector_classifier import read_svc
from drupe.certification.readers.training_data import training_data
from drupe.certification.readers.two_class_machine import read_two_class_machine
from drupe.certification.readers.version_space_machine import read_version_space_machine
from drupe.estimators.base import Classifier, Machine
from drupe.estimators.bayes_point.version_space_machine import VersionSpaceMachine
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs

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
GIVEN = "kernel values do not tell whether their kernel was fixed beforehand; held-out examples would do"
