"""Pairs of classes put together: from one rule for each pair to the coefficients of every example."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne


@dataclass(frozen=True, eq=False)
class PairRule:
    """f_{ij}(x) = Σ coefficients k(·, x) + offset, positive for class `first`.

    Parameters
    ----------
    first
        Code of the lower class.
    second
        Code of the higher class.
    examples
        Places in the sample of the examples of both classes.
    coefficients
        One for each of them; positive for the first class, negative for the second.
    offset
        b.
    """

    first: int
    second: int
    examples: Index
    coefficients: Vector
    offset: float


def class_coefficients(rules: Sequence[PairRule], codes: Index, k: int) -> Matrix:
    """One row for each example; column r holds its part in the pair with class r, or r + 1 past its own class.

    The layout of [Chang11]_, section 4.3, and of scikit-learn's `dual_coef_`.
    """
    out = np.zeros((len(codes), k - 1))
    for rule in rules:
        mine = codes[rule.examples] == rule.first
        out[rule.examples[mine], rule.second - 1] = rule.coefficients[mine]
        out[rule.examples[~mine], rule.first] = rule.coefficients[~mine]
    return out


def pair_coefficients(rows: Matrix, codes: Index, first: int, second: int) -> Vector:
    """The way back: the part of the examples of two classes, given their rows, in their pair."""
    return np.where(codes == first, rows[:, second - 1], rows[:, first])


def supports(coefficients: Matrix, codes: Index, k: int) -> list[Index]:
    """For each class the places of its examples that are support vectors of some pair."""
    used = coefficients.any(axis=1)
    return [np.flatnonzero(used & (codes == code)) for code in range(k)]


def one_vs_one(
    kernel: Kernel[Any], sample: Sample, rules: Sequence[PairRule], coefficients: Matrix, n_jobs: int | None
) -> OneVsOne:
    """The functions of all pairs, each class with its own support vectors."""
    k = coefficients.shape[1] + 1
    sides = tuple(
        Expansion(kernel, sample.inputs.take(chosen), coefficients[chosen], np.zeros(k - 1), n_jobs)
        for chosen in supports(coefficients, sample.targets, k)
    )
    return OneVsOne(sides, np.array([rule.offset for rule in rules]))
