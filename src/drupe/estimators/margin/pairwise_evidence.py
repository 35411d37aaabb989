"""What an SVC can witness: a compression scheme, in which everything outside the margin may be taken away."""

from typing import Any

import numpy as np

from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.estimators.margin.margin_evidence import MarginMachine
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.solvers.one_vs_one import PairSolution
from drupe.witness.evidence import Evidence

COMPARED = 50
"""Examples of each pair on which the rule is compared with what the solver left."""

SAME = 1e-3
"""By how much, relative to the largest output, single precision may tell them apart."""

WEIGHTED = "examples of weight zero were left out of the fit; fit without sample_weight, or hold examples out"


def pairwise_evidence(machine: Any, inputs: Inputs, codes: Index) -> Evidence:
    """Evidence of an SVC, also of one that chose its C along a path."""
    seen = np.unique(np.concatenate([pair.examples for pair in machine.solution_]))
    if len(seen) < len(codes):
        return Evidence(len(codes), {}, otherwise=WEIGHTED)
    pairs = [_pair(machine, inputs, codes, pair) for pair in machine.solution_]
    _recognize(machine, pairs)
    return MarginMachine(machine, inputs, codes, pairs, unfit(machine, pairs[0].kernel, inputs)).evidence()


def _recognize(machine: Any, pairs: list[FittedPair]) -> None:
    """Raise an InputError if the rule that predicts is not the one that the solver found."""
    for number, pair in enumerate(pairs):
        few = np.linspace(0, len(pair.signs) - 1, min(COMPARED, len(pair.signs))).astype(np.int64)
        now = -np.asarray(machine.predictor_.decision(pair.inputs.take(few)), dtype=np.float64)[:, number]
        if np.abs(now - pair.outputs[few]).max() > SAME * max(1.0, float(np.abs(pair.outputs).max())):
            raise InputError(
                f"{type(machine).__name__} does not answer as it did at the end of its fit; it was changed since, or X "
                "does not hold the examples that it was fitted on. Fit again."
            )


def _pair(machine: Any, inputs: Inputs, codes: Index, pair: PairSolution) -> FittedPair:
    if not np.array_equal(codes[pair.examples], np.where(pair.signs > 0, pair.first, pair.second)):
        raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")
    solution, factors = pair.solution, machine.class_weight_[codes[pair.examples]]
    # Positive for the second class, as `decision_function` is.
    return FittedPair.of(
        machine,
        inputs,
        pair.examples,
        signs=-pair.signs,
        outputs=-(solution.outputs + solution.offset),
        offset=-float(solution.offset),
        alpha=solution.alpha,
        upper=machine._costs(np.ones(len(factors)), factors),
        violation=float(solution.violation),
    )
