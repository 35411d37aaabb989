"""Reads an SVC: a compression scheme, in which everything outside the margin may be taken away."""

from typing import Any

import numpy as np

from drupe.certification.evidence import Evidence
from drupe.certification.readers.fitted_pair import FittedPair
from drupe.certification.readers.margin_machine import MarginMachine
from drupe.estimators.margin.svc import SVC
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs

SCALED = ("rbf", "poly", "sigmoid")


def read_svc(model: SVC, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of an SVC, also of one that chose its C along a path."""
    pairs = [_pair(model, inputs, codes, number) for number in range(len(model.solution_))]
    return MarginMachine(model, inputs, codes, pairs, loose(model)).evidence()


def loose(model: Any) -> str:
    """Why kernel or price of slack depend on the data; empty if they are fixed.

    `gamma="scale"` looks at X alone, but a machine trained on part of the examples would get another kernel, so that
    neither compression nor a prior fixed beforehand can be spoken of.
    """
    word = getattr(model, "kernel", None)
    if isinstance(word, str) and word in SCALED and getattr(model, "gamma", None) == "scale":
        return 'gamma="scale" takes the kernel from the data; give gamma as a number chosen beforehand'
    if isinstance(getattr(model, "class_weight", None), str):
        return 'class_weight="balanced" takes the price of slack from the data; give the weights as numbers'
    if isinstance(getattr(model, "C", None), str):
        return f"C={model.C!r} takes the price of slack from the data; give C as a number chosen beforehand"
    return ""


def _pair(model: SVC, inputs: Inputs, codes: Index, number: int) -> FittedPair:
    pair = model.solution_[number]
    if len(model.solution_) == 1 and len(pair.examples) != len(codes):
        raise InputError("the model left out examples of weight zero; fit it without sample_weight to certify it.")
    if not np.array_equal(codes[pair.examples], np.where(pair.signs > 0, pair.first, pair.second)):
        raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")
    solution = pair.solution
    # Positive for the second class, as `decision_function` is.
    return FittedPair(
        kernel=model.predictor_.classes[0].kernel,
        inputs=inputs.take(pair.examples),
        examples=pair.examples,
        signs=-pair.signs,
        outputs=-(solution.outputs + solution.offset),
        alpha=solution.alpha,
        upper=float(getattr(model, "C_", None) or model.C) * model.class_weight_[codes[pair.examples]],
        offset=-float(solution.offset),
        has_offset=bool(model.fit_intercept),
        violation=float(solution.violation),
    )
