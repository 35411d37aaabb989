"""Reads machines without a box: hard margins, and soft ones whose slack costs its square."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.estimators.margin.margin_evidence import MarginMachine
from drupe.estimators.witnessing import check_labels
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.evidence import Evidence
from drupe.witness.leave_one_out import LeaveOneOut


def read_two_class_machine(model: Any, inputs: Inputs, codes: Index) -> Evidence:
    """Witnesses of a `HardMarginSVC` or a `TwoNormSVC`; both are compression schemes."""
    n = len(codes)
    signs = np.where(codes == 1, 1.0, -1.0)
    signed = np.zeros(n)
    dual = model.dual_coef_
    signed[model.support_] = np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual)
    check_labels(model, signs)
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
        violation=float(model.solver_info_.violation) if _evenly_priced(model, codes) else np.inf,
    )
    evidence = MarginMachine(model, inputs, codes, [pair], unfit(model, pair.kernel, inputs)).evidence()
    kinds = {kind: make for kind, make in evidence.witnesses.items() if kind is not LeaveOneOut}
    reason: dict[type, str] = {LeaveOneOut: "leaving out is written for machines with a box only"}
    return replace(evidence, witnesses=kinds, missing=reason)


def _evenly_priced(model: Any, codes: Index) -> bool:
    """Whether slack has the same price α / ξ for all support vectors of a class; weights of examples would show."""
    slack = getattr(model, "slack_", None)
    if slack is None:
        return True
    if len(slack) < len(codes):
        return False  # some examples had no weight, so that not all weigh the same
    alpha, there = np.abs(np.ravel(model.dual_coef_)), np.asarray(slack)[model.support_]
    clear = there > 100.0 * model.tol
    for code in np.unique(codes):
        prices = (alpha[clear] / there[clear])[codes[model.support_][clear] == code]
        if len(prices) and np.ptp(prices) > UNEVEN * prices.max():
            return False
    return True


UNEVEN = 0.05
"""Relative difference of prices that a solver may leave."""
