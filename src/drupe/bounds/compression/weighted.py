"""The compression bound with weights of one's own for how many examples will be kept."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from drupe.bounds.base import Bound
from drupe.bounds.compression.compression import Compression
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import Kept


@dataclass(frozen=True)
class WeightedCompression(Bound[Kept]):
    """R ≤ (ln C(n, d) + ln(1/(δ p_d)) + b ln 2) / (n − d), where Σ p_d ≤ 1 and none is wrong.

    Parameters
    ----------
    weights
        p_d for d = 0, 1, …, fixed before the data; zero beyond their number.

    Examples
    --------
    >>> even = WeightedCompression((0.001,) * 1000)
    >>> round(even.risk(Kept(kept=50, n=1000), delta=0.05) - Compression().risk(Kept(kept=50, n=1000), delta=0.05), 9)
    0.0

    References
    ----------
    [Cristianini00]_, exercise 4.3.
    """

    witness = Kept
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.PRIOR,
            Assumption.COMPRESSION,
            Assumption.PERMUTATION_INVARIANT,
            Assumption.CONSISTENT,
        }
    )
    source = Citation("Cristianini00", "exercise 4.3")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "bits")

    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.weights or min(self.weights) < 0.0 or math.fsum(self.weights) > 1.0 + 1e-12:
            raise ParameterError(
                f"WeightedCompression.weights are at least 0 and sum up to 1 at most; "
                f"their sum is {math.fsum(self.weights)!r}."
            )

    def _risk(self, witness: Kept, delta: float) -> float:
        weight = self.weights[witness.kept] if witness.kept < len(self.weights) else 0.0
        if witness.errors or not witness.others or weight == 0.0:
            return math.inf
        nats = log_binomial(witness.n, witness.kept) + witness.bits * math.log(2.0)
        return (nats - math.log(weight) - math.log(delta)) / witness.others

    def worlds(self) -> tuple[World[Kept], ...]:
        """Those of the bound with equal weights."""
        return Compression().worlds()


def best_weights(probabilities: npt.ArrayLike, n: int) -> tuple[float, ...]:
    """p_d ∝ probability_d / (n − d): the weights of least expected bound, if d is kept with this probability.

    Examples
    --------
    >>> [round(weight, 6) for weight in best_weights([0.5, 0.5], n=3)]
    [0.4, 0.6]

    References
    ----------
    [Cristianini00]_, exercise 4.3.
    """
    weights: Vector = np.asarray(probabilities, dtype=np.float64) / (n - np.arange(len(np.asarray(probabilities))))
    return tuple((weights / weights.sum()).tolist())
