"""Checks that the many ways to the same kernel values agree: native form, rows, products, sub-samples, algebra."""

from typing import cast

import numpy as np

from drupe.foundation.arrays import Index
from drupe.inputs.vectors import Vectors
from drupe.kernels.checks.case import Case, Comparison, agreement
from drupe.kernels.checks.report import Finding, Outcome
from drupe.kernels.forms.pairs import AllPairs


def check_native_form(case: Case) -> Finding:
    """The kernel's matrix is what its form says, evaluated plainly in float64."""
    form = case.kernel.form()
    if form is None:
        return Finding("native form", Outcome.NOTED, "the kernel has none and is evaluated by its matrix")
    inputs = cast(Vectors, case.in_double.inputs)
    expected = form.evaluate(AllPairs(inputs, inputs))
    again = case.inputs.take(np.arange(len(inputs)))
    return agreement(
        "native form",
        case.tolerance,
        Comparison("matrix(inputs, inputs)", case.gram, expected),
        Comparison("matrix(inputs, others)", case.kernel.matrix(case.inputs, again), expected),
    )


def check_rows_and_products(case: Case) -> Finding:
    """What is prepared once gives the same rows, blocks and products as the matrix."""
    n, index, ready = len(case.inputs), _some(case), case.kernel.prepare(case.inputs)
    gram, some = case.gram.astype(np.float64), case.inputs.take(index)
    weights = np.cos(np.outer(np.arange(1, n + 1), [1.0, 2.0]))
    # Terms may cancel: a product is compared at the scale of what it could have added up to.
    most = float((np.abs(gram) @ np.abs(weights)).max())
    return agreement(
        "rows and products",
        case.tolerance,
        Comparison("prepare(inputs).gram()", ready.gram(), gram),
        Comparison("prepare(inputs).rows(index)", ready.rows(index), gram[index]),
        Comparison("prepare(inputs).block(some)", ready.block(some), gram[index]),
        Comparison("prepare(inputs).gram_product(weights)", ready.gram_product(weights), gram @ weights, most),
        Comparison("prepare(inputs).product(some, weights)", ready.product(some, weights), gram[index] @ weights, most),
    )


def check_sub_samples(case: Case) -> Finding:
    """Examples have the same kernel values alone, in another order and among others."""
    index, matrix = _some(case), case.kernel.matrix
    some, one = case.inputs.take(index), case.inputs.take(index[:1])
    return agreement(
        "sub-samples",
        case.tolerance,
        Comparison("matrix(some, inputs)", matrix(some, case.inputs), case.gram[index]),
        Comparison("matrix(inputs, some)", matrix(case.inputs, some), case.gram[:, index]),
        Comparison("matrix(some, some)", matrix(some, some), case.gram[np.ix_(index, index)]),
        Comparison("matrix(one, one)", matrix(one, one), case.gram[np.ix_(index[:1], index[:1])], _largest(case)),
    )


def check_algebra(case: Case) -> Finding:
    """Sums, products, powers and the normalized kernel are those of the matrices."""
    k, K = case.kernel, case.gram
    cases = [
        ("k + k", k + k, K + K),
        ("k * k", k * k, K * K),
        ("0.5 * k", 0.5 * k, 0.5 * K),
        ("k + 2.0", k + 2.0, K + 2.0),
        ("k ** 3", k**3, K**3),
    ]
    if K.diagonal().min() > 0:
        lengths = np.sqrt(K.diagonal())
        cases.append(("k.normalized()", k.normalized(), K / np.multiply.outer(lengths, lengths)))
    made = [Comparison(name, combined.matrix(case.inputs, case.inputs), expected) for name, combined, expected in cases]
    return agreement("algebra", case.tolerance, *made)


def _some(case: Case) -> Index:
    """Every third example, last first."""
    return np.arange(len(case.inputs), dtype=np.int64)[::-3].copy()


def _largest(case: Case) -> float:
    return float(np.abs(case.gram).max())
