"""Pairs of classes put together: from one rule for each pair to the coefficients of every example."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne


class PairRule(NamedTuple):
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
    if k == 2:  # everyone takes part in the only pair
        return rules[0].coefficients[:, None]
    coefficients = np.concatenate([rule.coefficients for rule in rules])
    present = np.flatnonzero(coefficients)  # most are zero
    examples = np.concatenate([rule.examples for rule in rules])[present]
    ends = np.cumsum([len(rule.examples) for rule in rules])
    owner = np.searchsorted(ends, present, side="right")
    first, second = (np.array([getattr(rule, name) for rule in rules])[owner] for name in ("first", "second"))
    out = np.zeros((len(codes), k - 1))
    out[examples, np.where(codes[examples] == first, second - 1, first)] = coefficients[present]
    return out


def pair_coefficients(rows: Matrix, codes: Index, first: int, second: int) -> Vector:
    """The way back: the part of the examples of two classes, given their rows, in their pair."""
    return np.where(codes == first, rows[:, second - 1], rows[:, first])


@dataclass(frozen=True, eq=False)
class PairSupport:
    """The support vectors of all pairs, class by class, held once for all attributes that show them.

    Parameters
    ----------
    chosen
        Their places in the sample.
    counts
        How many of them each class has.
    vectors
        The examples themselves.
    coefficients
        One row for each, as in `class_coefficients`.
    """

    chosen: Index
    counts: tuple[int, ...]
    vectors: Inputs
    coefficients: Matrix

    @classmethod
    def of(cls, rules: Sequence[PairRule], sample: Sample, k: int) -> "PairSupport":
        """The examples of the sample that take part in some rule."""
        coefficients = class_coefficients(rules, sample.targets, k)
        used = np.flatnonzero(coefficients.any(axis=1))
        codes = sample.targets[used]
        chosen = used[np.argsort(codes, kind="stable")]
        counts = tuple(np.bincount(codes, minlength=k).tolist())
        return cls(chosen, counts, sample.inputs.take(chosen), coefficients[chosen])

    def predictor(self, kernel: Kernel[Any], rules: Sequence[PairRule], n_jobs: int | None) -> OneVsOne:
        """The functions of all pairs, each class with its own support vectors."""
        ends = np.cumsum((0, *self.counts))
        silent = np.zeros(self.coefficients.shape[1])
        sides = tuple(
            Expansion(kernel, self.vectors.between(first, last), self.coefficients[first:last], silent, n_jobs)
            for first, last in pairwise(map(int, ends))
        )
        return OneVsOne(sides, np.array([rule.offset for rule in rules]))
