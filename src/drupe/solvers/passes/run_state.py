"""A run between two passes, as one value: from it any process goes on to the same end."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.passes.conjugate_gradient import ConjugateGradient
from drupe.solvers.passes.landmark_problem import Evaluated
from drupe.solvers.passes.metrics import Blocks
from drupe.solvers.passes.quasi_newton import QuasiNewton
from drupe.solvers.passes.trace import Trace
from drupe.solvers.solution import Stop

Minimizer = QuasiNewton | ConjugateGradient

NEGATIVE = -1e-6
"""No loss and no norm is negative; an objective below this, relative to the first, shows a kernel that is not one."""

STAGNANT, ASTRAY = 6, 0.1
"""Passes without a shorter gradient after which single precision is given up; a gradient that shows no progress."""

SLACK = 2.0
"""By how much a last look may find a gradient longer than the tolerance; beyond it the descent goes on."""


@dataclass(frozen=True, eq=False)
class RunState:
    """All groups on their way.

    Parameters
    ----------
    descents
        One for each group.
    looking
        Whether the next pass looks at the best point of a group, instead of its trial point.
    trace
        What the passes so far found.
    exact
        Whether kernel values are computed in full precision.
    coefficients, slopes
        a at the best point of each group, and the slopes of the objective in a there.
    origin
        The slopes at zero, by which lengths of gradients are measured in whatever metric.
    anchors, renewed
        For each strength the coefficients at which its metric was made anew, and after how many passes; 0 for never.
    seen
        The length of each group's gradient when its best point was last looked at; infinite before.
    looked
        Whether the last pass looked at the best points of all groups.
    seconds
        That the passes took, in all processes together.
    """

    descents: tuple[Minimizer, ...]
    looking: npt.NDArray[np.bool_]
    trace: Trace
    exact: bool
    coefficients: Blocks
    slopes: Blocks
    origin: Blocks
    anchors: Blocks
    renewed: Index
    seen: Vector
    looked: bool = False
    seconds: float = 0.0

    @classmethod
    def beginning(
        cls, kind: type[QuasiNewton] | type[ConjugateGradient], shape: tuple[int, int, int], strengths: int, exact: bool
    ) -> "RunState":
        """All groups at zero."""
        groups, landmarks, width = shape
        zero, anchors = np.zeros(shape), np.zeros((strengths, landmarks, width))
        renewed = np.zeros(strengths, dtype=np.int64)
        descents = tuple(kind.beginning(np.zeros((landmarks, width))) for _ in range(groups))
        nothing = np.zeros(groups, dtype=np.bool_)
        return cls(
            descents,
            nothing,
            Trace.beginning(groups),
            exact,
            coefficients=zero,
            slopes=zero,
            origin=zero,
            anchors=anchors,
            renewed=renewed,
            seen=np.full(groups, np.inf),
        )

    @property
    def passes(self) -> int:
        """So far."""
        return len(self.trace)

    @property
    def points(self) -> Blocks:
        """The best of each group."""
        return np.stack([one.point for one in self.descents])

    @property
    def gradients(self) -> Blocks:
        """There, in the metric."""
        return np.stack([one.gradient for one in self.descents])

    def open(self) -> Index:
        """The groups that take part in the next pass."""
        return np.flatnonzero([one.stop is None for one in self.descents] | self.looking)

    def asked(self, index: Index) -> Blocks:
        """The points that these groups want to see."""
        return np.stack([self.descents[i].point if self.looking[i] else self.descents[i].trial for i in index])

    def after(self, index: Index, found: Evaluated, gradients: Blocks, tolerance: float) -> "RunState":
        """What follows from a pass over these groups."""
        descents, looking, seen = list(self.descents), self.looking, self.seen.copy()
        for place, i in enumerate(index):
            one, value, gradient = descents[i], float(found.values[place]), gradients[place]
            if looking[i]:
                descents[i] = _looked_at(one, value, gradient, tolerance, float(seen[i]))
                seen[i] = descents[i].length
            else:
                descents[i] = one.after(value, gradient, tolerance)
            if value < NEGATIVE * max(abs(one.value) if np.isfinite(one.value) else 0.0, 1e-300):
                descents[i] = descents[i].ended(Stop.UNBOUNDED)
        values = np.array([one.value for one in descents])
        lengths = np.array([one.length for one in descents])
        origin = self.origin if self.passes else np.asarray(found.gradients)
        trace = self.trace.then(values, lengths, index, found.left_out, found.watched)
        nothing, looked = np.zeros_like(self.looking), bool(self.looking.all())
        return replace(
            self, descents=tuple(descents), looking=nothing, trace=trace, origin=origin, seen=seen, looked=looked
        )

    def refined(self) -> "RunState":
        """In full precision where single precision was the end of some group, or for some passes no help."""
        if self.exact:
            return self
        stalled = np.array([one.stop is Stop.STALLED for one in self.descents])
        stalled |= self._stagnating() & np.array([one.stop is None for one in self.descents])
        return self.exactly(np.flatnonzero(stalled)) if stalled.any() else self

    def _stagnating(self) -> npt.NDArray[np.bool_]:
        """Whether the gradient of each group has not become shorter for some passes."""
        lengths = self.trace.lengths
        if len(lengths) <= STAGNANT:
            return np.zeros(len(self.descents), dtype=np.bool_)
        return np.asarray(lengths[-STAGNANT:].min(axis=0) >= 0.9 * lengths[:-STAGNANT].min(axis=0))

    def exactly(self, index: Index) -> "RunState":
        """In full precision: these groups are looked at again and go on, or begin anew where noise has led them."""
        descents, looking = list(self.descents), self.looking.copy()
        for i in index:
            one = descents[i]
            astray = one.length > ASTRAY
            descents[i] = type(one).beginning(np.zeros_like(one.point)) if astray else one.doubted()
            looking[i] = not astray
        nothing = np.full_like(self.seen, np.inf)
        return replace(self, descents=tuple(descents), exact=True, looking=looking, seen=nothing)

    def ended(self, stop: Stop, index: Index | None = None) -> "RunState":
        """With these groups, or all that are open, ended for a reason."""
        chosen = set(range(len(self.descents)) if index is None else index.tolist())
        ended = (one.ended(stop) if i in chosen and one.stop is None else one for i, one in enumerate(self.descents))
        return replace(self, descents=tuple(ended))

    def settled(self, patience: int, gain: float) -> Index:
        """Open groups whose error on watched rows has not fallen by more than a share for some passes."""
        errors = self.trace.watched[:, :, 1]
        if len(errors) <= patience or np.isnan(errors[-1]).all():
            return np.zeros(0, dtype=np.int64)
        before, since = np.nanmin(errors[:-patience], axis=0), np.nanmin(errors[-patience:], axis=0)
        return np.flatnonzero((since >= (1.0 - gain) * before) & [one.stop is None for one in self.descents])


def _looked_at(one: Minimizer, value: float, gradient: Matrix, tolerance: float, before: float) -> Minimizer:
    """A descent whose best point was looked at: it ends for the reason that it had, unless it but seemed to be done.

    One that has come no nearer since the last look has come to the end of its precision.
    """
    found = one.anew(value, gradient, SLACK * tolerance)
    if found.stop is None and one.stop not in (None, Stop.CONVERGED):
        return found.ended(one.stop)
    if found.stop is None and found.length > 0.5 * before:
        return found.ended(Stop.STALLED)
    return found
