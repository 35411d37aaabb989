"""What machines without a box can witness: hard margins, and soft ones whose slack costs its square."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.linear_rule import dual_coefficients
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.estimators.margin.margin_evidence import MarginMachine
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.evidence import Evidence
from drupe.witness.leave_one_out import LeaveOneOut


def boxless_evidence(machine: Any, inputs: Inputs, codes: Index, violation: float) -> Evidence:
    """Evidence of a compression scheme that solved its problem but for this violation of the optimality conditions."""
    n = len(codes)
    signs = np.where(codes == 1, 1.0, -1.0)
    machine._check_labels(signs)
    signed = np.zeros(n)
    signed[machine.support_] = dual_coefficients(machine)
    pair = FittedPair.of(
        machine,
        inputs,
        np.arange(n),
        signs=signs,
        outputs=np.asarray(machine.decision_function(inputs), dtype=np.float64),
        offset=float(machine.intercept_[0]),
        alpha=np.abs(signed),
        upper=np.full(n, np.inf),
        violation=violation,
    )
    evidence = MarginMachine(machine, inputs, codes, [pair], unfit(machine, pair.kernel, inputs)).evidence()
    kinds = {kind: make for kind, make in evidence.witnesses.items() if kind is not LeaveOneOut}
    reason: dict[type, str] = {LeaveOneOut: "leaving out is written for machines with a box only"}
    return replace(evidence, witnesses=kinds, missing=reason)
