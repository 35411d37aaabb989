"""Reads a kernel perceptron: a compression scheme, in which only the examples it erred on matter, in their order."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import clone

from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.perceptron.kernel_perceptron import KernelPerceptron
from drupe.estimators.witnessing import check_labels, linear_function, linear_witnesses
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.kept import KeptInOrder
from drupe.witness.mistakes import Mistakes
from drupe.witness.training import Training


def read_kernel_perceptron(model: KernelPerceptron, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of a perceptron for two classes that ran until nothing was wrong.

    Its offset moves by the largest k(x, x) of the sample, so that a part of the examples gives the same machine only if
    all have the same, as under a Gaussian kernel.
    """
    n = len(codes)
    errors = int((model.predict(inputs) != model.classes_[codes]).sum())
    training = Training(errors, n)
    witnesses: dict[type, Callable[[], Any]] = {Training: lambda: training}
    function: Any = model.predictor_
    unfixed = unfit(model, function.kernel, inputs)
    plane = linear_function(model, inputs)
    if plane is not None:
        check_labels(model, np.where(codes == 1, 1.0, -1.0))
        witnesses |= linear_witnesses(plane.on(inputs, codes, model))
    reason = _no_scheme(model, inputs)
    if reason:
        return Evidence(n, witnesses, failed=dict.fromkeys((Mistakes, KeptInOrder), reason), loose=unfixed)
    mistakes = model.mistakes_[0]
    witnesses[Mistakes] = lambda: Mistakes(len(mistakes), n)
    witnesses[KeptInOrder] = lambda: KeptInOrder(len(np.unique(mistakes)), n, errors)

    def check(assumption: Assumption) -> bool | None:
        match assumption:
            case Assumption.CONSISTENT:
                return training.consistent
            case Assumption.COMPRESSION:
                return _same_from(model, inputs, codes, np.unique(mistakes))
        return None

    return Evidence(n, witnesses, checks=check, loose=unfixed)


def _same_from(model: KernelPerceptron, inputs: Inputs, codes: Index, kept: Index) -> bool:
    """Whether the perceptron learns the same from these examples alone."""
    if len(np.unique(codes[kept])) < 2:
        return False
    again = clone(model).fit(inputs.take(kept), model.classes_[codes[kept]])
    return np.array_equal(kept[again.mistakes_[0]], model.mistakes_[0])


def _no_scheme(model: KernelPerceptron, inputs: Inputs) -> str:
    """Why the mistakes alone would not give the same machine; empty if they do."""
    if len(model.mistakes_) > 1:
        return "it speaks of two classes, and the model tells more apart"
    if model.shuffle:
        return "the examples came in random orders, which the mistakes alone do not give again"
    if not hasattr(model, "fit_status_"):
        return "the examples came as a stream, which nobody went through until it was right on all of them"
    if model.fit_status_:
        return "the perceptron stopped before it was right on all examples"
    function: Any = model.predictor_
    diagonal = np.asarray(function.kernel.diagonal(inputs))
    if model.fit_intercept and np.ptp(diagonal) > 1e-12 * diagonal.max():
        return "the step of the offset depends on the largest example; fit without offset, or normalize the kernel"
    return ""
