"""Rosenblatt's perceptron: a weight vector that is moved toward every example it gets wrong."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.grams.reals import sign_each
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.loop import Learner, learn
from drupe.solvers.perceptrons.orders import AsGiven, Order
from drupe.solvers.perceptrons.rule import UpdateRule
from drupe.solvers.perceptrons.run import MistakeRun


@dataclass(frozen=True)
class PrimalPerceptron:
    """w ← w + yᵢ xᵢ and b ← b + yᵢ offset_step wherever yᵢ (⟨w, xᵢ⟩ + b) ≤ 0.

    A mistake costs O(d), whatever the number of examples. A learning rate would scale w and b and change no
    prediction, since they start at zero; there is none.

    Parameters
    ----------
    rule
        When an example is learned from.
    order
        In which order examples are met.
    limits
        Where to stop if there is no end.

    Examples
    --------
    >>> features = np.array([[2.0, 2.0], [1.0, 3.0], [0.0, 0.0], [1.0, 0.0]])
    >>> run, w, b = PrimalPerceptron().solve(features, np.array([1.0, 1.0, -1.0, -1.0]), offset_step=10.0)
    >>> run.mistakes.tolist(), w.tolist(), b
    ([0, 2, 3, 0, 2], [3.0, 4.0], -10.0)

    References
    ----------
    [Cristianini00]_, table 2.1; [Herbrich02]_, appendix D.1, algorithm 1; [Graepel02]_, section 2.1.1 and
    appendix C.1.1.
    """

    rule: UpdateRule = field(default_factory=UpdateRule)
    order: Order = field(default_factory=AsGiven)
    limits: Limits = field(default_factory=Limits)

    def solve(
        self, features: Any, signs: Vector, offset_step: float = 0.0, start: tuple[Vector, float] | None = None
    ) -> tuple[MistakeRun, Vector, float]:
        """The run, w and b, from a dense or CSR matrix with a row for each example; `start` holds the first w and b."""
        if features.shape[0] == 0:
            raise InputError("a perceptron needs at least one example, got none.")
        checked = sign_each(signs, features.shape[0])
        learner = WeightVector(features, checked, offset_step, self.rule, start)
        run = learn(learner, checked, offset_step, self.order, self.limits)
        return run, learner.w, learner.b


class WeightVector(Learner):
    """w and b, in float64."""

    def __init__(
        self, features: Any, signs: Vector, offset_step: float, rule: UpdateRule, start: tuple[Vector, float] | None
    ):
        self._features, self._signs, self._step, self._rule = features, signs, offset_step, rule
        self._counts = np.zeros(len(signs))
        self._start = (np.zeros(features.shape[1]), 0.0) if start is None else start
        self.w = np.array(self._start[0], dtype=np.float64)
        self.b = float(self._start[1])

    def wrong(self, index: Index) -> npt.NDArray[np.bool_]:
        margins = self._signs[index] * (self._features[index] @ self.w + self.b)
        return self._rule.violated(margins, self._counts[index])

    def learn(self, i: int) -> None:
        sign = float(self._signs[i])
        if sp.issparse(self._features):
            row = slice(*self._features.indptr[i : i + 2])
            # A malformed row could name a column twice, which += on an index would count once.
            np.add.at(self.w, self._features.indices[row], sign * self._features.data[row])
        else:
            self.w += sign * self._features[i]
        self.b += sign * self._step
        self._counts[i] += 1.0

    def outputs(self) -> Vector:
        return np.asarray(self._features @ (self.w - self._start[0]))
