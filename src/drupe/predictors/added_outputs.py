"""A fitted function as one expansion with an output for each class, or for a quantity, which can be taken apart."""

from functools import reduce

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.predictors.expansion import Expansion
from drupe.predictors.one_vs_one import OneVsOne


def added_outputs(function: object) -> Expansion | None:
    """The function as a sum over examples; None if it is none.

    Of two classes the output speaks for the second; of more that are told apart in pairs, the output of a class is the
    sum of its pairs, by which `SVC` breaks ties between votes.

    >>> from drupe import SVC
    >>> model = SVC(kernel="linear", C=10.0).fit([[-1.0], [1.0], [3.0]], ["a", "b", "c"])
    >>> added_outputs(model.predictor_).outputs
    3
    """
    if isinstance(function, OneVsOne):
        return _pairs_added(function)
    return function if isinstance(function, Expansion) and len(function.centers) else None


def _pairs_added(rule: OneVsOne) -> Expansion | None:
    k = len(rule.classes)
    sides = [(code, side) for code, side in enumerate(rule.classes) if len(side.centers)]
    if not sides:
        return None
    spoken = range(1, 2) if k == 2 else range(k)
    coefficients = np.vstack(
        [np.column_stack([_share(side.coefficients, code, output) for output in spoken]) for code, side in sides]
    )
    offsets = np.zeros((k, k))
    offsets[np.triu_indices(k, 1)] = rule.offsets
    offset = (offsets - offsets.T).sum(axis=1)[list(spoken)]
    centers = reduce(lambda left, right: left.joined(right), (side.centers for _, side in sides))
    return Expansion(rule.kernel, centers, coefficients, offset, rule.classes[0].n_jobs)


def _share(coefficients: Matrix, code: int, output: int) -> Matrix:
    """What the centers of one class add to the pairs of another: their coefficients towards it.

    To the pairs of their own they add those towards all others.
    """
    if code != output:
        return np.asarray(np.sign(code - output) * coefficients[:, output - (output > code)])
    towards = np.sign(np.delete(np.arange(coefficients.shape[1] + 1), code) - code)
    return np.asarray(coefficients @ towards)
