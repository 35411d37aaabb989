"""Reads an SVC: a compression scheme, in which everything outside the margin may be taken away."""

import numpy as np

from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.estimators.margin.margin_evidence import MarginMachine
from drupe.estimators.margin.svc import SVC
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.witness.evidence import Evidence

COMPARED = 50
"""Examples of each pair on which the rule is compared with what the solver left."""

SAME = 1e-3
"""By how much, relative to the largest output, single precision may tell them apart."""


def read_svc(model: SVC, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of an SVC, also of one that chose its C along a path."""
    seen = np.unique(np.concatenate([pair.examples for pair in model.solution_]))
    if len(seen) < len(codes):
        return Evidence(len(codes), {}, otherwise=WEIGHTED)
    pairs = [_pair(model, inputs, codes, number) for number in range(len(model.solution_))]
    _recognize(model, pairs)
    return MarginMachine(model, inputs, codes, pairs, unfit(model, pairs[0].kernel, inputs)).evidence()


WEIGHTED = "examples of weight zero were left out of the fit; fit without sample_weight, or hold examples out"


def _recognize(model: SVC, pairs: list[FittedPair]) -> None:
    """Raise an InputError if the rule that predicts is not the one that the solver found."""
    for number, pair in enumerate(pairs):
        few = np.linspace(0, len(pair.signs) - 1, min(COMPARED, len(pair.signs))).astype(np.int64)
        now = -np.asarray(model.predictor_.decision(pair.inputs.take(few)), dtype=np.float64)[:, number]
        if np.abs(now - pair.outputs[few]).max() > SAME * max(1.0, float(np.abs(pair.outputs).max())):
            raise InputError(
                f"{type(model).__name__} does not answer as it did at the end of its fit; it was changed since, or X "
                "does not hold the examples that it was fitted on. Fit again."
            )


def _pair(model: SVC, inputs: Inputs, codes: Index, number: int) -> FittedPair:
    pair = model.solution_[number]
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
        has_offset=bool(model.fit_intercept) or solution.offset != 0.0,
        violation=float(solution.violation),
    )
