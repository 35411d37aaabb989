"""Where work over many parts is done: here, or on other machines whose sums have the same bits."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drupe.foundation.ordered_sum import OrderedSum, Summand
from drupe.foundation.progress import Progress

Total = TypeVar("Total", bound=Summand)
Result = TypeVar("Result")

Work = Callable[[Any], Result]
"""What is done with one part. It depends on the part alone, and can be sent elsewhere: work and parts are pickled."""


class Engine(ABC):
    """Sums over parts, and lists of what parts gave."""

    @abstractmethod
    def sum(
        self,
        work: Work[Total],
        parts: Sequence[Any],
        *,
        begun: OrderedSum[Total] | None = None,
        reached: Callable[[OrderedSum[Total]], None] | None = None,
        progress: Progress | None = None,
    ) -> Total:
        """Σ work(part), in the brackets of an `OrderedSum`, so that no engine differs from another by a bit.

        Parameters
        ----------
        work
            What is done with one part.
        parts
            All parts, in their order.
        begun
            The sum over the first parts, if it is known; the rest is added.
        reached
            Told now and then the sum over the parts up to some number, from which another run could go on.
        progress
            Told the share of the parts that are done.
        """

    @abstractmethod
    def map(self, work: Work[Result], parts: Sequence[Any], *, progress: Progress | None = None) -> list[Result]:
        """work(part) for every part, in their order."""


class Here(Engine):
    """One part after the other in this process; threads are those of the native core inside each.

    Examples
    --------
    >>> Here().sum(len, ["ab", "c", "def"]), Here().map(len, ["ab", "c"])
    (6, [2, 1])
    """

    def sum(
        self,
        work: Work[Total],
        parts: Sequence[Any],
        *,
        begun: OrderedSum[Total] | None = None,
        reached: Callable[[OrderedSum[Total]], None] | None = None,
        progress: Progress | None = None,
    ) -> Total:
        """Σ work(part)."""
        so_far = OrderedSum[Total].beginning() if begun is None else begun
        while so_far.last < len(parts):
            so_far = so_far.then(work(parts[so_far.last]))
            if reached is not None:
                reached(so_far)
            if progress is not None:
                progress(so_far.last / len(parts))
        return so_far.total()

    def map(self, work: Work[Result], parts: Sequence[Any], *, progress: Progress | None = None) -> list[Result]:
        """work(part) for every part."""
        results = []
        for part in parts:
            results.append(work(part))
            if progress is not None:
                progress(len(results) / len(parts))
        return results
