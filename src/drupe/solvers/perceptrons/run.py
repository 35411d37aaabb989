"""What happened while a perceptron learned: every mistake in order, and how long each hypothesis stood."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Numbers, Reals, Wholes
from drupe.solvers.margins import suspects
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class MistakeRun:
    """f = Σ over the mistakes of yᵢ k(xᵢ, ·) + b: the mistakes in their order are the whole of what was learned.

    Hypothesis t is what had been learned after t mistakes; hypothesis 0 is zero. To learn from the mistakes alone, in
    their order, gives the same function: a perceptron compresses the sample to them.

    Parameters
    ----------
    signs
        yᵢ of the examples.
    mistakes
        Positions of the examples that were learned from, in order; one may come many times.
    survivals
        For each hypothesis, its birth and the examples that it got right before its first mistake, counted together;
        the zero hypothesis has no birth.
    pass_ends
        How many mistakes had been made when each pass was over.
    offset_step
        How far b moved at each mistake.
    outputs
        Σⱼ αⱼ k(xⱼ, xᵢ) at the examples in the end, without b and without a start.
    stop
        Why the run ended: converged if a whole pass found nothing to learn.
    seconds
        Wall time.

    References
    ----------
    [Herbrich02]_, example 5.15; [Graepel02]_, sections 5.2.1 and 6.2.1; [Freund99]_, figure 1, for the survivals.
    """

    signs: Annotated[Vector, Reals("examples")]
    mistakes: Annotated[Index, Wholes("mistakes", below="examples")]
    survivals: Annotated[Index, Wholes("hypotheses")]
    pass_ends: Annotated[Index, Wholes("passes")]
    offset_step: float
    outputs: Annotated[Vector, Numbers("examples")]
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether nothing was left to learn."""
        return self.stop is Stop.CONVERGED

    @property
    def n_mistakes(self) -> int:
        """How often something was learned."""
        return len(self.mistakes)

    @property
    def passes(self) -> int:
        """Passes that were begun, and all but the last completed."""
        return len(self.pass_ends)

    @property
    def first_pass_mistakes(self) -> int:
        """Mistakes of the first pass, which bounds for data that cannot be separated speak of."""
        return int(self.pass_ends[0])

    @cached_property
    def alpha(self) -> Vector:
        """αᵢ: yᵢ times the number of mistakes on example i."""
        return self._coefficients(np.ones(len(self.mistakes)))

    @property
    def offset(self) -> float:
        """b: the offset step times the sum of all α."""
        return self.offset_step * float(self.alpha.sum())

    @property
    def support(self) -> Index:
        """Examples that were learned from, each once, in the order of their positions."""
        return np.flatnonzero(self.alpha).astype(np.int64)

    @property
    def strengths(self) -> Vector:
        """The share of each example in all mistakes: its embedding strength, large where it is hard to learn."""
        sizes = np.abs(self.alpha)
        return np.asarray(sizes / max(float(sizes.sum()), 1.0))

    def hardest(self, count: int) -> Index:
        """The examples that were mistaken most often, the worst first."""
        return suspects(self.alpha, count)

    @property
    def longest_lived(self) -> int:
        """The hypothesis that stood longest, the first of several: the number of mistakes before it."""
        return int(np.argmax(self.survivals))

    def alpha_after(self, mistakes: int) -> Vector:
        """α of the hypothesis after so many mistakes."""
        return self._coefficients((np.arange(len(self.mistakes)) < mistakes).astype(np.float64))

    @cached_property
    def averaged_alpha(self) -> Vector:
        """α of the mean of all hypotheses, each counted by its survival."""
        # A mistake lives on in every later hypothesis.
        lives = np.cumsum(self.survivals[::-1])[::-1][1:].astype(np.float64)
        return self._coefficients(lives / max(float(self.survivals.sum()), 1.0))

    def _coefficients(self, weights: Vector) -> Vector:
        """The sum of the mistakes, each with its weight."""
        counts = np.bincount(self.mistakes, weights=weights, minlength=len(self.signs))
        return np.asarray(self.signs * counts)
