"""Penalized losses of functions around landmarks, many of them side by side: all that a minimizer asks of the data."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.engine import Engine
from drupe.foundation.ordered_sum import OrderedSum
from drupe.foundation.progress import Progress
from drupe.foundation.shapes import Numbers
from drupe.grams.cross import HELD, LEARNED, LEFT_OUT, Columns, CrossGram, Swept
from drupe.losses.output_rows import RowLoss
from drupe.solvers.passes.known_rows import KnownRows
from drupe.solvers.passes.pass_over_rows import Pass

EPSILON = float(np.finfo(np.float32).eps) / 2.0
"""Rounding of single precision."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Machines that are learned in the same passes, each with one or more outputs.

    Parameters
    ----------
    strengths
        λ of each.
    leaves_out
        The fold that each does not learn from, or ALL_FOLDS.
    offsets
        What is added to the outputs, one row for each group.
    weights
        Of all rows that each learns from.
    """

    strengths: Vector
    leaves_out: Index
    offsets: Matrix
    weights: Vector

    def __len__(self) -> int:
        return len(self.strengths)

    @property
    def width(self) -> int:
        """Outputs of each."""
        return int(self.offsets.shape[1])

    def take(self, index: Index) -> "Groups":
        """Only these."""
        return Groups(self.strengths[index], self.leaves_out[index], self.offsets[index], self.weights[index])


@dataclass(frozen=True, eq=False)
class Evaluated:
    """What a pass found out at one point for each group.

    Parameters
    ----------
    values
        The objective of each group.
    gradients
        Its slopes in the coefficients: one block of landmarks x outputs for each group.
    left_out, watched
        Mean loss and mean error of each group on the rows of the fold that it leaves out, and on those watched; NaN
        where there are none.
    """

    values: Annotated[Vector, Numbers("groups")]
    gradients: npt.NDArray[np.float64]
    left_out: Matrix
    watched: Matrix


@dataclass(frozen=True, eq=False)
class LandmarkProblem:
    """min over a of (1/W) Σᵢ wᵢ loss(yᵢ, Σⱼ aⱼ k(xᵢ, zⱼ) + b) + (λ/2) aᵀ K_MM a, W = Σᵢ wᵢ, for each group.

    Multiplied by W it is the form that scikit-learn writes with alpha = λW, and divided by λ that with C = 1/(λW).

    Parameters
    ----------
    rows
        The xᵢ, yᵢ and wᵢ.
    cross
        The kernel between rows and landmarks zⱼ.
    loss
        Of a row of outputs.
    groups
        λ, b and the fold left out of each machine.
    among
        K_MM in float64; None if it is computed in every pass instead.

    References
    ----------
    [Rudi17]_, section 2 (place not checked).
    """

    rows: KnownRows
    cross: CrossGram
    loss: RowLoss
    groups: Groups
    among: Matrix | None = None

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of all coefficients: groups, landmarks, outputs of a group."""
        return len(self.groups), len(self.cross.landmarks), self.groups.width

    def take(self, index: Index) -> "LandmarkProblem":
        """Only these groups."""
        return replace(self, groups=self.groups.take(index))

    def precisely(self, exact: bool) -> "LandmarkProblem":
        """With kernel values in the precision of the data, or in single precision."""
        if self.cross.rough is not exact:
            return self
        landmarks = self.cross.landmarks.in_double() if exact else self.cross.landmarks
        return replace(self, cross=replace(self.cross, landmarks=landmarks, rough=not exact))

    def rounding(self, coefficients: npt.NDArray[np.floating[Any]]) -> float:
        """About the error of outputs by kernel values in single precision: a random walk over the landmarks."""
        longest = float(np.abs(self.cross.kernel.diagonal(self.cross.landmarks)).max(initial=0.0))
        return EPSILON * longest * float(np.sqrt(np.square(coefficients).sum(axis=1).max(initial=0.0)))

    def evaluate(
        self,
        coefficients: npt.NDArray[np.floating[Any]],
        engine: Engine,
        *,
        begun: OrderedSum[Swept] | None = None,
        reached: Callable[[OrderedSum[Swept]], None] | None = None,
        progress: Progress | None = None,
    ) -> Evaluated:
        """One pass over all rows; the penalty comes from the landmarks alone."""
        groups = self.groups
        side_by_side = np.ascontiguousarray(np.hstack(list(coefficients)))
        columns = Columns(side_by_side, groups.offsets.ravel(), groups.leaves_out)
        work, parts = Pass(self.rows, self.cross, columns, self.loss), range(len(self.rows.rows.counts))
        swept = engine.sum(work, parts, begun=begun, reached=reached, progress=progress)
        slopes = _apart(swept.slopes, len(groups)) / groups.weights[:, None, None]
        pulled = _apart(self._among(side_by_side), len(groups))
        strengths = groups.strengths[:, None, None]
        penalties = 0.5 * groups.strengths * np.einsum("gmc,gmc->g", coefficients, pulled)
        values = swept.tallies[:, LEARNED, 1] / groups.weights + penalties
        return Evaluated(values, slopes + strengths * pulled, _means(swept, LEFT_OUT), _means(swept, HELD))

    def _among(self, coefficients: Matrix) -> Matrix:
        """K_MM a, always in float64: in single precision a norm could be negative."""
        if self.among is not None:
            return np.asarray(self.among @ coefficients)
        landmarks = self.cross.landmarks.in_double()
        return CrossGram(self.cross.kernel, landmarks, self.cross.n_jobs).prepared.gram_product(coefficients)


def _apart(columns: Matrix, groups: int) -> npt.NDArray[np.float64]:
    """One block of columns for each group."""
    return np.ascontiguousarray(np.stack(np.hsplit(columns, groups)))


def _means(swept: Swept, kind: int) -> Matrix:
    """Mean loss and mean error of each group on rows of one kind."""
    weights = swept.tallies[:, kind, :1]
    known = np.where(weights > 0.0, weights, np.nan)
    return np.asarray(swept.tallies[:, kind, 1:] / known)
