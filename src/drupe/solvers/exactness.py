"""Whether a solution found in single precision holds in double: the violation at the variables that decide it."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.kernels.compiled import CompiledKernel
from drupe.solvers.balance import BalancedBySign
from drupe.solvers.optimality import optimality
from drupe.solvers.problem import BoxProblem

EXTREMES, INSIDE = 12, 24
"""Variables that are looked at: those with the most extreme scores at either end, and some inside their box."""

COMPARED = 48
"""Examples among which the error of kernel values is measured."""

SAFETY = 2.0
"""By how much the largest mean error of all examples may exceed the largest of those."""


DOUBLE: np.dtype[Any] = np.dtype(np.float64)


def outputs_in_double(gram: Gram, weights: Vector, at: Index) -> Vector:
    """(K @ weights) at these examples, from kernel values in double precision."""
    support = np.flatnonzero(weights)
    kernel = _compiled(gram)
    block = gram.in_double().block(at, support) if kernel is None else kernel.part(at, support, DOUBLE)
    return np.asarray(block @ weights[support], dtype=np.float64)


def violation_in_double(problem: BoxProblem, alpha: Vector, outputs: Vector) -> float:
    """The violation among a few variables, from their outputs in double precision.

    `outputs` are those of single precision, which say where to look: at the scores that come first and last, and at
    some variables inside their box, all of which should have the same score.
    """
    looked_at = _deciding(problem, alpha, outputs)
    exact = outputs_in_double(problem.gram, problem.weights(alpha), problem.examples[looked_at])
    few = replace(
        problem,
        signs=problem.signs[looked_at],
        linear=problem.linear[looked_at],
        upper=problem.upper[looked_at],
        examples=np.arange(len(looked_at)),
        start=alpha[looked_at],
    )
    return optimality(few, alpha[looked_at], exact).violation


def _deciding(problem: BoxProblem, alpha: Vector, outputs: Vector) -> Index:
    scores = -(outputs[problem.examples] + problem.signs * problem.linear)
    plus = problem.signs > 0
    below, above = alpha < problem.upper, alpha > 0
    rises, falls = np.where(plus, below, above), np.where(plus, above, below)
    groups = (plus, ~plus) if isinstance(problem.balance, BalancedBySign) else (np.ones_like(plus),)
    chosen: list[Index] = []
    for group in groups:
        chosen += [_least(-scores, rises & group), _least(scores, falls & group)]
        inside = np.flatnonzero(rises & falls & group)
        chosen.append(inside[np.linspace(0, len(inside) - 1, min(INSIDE, len(inside))).astype(np.int64)])
    return np.unique(np.concatenate(chosen))


def _least(values: Vector, among: Any) -> Index:
    """Positions of the smallest values among some."""
    places = np.flatnonzero(among)
    if len(places) <= EXTREMES:
        return places
    return np.asarray(places[np.argpartition(values[places], EXTREMES)[:EXTREMES]], dtype=np.int64)


def kernel_error(gram: Gram) -> float:
    """How far an output of unit weights may be off in single precision: the mean error of an example's kernel values.

    Measured on some of the examples, as if all errors had the sign of their weights; the largest mean counts.
    """
    places = np.linspace(0, len(gram) - 1, min(COMPARED, len(gram))).astype(np.int64)
    kernel = _compiled(gram)
    if kernel is not None:
        rounded = np.dtype(np.float32) if kernel.fits_single else DOUBLE
        single = kernel.part(places, places, rounded, lenient=True)
        return _mean_error(single, kernel.part(places, places, DOUBLE))
    few = gram.take(places)
    if isinstance(few, LazyGram):
        single = few.prepared.rough_product(few.inputs, np.eye(len(few)))
    else:
        single = few.dense().astype(np.float32)
    return _mean_error(single, few.matrix if isinstance(few, DenseGram) else few.in_double().dense())


def _mean_error(single: Matrix, exact: Matrix) -> float:
    return SAFETY * float(np.abs(single - exact).mean(axis=1).max(initial=0.0))


def _compiled(gram: Gram) -> CompiledKernel | None:
    """What the core computes the kernel by, if from the examples as they are: then nothing has to be prepared anew."""
    if not isinstance(gram, LazyGram) or gram.inputs.single:
        return None
    return gram.prepared if isinstance(gram.prepared, CompiledKernel) else None
