"""What became of the kernel that a user gave: the tuned ones, in its kind, and what they say of columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone

from drupe.estimators.gaussian_process.class_search import FoundProcess
from drupe.estimators.gaussian_process.evidence_search import EvidenceMaximum, Summit, maximum
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.arrays import Matrix, Vector
from drupe.kernels.base import Kernel
from drupe.solvers.solution import Stop

WIDTHS = "widths"
"""The field of kernels with a width for each column."""


def found_process(gaussian: Any, kernel: Kernel[Any], summit: Summit | None, space: SearchSpace | ThetaSpace) -> Any:
    """The facts of one problem; the evidence is that of the Gaussian which predicts."""
    value = float(gaussian.log_evidence)
    searched = EvidenceMaximum(kernel, 0.0, value, {}, 1, (), Stop.CONVERGED, 0.0)
    search = searched if summit is None else maximum(summit, space)
    return FoundProcess(search, int(gaussian.iterations), float(gaussian.violation), gaussian.stop)


def given_back(
    space: SearchSpace | ThetaSpace, summits: Sequence[Summit | None], kernels: Sequence[Kernel[Any]]
) -> Any:
    """The kernel of each problem, in the kind that was given; of several problems all in one."""
    if isinstance(space, SearchSpace):
        return kernels[0] if len(kernels) == 1 else tuple(kernels)
    originals = [clone(space.original) if summit is None else space.tuned(summit.point) for summit in summits]
    if len(originals) == 1:
        return originals[0]
    from sklearn.gaussian_process.kernels import CompoundKernel  # slow to import, and here it is there already

    return CompoundKernel(originals)


def column_relevance(kernels: Sequence[Kernel[Any]]) -> Matrix | None:
    """1/width of each column, a row for each kernel, of kernels with a width for each; else None.

    >>> from drupe.kernels import ARD, Gaussian
    >>> column_relevance([2.0 * ARD((1.0, 4.0))]).tolist(), column_relevance([Gaussian()])
    ([[1.0, 0.25]], None)
    """
    rows = [_widths(kernel) for kernel in kernels]
    return None if any(row is None for row in rows) else np.array([1.0 / np.asarray(row) for row in rows])


def _widths(kernel: Kernel[Any]) -> Vector | None:
    """Of the one part of the kernel that has a width for each column."""
    groups: dict[str, list[float]] = {}
    for name, value in kernel.parameters().items():
        owner, _, _ = name.rpartition(".")
        if owner.rpartition(".")[2] == WIDTHS:
            groups.setdefault(owner, []).append(value)
    return np.array(next(iter(groups.values()))) if len(groups) == 1 else None
