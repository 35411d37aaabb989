"""The source of examples in the PAC model: labeled by a concept, drawn from a law, and counted."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from drupe.bounds.base import checked_delta
from drupe.bounds.concentration.binomial_tail import binomial_lower
from drupe.foundation.arrays import Matrix, Vector

Sampler = Callable[[np.random.Generator, int], Matrix]
"""So many inputs from a law, in rows."""

Concept = Callable[[Matrix], Vector]
"""The label of each row, −1 or 1."""


@dataclass
class ExampleOracle:
    """EX: each call draws one example x and tells c(x); `calls` counts them, the sample complexity.

    Parameters
    ----------
    concept
        c.
    sampler
        The law of x.
    rng
        Randomness.
    calls
        Examples asked for so far.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> oracle = ExampleOracle(lambda x: np.sign(x[:, 0]), lambda rng, n: rng.normal(size=(n, 1)), rng)
    >>> x, signs = oracle.draw(5)
    >>> bool((np.sign(x[:, 0]) == signs).all()), oracle.calls
    (True, 5)

    References
    ----------
    [Mukherjee04]_, section 6.2.
    """

    concept: Concept
    sampler: Sampler
    rng: np.random.Generator
    calls: int = field(default=0)

    def draw(self, n: int = 1) -> tuple[Matrix, Vector]:
        """So many fresh examples."""
        self.calls += n
        x = self.sampler(self.rng, n)
        return x, self.concept(x)


@dataclass(frozen=True)
class LearningGoal:
    """Error below `error` with probability above 1 − δ: strong learning if for any, weak if only for some below ½.

    Parameters
    ----------
    error
        ε.
    delta
        δ.

    Examples
    --------
    >>> goal = LearningGoal(error=0.1, delta=0.5)
    >>> goal.refuted_by([0.2] * 100), goal.refuted_by([0.05])
    (True, False)

    References
    ----------
    [Mukherjee04]_, section 6.2.
    """

    error: float
    delta: float

    def __post_init__(self) -> None:
        checked_delta(self.delta)

    @property
    def weak(self) -> bool:
        """Whether it asks for a little less than chance only."""
        return 0.25 <= self.error < 0.5

    def refuted_by(self, risks: list[float], doubt: float = 1e-6) -> bool:
        """Whether so many runs ended at or above the error that chance explains it with probability `doubt` at most."""
        missed = sum(risk >= self.error for risk in risks)
        return binomial_lower(missed, len(risks), doubt) > self.delta
