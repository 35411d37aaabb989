"""Tubes of every fold, every width and every C, asked about the examples that they have not seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.grams.part import PartGram
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.selection.splits import Split
from drupe.solvers.balance import Balance
from drupe.solvers.box_path import solve_box_paths, solve_in_turn
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem


@dataclass(frozen=True, eq=False)
class TubeTask:
    """What is learned in one fold with a tube of one width.

    Parameters
    ----------
    split
        Which examples are seen, and which held out.
    epsilon
        Half the width of the tube.
    """

    split: Split
    epsilon: float


@dataclass(frozen=True, eq=False)
class TubeOutputs:
    """What was learned says about the examples held out.

    Parameters
    ----------
    outputs
        f(x), one row for each C, one column for each example.
    worst
        Largest violation of the optimality conditions in any run.
    """

    outputs: Matrix
    worst: float


def held_tube_outputs(
    gram: DenseGram, sample: Sample, tasks: Sequence[TubeTask], Cs: Vector, options: Options, balance: Balance
) -> list[TubeOutputs]:
    """All over one Gram that is held, side by side; every C starts from the last."""
    problems = [_problem(gram, sample, task, balance) for task in tasks]
    paths = solve_box_paths(problems, [task.split.held for task in tasks], Cs, options)
    return [TubeOutputs(path.outputs + path.offsets[:, None], float(path.violations.max())) for path in paths]


def computed_tube_outputs(
    kernel: Kernel[Any], sample: Sample, tasks: Sequence[TubeTask], Cs: Vector, options: Options, balance: Balance
) -> list[TubeOutputs]:
    """One after the other, kernel values computed anew for each; every C starts from the last."""
    # Each C would tell its own way from 0 to 1; the tasks that are done are what rises once.
    silent, found = replace(options, progress=None), []
    for i, task in enumerate(tasks):
        part, new = sample.take(task.split.seen), sample.inputs.take(task.split.held)
        gram = LazyGram(kernel, part.inputs, options.threads or None)
        problem = eps_svr(gram, part.targets, task.epsilon, part.weights, balance=balance)
        solutions = solve_in_turn(problem, Cs, silent)
        n = len(part)
        columns = np.column_stack([one.alpha[:n] - one.alpha[n:] for one in solutions])
        offsets = np.array([one.offset for one in solutions])
        chosen = np.flatnonzero(columns.any(axis=1))
        function = Expansion(kernel, part.inputs.take(chosen), columns[chosen], offsets, options.threads or None)
        found.append(TubeOutputs(function.decision(new).T, max(one.violation for one in solutions)))
        if options.progress is not None:
            options.progress((i + 1) / len(tasks))
    return found


def _problem(gram: DenseGram, sample: Sample, task: TubeTask, balance: Balance) -> BoxProblem:
    """One fold over the whole Gram, in the box of C = 1."""
    seen = task.split.seen
    part = eps_svr(PartGram(gram, seen), sample.targets[seen], task.epsilon, sample.weights[seen], balance=balance)
    return replace(part, gram=gram, examples=np.tile(seen, 2))
