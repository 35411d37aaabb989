"""Kernel values computed once and handed in pieces to all two-class problems.

A piece is asked for by the rows that are wanted and the examples that a problem was trained on. Of a table it is the
rows; of kernel values it is those rows against those examples. Where the two-class machine has a kernel of drupe, the
kernel is evaluated here, once, and the machine is given `kernel="precomputed"`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import validate_data

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce, coerce_like
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.precomputed import Precomputed


@dataclass(frozen=True, eq=False)
class Rows:
    """Examples of a table.

    Parameters
    ----------
    table
        Dense, CSR, or examples of any other kind.
    """

    table: Any

    def __len__(self) -> int:
        return int(self.table.shape[0])

    def piece(self, rows: Index, trained_on: Index) -> Any:
        """The rows, whatever the problem."""
        return self.table[rows]


@dataclass(frozen=True, eq=False)
class KernelRows:
    """Examples by their kernel values with all training examples.

    Parameters
    ----------
    matrix
        One row for each example, one column for each training example.
    """

    matrix: Matrix

    def __len__(self) -> int:
        return int(self.matrix.shape[0])

    def piece(self, rows: Index, trained_on: Index) -> Matrix:
        """The rows against the examples of one problem."""
        return self.matrix[np.ix_(rows, trained_on)]


Pieces: TypeAlias = Rows | KernelRows


@dataclass(frozen=True, eq=False)
class Table:
    """Examples as they came: each two-class machine sees its rows and computes its own kernel.

    Parameters
    ----------
    machine
        The two-class machine, to be cloned.
    """

    machine: BaseEstimator

    @property
    def _pairwise(self) -> bool:
        return bool(get_tags(self.machine).input_tags.pairwise)

    def known(self, owner: Any) -> int | None:
        """How many examples kernel values tell of; None where new examples are not compared with known ones."""
        return int(owner.n_features_in_) if self._pairwise else None

    def training(self, owner: BaseEstimator, X: Any) -> Pieces:
        """The training examples; the owner learns their width and names."""
        return self._pieces(owner, X, reset=True)

    def new(self, owner: BaseEstimator, X: Any) -> Iterator[Pieces]:
        """New examples, all at once."""
        yield self._pieces(owner, X, reset=False)

    def _pieces(self, owner: BaseEstimator, X: Any, reset: bool) -> Pieces:
        if isinstance(X, Inputs):
            if reset:
                _describe(owner, X)
            return Rows(X)
        # Which numbers are too large or missing, the two-class machine decides; kernel values must all be there.
        table = validate_data(owner, X, accept_sparse=["csr"], ensure_all_finite=self._pairwise, reset=reset)
        if not self._pairwise:
            return Rows(table)
        if reset and table.shape[0] != table.shape[1]:
            raise InputError(f"X must be a square matrix of kernel values between all examples, got {table.shape}.")
        return KernelRows(table)


@dataclass(frozen=True, eq=False)
class SharedGram:
    """Examples through a kernel that is evaluated once for all two-class machines.

    Parameters
    ----------
    machine
        The two-class machine with `kernel="precomputed"`, to be cloned.
    kernel
        The kernel it came with.
    inputs
        The training examples.
    budget
        Bytes that the kernel values of the training examples, or of a stripe of new ones, may take.
    """

    machine: BaseEstimator
    kernel: Kernel[Any]
    inputs: Inputs
    budget: int = DEFAULT_BYTES

    def known(self, owner: Any) -> int | None:
        """How many examples there are to be compared with."""
        return len(self.inputs)

    def training(self, owner: BaseEstimator, X: Any) -> Pieces:
        """The Gram matrix of the training examples."""
        _describe(owner, self.inputs)
        return KernelRows(LazyGram(self.kernel, self.inputs).dense(self.budget))

    def new(self, owner: BaseEstimator, X: Any) -> Iterator[Pieces]:
        """New examples, as many at a time as the budget allows."""
        new = coerce_like(self.inputs, X, type(owner).__name__)
        prepared = self.kernel.prepare(self.inputs)
        stripe = max(1, self.budget // (8 * len(self.inputs)))
        for first in range(0, len(new), stripe):
            yield KernelRows(prepared.block(new.take(np.arange(first, min(first + stripe, len(new))))))


def _describe(owner: Any, inputs: Inputs) -> None:
    """scikit-learn's facts about the columns, if there are any."""
    owner.__dict__.pop("feature_names_in_", None)
    if inputs.dimension is not None:
        owner.n_features_in_ = inputs.dimension
    if inputs.names is not None:
        owner.feature_names_in_ = np.array(inputs.names, dtype=object)


Source: TypeAlias = Table | SharedGram


def source_of(estimator: BaseEstimator, X: Any, budget: int) -> Source:
    """How the two-class machines get their examples: shared if there is a kernel of drupe and the Gram fits.

    A table too large for the budget is handed out as it is; other inputs are refused then, naming the bytes.
    """
    kernel = estimator.get_params(deep=False).get("kernel")
    if isinstance(X, PrecomputedInputs) and get_tags(estimator).input_tags.pairwise:
        kernel = Precomputed()
    elif not isinstance(kernel, Kernel) or isinstance(kernel, Precomputed):
        return Table(estimator)
    inputs = coerce(X)
    if isinstance(inputs, Vectors) and 8 * len(inputs) ** 2 > budget:
        return Table(estimator)
    return SharedGram(clone(estimator).set_params(kernel="precomputed"), kernel, inputs, budget)
