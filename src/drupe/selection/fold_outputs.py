"""The machines of every fold and every C, asked about the examples that they have not seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import share
from drupe.grams.dense import DenseGram
from drupe.kernels.base import Kernel
from drupe.selection.splits import Split
from drupe.solvers.balance import Balance
from drupe.solvers.box_path import BoxPath, solve_box_paths
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem


@dataclass(frozen=True, eq=False)
class FoldOutputs:
    """What was learned in one fold says about the examples held out.

    Parameters
    ----------
    classes
        Codes of the classes among the examples that were learned from.
    pairs
        For each pair of these classes f_{ij}, positive for the first: one row for each C, one column for each example.
    worst
        Largest violation of the optimality conditions in any run.
    starts
        For each pair α of the first C as shares of the box: a start for another kernel.
    """

    classes: Index
    pairs: tuple[Matrix, ...]
    worst: float
    starts: tuple[Vector, ...] = ()

    def of(self, i: int) -> Matrix:
        """The outputs of the machines with the C at place i: one row for each example, one column for each pair."""
        return np.column_stack([pair[i] for pair in self.pairs])


@dataclass(frozen=True, eq=False)
class FoldTask:
    """What is learned in one fold.

    Parameters
    ----------
    codes
        The class of each example of the Gram; those of examples that are held out are not looked at.
    split
        Which examples are seen, and which held out.
    costs
        The box of each seen example for C = 1.
    starts
        For each pair of classes α of the first C as shares of the box; none to start from zero.
    """

    codes: Index
    split: Split
    costs: Vector
    starts: tuple[Vector, ...] = ()


@dataclass(frozen=True, eq=False)
class SampleFolds:
    """Folds of one sample, which share its kernel values.

    Parameters
    ----------
    kernel
        What compares the examples.
    sample
        All of them, seen and held out.
    tasks
        One for each fold.
    """

    kernel: Kernel[Any]
    sample: Sample
    tasks: tuple[FoldTask, ...]

    @property
    def largest(self) -> float:
        """The largest box for C = 1 in units of the kernel's diagonal."""
        diagonal = np.abs(self.kernel.diagonal(self.sample.inputs)).max()
        return float(max(task.costs.max() for task in self.tasks) * diagonal)


def held_fold_outputs(
    grams: Sequence[DenseGram], tasks: Sequence[FoldTask], Cs: Vector, options: Options, balance: Balance
) -> list[FoldOutputs]:
    """Each fold over a Gram that is held, of its own or shared; every C starts from the last."""
    classes = [np.unique(task.codes[task.split.seen]) for task in tasks]
    # A start must fit into the box of C = 1, of which those that are solved are multiples.
    warm = float(Cs[0]) <= 1.0
    problems = []
    for gram, task, present in zip(grams, tasks, classes, strict=True):
        pairs = list(combinations(present.tolist(), 2))
        starts: Sequence[Vector | None] = task.starts if warm and task.starts else [None] * len(pairs)
        problems.append(
            [
                _problem(gram, task, pair, balance, None if start is None else float(Cs[0]) * start)
                for pair, start in zip(pairs, starts, strict=True)
            ]
        )
    # Pairs of many classes fill the threads by themselves, and their outputs much memory: one fold at a time.
    together = max(len(pairs) for pairs in problems) == 1
    paths: list[list[BoxPath]] = []
    batches = [range(len(tasks))] if together else [range(i, i + 1) for i in range(len(tasks))]
    for number, batch in enumerate(batches):
        flat = [problem for i in batch for problem in problems[i]]
        held = [tasks[i].split.held for i in batch for _ in problems[i]]
        told = replace(options, progress=share(options.progress, number, len(batches)))
        solved = iter(solve_box_paths(flat, held, Cs, told))
        paths += [[next(solved) for _ in problems[i]] for i in batch]
    return [
        FoldOutputs(
            present,
            tuple(path.outputs + path.offsets[:, None] for path in fold),
            max(float(path.violations.max()) for path in fold),
            tuple(_shares(path.alphas[0], float(Cs[0]) * path.problem.upper) for path in fold),
        )
        for present, fold in zip(classes, paths, strict=True)
    ]


def _problem(
    gram: DenseGram, task: FoldTask, pair: tuple[int, int], balance: Balance, shares: Vector | None
) -> BoxProblem:
    """Two classes of one fold, over the whole Gram; a start comes as shares of the box."""
    seen = task.codes[task.split.seen]
    members = np.flatnonzero((seen == pair[0]) | (seen == pair[1]))
    n = len(members)
    signs = np.where(seen[members] == pair[0], 1.0, -1.0)
    costs = task.costs[members]
    start = np.zeros(n) if shares is None else shares * costs
    return BoxProblem(gram, signs, -np.ones(n), costs, task.split.seen[members], start, balance)


def _shares(alpha: Vector, upper: Vector) -> Vector:
    """α in units of its box."""
    return np.divide(alpha, upper, out=np.zeros_like(alpha), where=upper > 0)
