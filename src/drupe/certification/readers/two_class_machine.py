"""Reads machines without a box: hard margins, and soft ones whose slack costs its square."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.certification.evidence import Evidence
from drupe.certification.readers.fitted_pair import FittedPair
from drupe.certification.readers.margin_machine import MarginMachine
from drupe.certification.readers.support_vector_classifier import loose
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.leave_one_out import LeaveOneOut


def read_two_class_machine(model: Any, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of a `HardMarginSVC` or a `TwoNormSVC`; both are compression schemes."""
    n = len(codes)
    signs = np.where(codes == 1, 1.0, -1.0)
    signed = np.zeros(n)
    dual = model.dual_coef_
    signed[model.support_] = np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual)
    pair = FittedPair(
        kernel=model.predictor_.kernel,
        inputs=inputs,
        examples=np.arange(n),
        signs=signs,
        outputs=np.asarray(model.decision_function(inputs), dtype=np.float64),
        alpha=np.abs(signed),
        upper=np.full(n, np.inf),
        offset=float(model.intercept_[0]),
        has_offset=bool(model.fit_intercept),
        violation=float(model.solver_info_.violation),
    )
    evidence = MarginMachine(model, inputs, codes, [pair], loose(model)).evidence()
    kinds = {kind: make for kind, make in evidence.witnesses.items() if kind is not LeaveOneOut}
    reason: dict[type, str] = {LeaveOneOut: "leaving out is written for machines with a box only"}
    return replace(evidence, witnesses=kinds, missing=reason)
