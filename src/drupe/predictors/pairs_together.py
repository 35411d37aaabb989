"""All pairs of classes at once: a new example is looked at once, and met with the centers of all classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.compiled_pairs import CompiledPairs, compiled_pairs
from drupe.predictors.doubt import doubts, rounding_of
from drupe.predictors.expansion import Expansion
from drupe.predictors.joined_centers import joined_centers
from drupe.predictors.votes import pair_codes

WORTHWHILE = 256
"""Examples below which it does not pay to look twice."""

WORTH_A_SECOND_LOOK = 2**18
"""Kernel values below which single precision saves less than it takes to see how far it may be off."""


@dataclass(frozen=True, eq=False)
class PairsTogether:
    """f_{ij} of all pairs, where the core computes the kernel.

    Parameters
    ----------
    kernel
        k.
    centers
        Those of all classes, one after the other.
    functions
        The functions of all pairs around them.
    rounding
        How much the sum of each pair rounds in single precision, at an example of length 1.
    """

    kernel: Kernel[Any]
    centers: Inputs
    functions: CompiledPairs
    rounding: Vector

    @classmethod
    def of(cls, classes: Sequence[Expansion], offsets: Vector) -> "PairsTogether | None":
        """The functions around the centers of each class, if these can be joined and the core knows the kernel."""
        first, centers = classes[0], joined_centers([side.centers for side in classes])
        if centers is None or not len(centers):
            return None
        weights = np.vstack([side.coefficients for side in classes])
        starts = np.cumsum([0, *(len(side.centers) for side in classes)], dtype=np.int64)
        prepared = first.kernel.prepare(centers, threads=thread_count(first.n_jobs))
        functions = compiled_pairs(prepared, weights, starts, offsets)
        if functions is None:
            return None
        squares = np.array([np.square(side.coefficients).sum(axis=0) for side in classes])
        ours, theirs = pair_codes(len(classes))
        return cls(
            first.kernel,
            centers,
            functions,
            rounding_of(first.kernel, centers, squares[ours, theirs - 1] + squares[theirs, ours]),
        )

    def outputs(self, inputs: Inputs) -> Matrix:
        """One column for each pair, in float64."""
        return self.functions.outputs(inputs)

    def winners(self, inputs: Inputs) -> Index:
        """The class with most votes by the `outputs`, found in single precision where that is enough.

        Examples whose winner could change if outputs that are in doubt had the other sign are decided again, in double
        precision.
        """
        large = len(inputs) >= WORTHWHILE and len(inputs) * len(self.centers) >= WORTH_A_SECOND_LOOK
        if not large or not self.functions.fit_single:
            return self.functions.winners(inputs)
        doubt = doubts(self.kernel, inputs, self._errors, self.rounding)
        if not np.isfinite(doubt).all():
            return self.functions.winners(inputs)
        found, certain = self.functions.likely_winners(inputs, doubt)
        open_questions = np.flatnonzero(~certain)
        if len(open_questions):
            found[open_questions] = self.functions.winners(inputs.take(open_questions))
        return found

    def _errors(self, few: Inputs) -> Matrix:
        return self.functions.outputs(few, single=True) - self.functions.outputs(few)
