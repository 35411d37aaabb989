"""Who reads which machine; a new kind of machine is one entry here and one file beside it."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.utils import get_tags

from drupe.certification.evidence import Evidence
from drupe.certification.readers.kernel_perceptron import read_kernel_perceptron
from drupe.certification.readers.support_vector_classifier import read_svc
from drupe.certification.readers.training_data import training_data
from drupe.certification.readers.two_class_machine import read_two_class_machine
from drupe.estimators.base import Machine
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.training import Training

Reader = Callable[[Any, Inputs, Index], Evidence]

READERS: dict[type, Reader] = {
    SVC: read_svc,
    HardMarginSVC: read_two_class_machine,
    TwoNormSVC: read_two_class_machine,
    KernelPerceptron: read_kernel_perceptron,
}
"""The reader of each kind of machine and of what derives from it."""


def reader_of(model: Any) -> Reader | None:
    """The reader of the nearest kind that the model derives from."""
    return next((READERS[kind] for kind in type(model).__mro__ if kind in READERS), None)


def read(model: Any, X: Any, y: Any) -> Evidence:
    """What a fitted classifier can witness about its training on (X, y)."""
    if not isinstance(model, Machine):
        why = f"{type(model).__name__} is not a machine of drupe: it can be certified on held-out examples only"
        return Evidence(len(y), {}, _Everything(why))
    if get_tags(model).input_tags.pairwise:
        return Evidence(len(y), {}, _Everything("kernel values do not tell whether their kernel was fixed beforehand"))
    inputs, codes = training_data(model, X, y)
    reader = reader_of(model)
    if reader is not None:
        return reader(model, inputs, codes)
    wrong = model.predict(inputs) != model.classes_[codes]
    why = f"{type(model).__name__} is no compression scheme that could be read"
    return Evidence(len(codes), {Training: lambda: Training(int(np.sum(wrong)), len(codes))}, _Everything(why))


class _Everything(dict[type, str]):
    """The same reason for whatever is asked."""

    def __init__(self, reason: str):
        super().__init__()
        self.reason = reason

    def get(self, key: Any, default: Any = None) -> Any:
        return self.reason
