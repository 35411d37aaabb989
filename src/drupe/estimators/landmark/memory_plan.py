"""A promise of memory, divided before anything is allocated: metric, candidates, blocks, batches, the program."""

from dataclasses import dataclass, replace

from drupe.foundation.budget import in_bytes, readable
from drupe.foundation.errors import BudgetError, ParameterError
from drupe.solvers.passes.quasi_newton import MEMORY

IMPORTS = 125 * 10**6
"""Bytes that the program takes before it has seen any data."""

BLOCK = 256
"""Rows of kernel values that a thread holds."""


class Memory:
    """The range of the parameter `memory`.

    >>> "2GB" in Memory(), 10**9 in Memory(), 0 in Memory(), "much" in Memory()
    (True, True, False, False)
    """

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, str | int):
            return False
        try:
            return in_bytes(value) > 0
        except ParameterError:
            return False

    def __str__(self) -> str:
        return "a number of bytes or a text such as '2GB'"


@dataclass(frozen=True)
class MemoryPlan:
    """What a fit will hold at its peak, beside data that are in memory already.

    Parameters
    ----------
    landmarks
        M.
    columns
        Outputs of all groups.
    strengths
        Metrics.
    candidates, sketch
        Rows that are drawn for landmarks and for the metric.
    pivots
        Whether landmarks are chosen by pivots.
    row_bytes
        Of one row of the data.
    reading
        Bytes that reading takes.
    threads
        That compute blocks.

    Examples
    --------
    >>> plan = MemoryPlan(2000, 1, 1, 10_000, 10_000, True, 18 * 8, 10**7, 1)
    >>> readable(plan.total)
    '288.0 MiB'
    """

    landmarks: int
    columns: int
    strengths: int
    candidates: int
    sketch: int
    pivots: bool
    row_bytes: float
    reading: float
    threads: int

    @property
    def total(self) -> float:
        """Bytes at the peak: the choice of landmarks and the metric follow one another."""
        choosing = 8.0 * self.candidates * self.landmarks if self.pivots else 0.0
        # The kernel among landmarks and the sketch, one of which becomes the factor of the last strength.
        metric = 8.0 * self.landmarks**2 * (self.strengths + 1)
        descent = 8.0 * self.landmarks * self.columns * (2 * MEMORY + 8)
        blocks = 8.0 * BLOCK * self.landmarks * self.threads
        rows = (self.candidates + self.sketch) * self.row_bytes
        return IMPORTS + max(choosing, metric + descent) + blocks + rows + self.reading

    def holds_gram(self, memory: float) -> bool:
        """Whether there is room for the kernel among landmarks during the passes, too."""
        return self.total + 8.0 * self.landmarks**2 <= memory

    def require(self, memory: float) -> None:
        """Raise a BudgetError that names the largest number of landmarks that fits, if these do not."""
        if self.total <= memory:
            return
        low, high = 0, self.landmarks
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._with(middle).total <= memory else (low, middle)
        remedy = f"{low} landmarks would fit" if low else "not even one landmark would fit"
        raise BudgetError(
            f"{self.landmarks} landmarks need {readable(self.total)} of memory but may take {readable(memory)}; "
            f"{remedy}, or allow more: memory={_rounded(self.total)!r}."
        )

    def _with(self, landmarks: int) -> "MemoryPlan":
        share = landmarks / self.landmarks
        return replace(self, landmarks=landmarks, sketch=int(self.sketch * share))


def _rounded(size: float) -> str:
    return f"{int(size / 1e6) + 1}MB"
