"""Folds whose kernel matrix would be too large to hold: computed anew by the solver for every fold."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.estimators.margin.pair_rules import PairRule, PairSupport
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.selection.fold_outputs import FoldOutputs, FoldTask, SampleFolds
from drupe.solvers.balance import Balance
from drupe.solvers.box_path import solve_in_turn
from drupe.solvers.builders.c_svc import CSvc, c_svc
from drupe.solvers.one_vs_one import PairSolution, solve_pairs
from drupe.solvers.options import Options


def computed_fold_outputs(folds: SampleFolds, Cs: Vector, options: Options, balance: Balance) -> list[FoldOutputs]:
    """One fold after the other: two classes with every C started from the last, more with all pairs at once."""
    # Each C would tell its own way from 0 to 1; the folds that are done are what rises once.
    silent, found = replace(options, progress=None), []
    for i, task in enumerate(folds.tasks):
        found.append(_fold(folds.kernel, folds.sample, task, Cs, silent, balance))
        if options.progress is not None:
            options.progress((i + 1) / len(folds.tasks))
    return found


def _fold(
    kernel: Kernel[Any], sample: Sample, task: FoldTask, Cs: Vector, options: Options, balance: Balance
) -> FoldOutputs:
    part = sample.take(task.split.seen)
    classes, codes = np.unique(part.targets, return_inverse=True)
    part = replace(part, targets=codes)
    gram = LazyGram(kernel, part.inputs, options.threads or None)
    if len(classes) == 2:
        everyone, signs = np.arange(len(part)), np.where(codes == 0, 1.0, -1.0)
        solutions = solve_in_turn(c_svc(gram, signs, task.costs, balance=balance), Cs, options)
        runs: list[tuple[PairSolution, ...]] = [(PairSolution(0, 1, everyone, signs, one),) for one in solutions]
    else:
        runs = [solve_pairs(gram, codes, C * task.costs, CSvc(balance), options) for C in Cs]
    new = sample.inputs.take(task.split.held)
    outputs = []
    for pairs in runs:
        rules = [
            PairRule(pair.first, pair.second, pair.examples, pair.signs * pair.solution.alpha, pair.solution.offset)
            for pair in pairs
        ]
        support = PairSupport.of(rules, part, len(classes))
        outputs.append(support.predictor(kernel, rules, options.threads or None).decision(new))
    worst = max(pair.solution.violation for pairs in runs for pair in pairs)
    return FoldOutputs(classes, tuple(np.stack(outputs).transpose(2, 0, 1)), worst)
