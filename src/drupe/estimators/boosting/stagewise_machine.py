"""What additive machines share: loss, shrinkage, and how many rounds are enough."""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from drupe.estimators.boosting.progressive_rounds import ProgressiveRounds
from drupe.estimators.boosting.weak_parameters import WeakParameters
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.ranges import TRUTH
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.shapes import Reals
from drupe.losses.base import Loss, Smoothness
from drupe.predictors.weighted_vote import WeightedVote
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.stagewise import AdditiveProblem, Stagewise
from drupe.solvers.boosting.vote_solution import LastRound


@declared
class StagewiseMachine(WeakParameters):
    """min over votes f of Σᵢ loss(f(xᵢ), yᵢ), one rule after the other.

    Parameters
    ----------
    shrinkage
        Part of each step that is taken; smaller ones need more rounds, and often generalize better.
    early_stopping
        Whether the number of rounds is chosen by progressive validation: votes of the first third, and of more and more
        examples, are tested on those that come next, round by round. The number with the least loss is gone on all
        examples. This takes as long as some three fits.

    Attributes
    ----------
    round_losses_
        With `early_stopping`, the mean loss on the next examples after 1, 2, ... rounds; else empty.
    """

    shrinkage: float = parameter(
        Interval(0.0, 1.0, closed_low=False, closed_high=True), default=1.0, before="random_state"
    )
    early_stopping: bool = parameter(TRUTH, default=False, before="random_state")

    round_losses_: Annotated[Vector, Reals(None)] = learned()

    def _grown(self, sample: Sample, targets: Vector, loss: Loss, watch: Watch) -> tuple[Boosted, Vector]:
        """All rounds, as many as are enough, and the curve by which that was decided."""
        rounds, parts = int(self.n_estimators), 1
        curve: Vector = np.empty(0)
        if self.early_stopping:
            validation = ProgressiveRounds()
            parts = validation.blocks + 1

            def grow(part: Sample, number: int) -> WeightedVote:
                found = self._rounds(part, self._values(part), loss, rounds, watch, (number, parts))
                if found.solution.end is LastRound.INTERRUPTED:
                    raise KeyboardInterrupt
                return WeightedVote(found.rules, found.solution.steps)

            curve = validation.losses(sample, rounds, grow, self._lost, self._ready)
            rounds = int(curve.argmin()) + 1 if len(curve) else rounds
        return self._rounds(sample, targets, loss, rounds, watch, (parts - 1, parts)), curve

    def _rounds(
        self, sample: Sample, targets: Vector, loss: Loss, rounds: int, watch: Watch, part: tuple[int, int]
    ) -> Boosted:
        problem = AdditiveProblem(targets, sample.weights, loss)
        told = share(watch.progress, *part)
        return Stagewise(float(self.shrinkage)).run(self._weak(sample), problem, rounds, told, watch.keeping)

    def _values(self, sample: Sample) -> Vector:
        """What outputs should be."""
        return np.asarray(sample.targets)

    def _ready(self, targets: Any) -> bool:
        """Whether a vote can be learned from these."""
        return True

    def _lost(self, outputs: Matrix, targets: Any) -> Matrix:
        """By what rounds are compared: a column for each."""
        raise NotImplementedError


def loss_of(given: Any, words: Mapping[str, Loss]) -> Loss:
    """The loss that a word stands for, or the loss itself, if it is one that can be followed downhill.

    >>> from drupe.losses import Logistic
    >>> loss_of("logistic", {"logistic": Logistic()})
    Logistic(rate=1.0, base=2.718281828459045)
    """
    loss = words.get(given) if isinstance(given, str) else given
    if not isinstance(loss, Loss):
        named = ", ".join(repr(word) for word in words)
        raise ParameterError(f"loss must be one of {named}, or a loss of drupe.losses; got {given!r}.")
    if not loss.convex or loss.smoothness is Smoothness.STEPPED:
        raise ParameterError(
            f"{loss!r} is not convex, so that the best step along a rule is not known; take one that is."
        )
    return loss
