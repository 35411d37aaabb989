"""What a support vector machine can witness: its hyperplane, margins, kept examples, a prior, leaving out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.linear_rule import NOT_MORE, dual_coefficients, training_errors
from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.estimators.margin.leave_one_out import leave_one_out_errors
from drupe.estimators.margin.touching import touching
from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane, PriorPlane
from drupe.witness.kept import Kept
from drupe.witness.leave_one_out import DualMargins, LeaveOneOut
from drupe.witness.regularized_margins import RegularizedMargins
from drupe.witness.touching import Touching
from drupe.witness.training import Training

SAME, FINEST = 20.0, 1e-4
"""Times the solver's tolerance: by how much outputs may differ and the machine still count as the same. Two runs that
stop below the finest one still differ by more than they violate conditions."""

EXACT, LOOSEST = 1e-9, 1e-2
"""Violations of the optimality conditions that are rounding, and that are too large whatever was asked for."""

CHECKED = 5000
"""Examples up to which the machine is trained again on the kept ones to see whether it stays the same."""

SEED = 20001
"""Of the split for learned priors; it must not depend on the data."""

COSTLY: dict[type, int] = {PriorPlane: 5000, LeaveOneOut: 500}
"""Examples up to which machines are trained again without being asked."""

OF_TWO_CLASSES = (Hyperplane, PriorPlane, DualMargins, LeaveOneOut)


def dual_margins(pair: FittedPair) -> DualMargins:
    """Margins and αᵢ k(xᵢ, xᵢ); under an offset, which moves too, a support vector might lose any margin."""
    if not pair.has_offset:
        return DualMargins(pair.margins, pair.alpha * pair.diagonal)
    return DualMargins(pair.margins, np.where(pair.alpha > 0.0, np.abs(pair.margins).max() + 1.0, 0.0))


@dataclass(frozen=True, eq=False)
class MarginMachine:
    """A fitted support vector machine and its training data.

    Parameters
    ----------
    model
        The fitted machine.
    inputs
        All training examples.
    codes
        Their classes, 0..k−1.
    pairs
        The functions between two classes.
    loose
        Why kernel or price of slack depend on the data; empty if they do not.
    """

    model: Any
    inputs: Inputs
    codes: Index
    pairs: Sequence[FittedPair]
    loose: str

    @property
    def n(self) -> int:
        """Number of training examples."""
        return len(self.codes)

    @cached_property
    def training(self) -> Training:
        """Errors on the training examples; an output of zero counts as one."""
        if len(self.pairs) == 1:
            return Training(int((self.pairs[0].margins <= 0.0).sum()), self.n)
        return Training(training_errors(self.model, self.inputs, self.codes), self.n)

    @property
    def solved(self) -> bool:
        """Whether the solver got as far as was asked, that was far enough, and slack had the price that C says."""
        limit = min(max(self.model.tol, EXACT), LOOSEST)
        return all(pair.violation <= limit and pair.fairly_priced for pair in self.pairs)

    @cached_property
    def kept(self) -> npt.NDArray[np.bool_]:
        """The examples that the machine leans on, in any of its pairs."""
        kept = np.zeros(self.n, dtype=bool)
        for pair in self.pairs:
            kept[pair.examples[touching(pair)]] = True
        return kept

    @cached_property
    def same_from_kept(self) -> bool | None:
        """Whether training on the kept examples alone gives the same outputs on all; None if too dear to see."""
        if self.n > CHECKED or not self.solved:
            return None
        places = np.flatnonzero(self.kept)
        if len(np.unique(self.codes[places])) < len(np.unique(self.codes)):
            return False
        again = self._fitted(places)
        apart = np.abs(again.decision_function(self.inputs) - self.model.decision_function(self.inputs)).max()
        return bool(apart <= SAME * max(self.model.tol, FINEST))

    def evidence(self) -> Evidence:
        """Everything that can be witnessed."""
        witnesses: dict[type, Callable[[], Any]] = {
            Training: lambda: self.training,
            Touching: lambda: Touching(int(self.kept.sum()), self.n),
            Kept: lambda: Kept(int(self.kept.sum()), self.n, self.training.errors),
        }
        missing: dict[type, str] = {}
        failed: dict[type, str] = {}
        if len(self.pairs) == 1:
            witnesses |= self._of_two_classes(self.pairs[0])
            if len(np.unique(self.codes[self._halves()[0]])) < 2:
                del witnesses[PriorPlane]
                failed = {PriorPlane: "the half of the examples that the prior comes from shows one class only"}
        else:
            missing = dict.fromkeys(OF_TWO_CLASSES, NOT_MORE)
        return Evidence(self.n, witnesses, missing, self._check, self.loose, failed, COSTLY)

    def _of_two_classes(self, pair: FittedPair) -> dict[type, Callable[[], Any]]:
        witnesses: dict[type, Callable[[], Any]] = {
            Hyperplane: lambda: pair,
            PriorPlane: self._prior_plane,
            DualMargins: lambda: dual_margins(pair),
            LeaveOneOut: lambda: LeaveOneOut(leave_one_out_errors(pair), self.n),
        }
        price = float(pair.upper.min())
        if not pair.has_offset and price == pair.upper.max() < np.inf:
            ridge = 1.0 / (2.0 * price * self.n)
            radius = float(np.sqrt(pair.diagonal.max()))
            witnesses[RegularizedMargins] = lambda: RegularizedMargins(pair.margins, ridge, radius)
        return witnesses

    def _halves(self) -> tuple[Index, Index]:
        """Drawn without looking at labels: a half to learn a prior from, and the others."""
        order = np.random.default_rng(SEED).permutation(self.n)
        return np.sort(order[: self.n // 2]), np.sort(order[self.n // 2 :])

    def _prior_plane(self) -> PriorPlane:
        """A machine fitted on the one half, where a prior may point, beside this one as the other half sees it."""
        pair, (seen, others) = self.pairs[0], self._halves()
        place = np.empty(self.n, dtype=np.int64)
        place[pair.examples] = np.arange(self.n)
        part = self._fitted(seen)
        offset = float(np.ravel(part.intercept_)[0]) if pair.has_offset else 0.0
        outputs = np.asarray(part.decision_function(pair.inputs), dtype=np.float64) - offset
        return PriorPlane(
            plane=pair,
            others=place[others],
            inner=float((pair.signs * pair.alpha) @ outputs),
            squared_norm=float(dual_coefficients(part) @ outputs[place[seen][part.support_]]),
            offset=offset,
        )

    def _fitted(self, places: Index) -> Any:
        return self.model._twin().fit(self.inputs.take(places), self.model.classes_[self.codes[places]])

    def _check(self, assumption: Assumption) -> bool | None:
        match assumption:
            case Assumption.CONSISTENT:
                return self.training.consistent
            case Assumption.COMPRESSION:
                return self.same_from_kept
            case Assumption.OPTIMUM:
                return self.solved
            case Assumption.PERMUTATION_INVARIANT:
                return True
        return None
