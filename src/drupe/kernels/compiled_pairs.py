"""One function for each pair of classes around packed examples: outputs and votes, each from one call of the core."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.compiled import DOUBLE, CompiledKernel, small
from drupe.kernels.prepared import Prepared
from drupe.native import PairFunctionsFloat32, PairFunctionsFloat64

SINGLE: np.dtype[Any] = np.dtype(np.float32)


class CompiledPairs:
    """f_{ij}(x) = Σ k(x, z) weight(z) over the z of classes i and j, plus an offset: positive for class i.

    Each class is met by its own weights alone, so that many classes cost no more than few.

    Parameters
    ----------
    prepared
        The examples of all classes, class by class.
    weights
        One row for each of them, one column for each other class: r stands for class r if r is less than its own class,
        else for class r + 1.
    starts
        Where each class begins, and the end.
    offsets
        One for each pair, in the order (0,1), (0,2), ..., (1,2), ...
    """

    def __init__(self, prepared: CompiledKernel, weights: Matrix, starts: Index, offsets: Vector):
        self._prepared, self._weights, self._starts = prepared, weights, starts
        self._offsets = np.ascontiguousarray(offsets, dtype=np.float64)
        self._packed: dict[np.dtype[Any], PairFunctionsFloat32 | PairFunctionsFloat64] = {}
        self._beyond_doubt = np.zeros(len(offsets))

    @property
    def fit_single(self) -> bool:
        """Whether kernel values in single precision can be had."""
        return self._prepared.fits_single and small(self._weights)

    def outputs(self, left: Inputs, *, single: bool = False) -> Matrix:
        """One column for each pair, in float64, from kernel values in double precision or in single."""
        met = self._prepared.meeting(left, SINGLE if single else DOUBLE, lenient=single)
        out = np.empty((len(left), len(self._offsets)))
        pairs, threads = self._functions(met.dtype), self._prepared.threads
        met.evaluator.pair_outputs(*met.side, met.identity, pairs, out, threads, None)
        return out

    def winners(self, left: Inputs) -> Index:
        """The class with most votes, the lowest code among equals; an output of zero votes for the second class."""
        return self._votes(left, self._beyond_doubt, single=False)[0]

    def likely_winners(self, left: Inputs, doubts: Vector) -> tuple[Index, npt.NDArray[np.bool_]]:
        """The same in single precision, and whether it is so whatever the signs of outputs that are in doubt."""
        return self._votes(left, doubts, single=True)

    def _votes(self, left: Inputs, doubts: Vector, *, single: bool) -> tuple[Index, npt.NDArray[np.bool_]]:
        met = self._prepared.meeting(left, SINGLE if single else DOUBLE, lenient=single)
        codes, certain = np.empty(len(left), dtype=np.int64), np.empty(len(left), dtype=np.bool_)
        pairs, threads = self._functions(met.dtype), self._prepared.threads
        met.evaluator.pair_winners(*met.side, met.identity, pairs, doubts, codes, certain, threads, None)
        return codes, certain

    def _functions(self, dtype: np.dtype[Any]) -> Any:
        """The weights packed in this precision, kept once they are."""
        kept = self._packed.get(dtype)
        if kept is not None:
            return kept
        kind = PairFunctionsFloat32 if dtype == SINGLE else PairFunctionsFloat64
        made = kind(np.ascontiguousarray(self._weights.T, dtype=dtype), self._starts, self._offsets)
        return self._packed.setdefault(dtype, made)


def compiled_pairs(prepared: Prepared[Any], weights: Matrix, starts: Index, offsets: Vector) -> CompiledPairs | None:
    """The functions of all pairs, if it is the core that computes the kernel."""
    return CompiledPairs(prepared, weights, starts, offsets) if isinstance(prepared, CompiledKernel) else None
