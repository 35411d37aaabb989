"""The maximal margin without outliers: examples whose multipliers grow too large are taken away."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.linear_rule import linear_evidence
from drupe.estimators.margin.box_machine import BoxMachine
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.hard_margin_svc import middle
from drupe.estimators.ranges import POSITIVE
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Wholes
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.margins import Margins
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import hard_margin_objectives
from drupe.solvers.solution import Solution
from drupe.witness.evidence import Evidence

REACHED = 1.0 - 1e-9
"""Share of the threshold from which on a multiplier has reached it."""


@dataclass(frozen=True, eq=False)
class _Round:
    """Where training stands: which examples are left, and the machine of these."""

    left: npt.NDArray[np.bool_]
    solution: Solution
    outputs: Vector
    offset: float

    def outliers(self, signs: Vector, threshold: float) -> npt.NDArray[np.bool_]:
        """Of those whose multipliers reached the threshold all on the wrong side; if none is, the one nearest to it."""
        reached = self.left & (self.solution.alpha >= REACHED * threshold)
        margins = np.where(reached, signs * (self.outputs + self.offset), np.inf)
        wrong: npt.NDArray[np.bool_] = margins < 0.0
        if wrong.any() or not reached.any():
            return wrong
        return np.asarray(np.arange(len(margins)) == int(np.argmin(margins)))


@declared
class OutlierRemovalSVC(KernelFirst, BoxMachine):
    """min ½‖w‖² subject to yᵢ(⟨w, φ(xᵢ)⟩ + b) ≥ 1 for the examples left, none of which has αᵢ ≥ threshold.

    Instead of a soft margin: where classes cannot be separated the multipliers of a hard margin grow without end, and
    those that grow first belong to examples that do not fit in. Training runs until no multiplier grows further or some
    reach the threshold. Then those on the wrong side of the hyperplane are taken away (if all are on the right side,
    the one nearest to it), and training goes on with the others where it stands. What comes out is the maximal margin
    of the examples that are left.

    Parameters
    ----------
    threshold
        The multiplier at which an example is an outlier, in units of one over the squared length of examples. A small
        one takes many away.
    fit_intercept
        Whether the hyperplane may keep away from the origin.
    tol
        How far below 1 a margin of the examples left may end.

    Attributes
    ----------
    removed_
        Positions of the examples that were taken away, in ascending order.
    n_rounds_
        How often training went on.
    margin_
        Smallest distance from the hyperplane of an example that is left, in feature space.
    objectives_
        ½‖w‖² of the hyperplane, scaled until all margins of the examples left are 1, and the dual bound.

    Notes
    -----
    Which examples are left was decided by their labels, so that theorems on machines that could not choose their
    examples do not apply: neither compression nor leaving out is certified. What holds for every hyperplane at once,
    however found, does: margins count those of all examples, the removed ones too.

    Examples
    --------
    The example at 3.5 has the label of the left side. Without it, the margin is that between 1 and 3.

    >>> X, y = [[0.0], [1.0], [3.5], [3.0], [4.0]], [0, 0, 0, 1, 1]
    >>> machine = OutlierRemovalSVC("linear", threshold=10.0).fit(X, y)
    >>> machine.removed_.tolist(), round(machine.margin_, 6), machine.predict(X).tolist()
    ([2], 1.0, [0, 0, 1, 1, 1])

    References
    ----------
    [Cristianini00]_, section 8.1.1 (outliers by the size of their multipliers); section 6.1.1 (the machine).
    """

    threshold: float = parameter(POSITIVE, default=10.0)

    margin_: float = learned()
    removed_: Annotated[npt.NDArray[np.int64], Wholes("removed", below="examples", once=True)] = learned()
    n_rounds_: int = learned()

    def _learn(self, sample: Sample) -> Fitted:
        fitted = super()._learn(sample)
        removed = sample.positions[fitted.attributes["removed_"]]
        return replace(fitted, attributes={**fitted.attributes, "removed_": removed})

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        threshold, rounds = float(self.threshold), 1
        state = self._round(gram, signs, np.ones(len(signs), dtype=bool), None)
        while state.solution.converged and (gone := state.outliers(signs, threshold)).any():
            left = state.left & ~gone
            if not ((signs > 0) & left).any() or not ((signs < 0) & left).any():
                raise InputError(
                    f"with threshold={threshold:g} all examples of a class are taken away as outliers; pass a larger "
                    "threshold, a kernel that separates the classes better, or take a soft margin (SVC)."
                )
            state, rounds = self._round(gram, signs, left, np.where(left, state.solution.alpha, 0.0)), rounds + 1
        alpha, outputs, left = state.solution.alpha, state.outputs, state.left
        signed = signs * alpha
        objectives = hard_margin_objectives(alpha[left], outputs[left], signs[left], state.offset)
        kept = Margins.of_outputs(outputs[left], gram.diagonal()[left], signed[left], signs[left], state.offset)
        return self._found(
            state.solution,
            signed,
            outputs,
            state.offset,
            objectives,
            margin_=kept.smallest,
            removed_=np.flatnonzero(~left),
            n_rounds_=rounds,
        )

    def _round(self, gram: Gram, signs: Vector, left: npt.NDArray[np.bool_], start: Vector | None) -> _Round:
        """The machine of the examples left, with multipliers up to the threshold; others have room for none."""
        problem = c_svc(gram, signs, np.where(left, float(self.threshold), 0.0), start, self._balance())
        solution = self._solved(problem)
        outputs = recomputed_outputs(gram, signs * solution.alpha)
        offset = float(solution.offset)
        if self.fit_intercept and not (solution.alpha >= REACHED * self.threshold).any():
            offset = middle(outputs[left], signs[left])
        return _Round(left, solution, outputs, offset if self.fit_intercept else 0.0)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        evidence = linear_evidence(self, self.predictor_, inputs, codes)
        return replace(evidence, otherwise=CHOSEN) if len(self.removed_) else evidence


CHOSEN = (
    "OutlierRemovalSVC chose by their labels which examples to learn from, so that no theorem on all of them applies "
    "but those for every hyperplane; held-out examples would do"
)
