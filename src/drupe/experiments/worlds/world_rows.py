"""A world as rows that are read part by part: nothing is stored, each part is made when it is read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from drupe.experiments.worlds.base import RowWorld
from drupe.foundation.errors import ParameterError
from drupe.inputs.rows import BATCH, Batch, Rows
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True)
class WorldRows(Rows):
    """The chunks first, first + 1, ... of a world, each a part.

    Parameters
    ----------
    world
        Where they come from.
    parts
        How many chunks.
    first
        The number of the first.

    Examples
    --------
    >>> from drupe.experiments.worlds.checker import Checker
    >>> rows = WorldRows(Checker(size=100), parts=3)
    >>> rows.counts, [batch.first for part in range(3) for batch in rows.batches(part)]
    ((100, 100, 100), [0, 100, 200])
    """

    world: RowWorld
    parts: int
    first: int = 0

    def __post_init__(self) -> None:
        last = self.world.chunks
        if self.parts < 1 or self.first < 0 or (last is not None and self.first + self.parts > last):
            there = "any number of" if last is None else str(last)
            raise ParameterError(f"{self.parts} chunks from {self.first} on were asked for; there are {there} chunks.")

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Chunks of one size; the last of a world that ends may be shorter."""
        end = self.first + self.parts
        last = self.world.size if self.world.chunks != end else len(self.world.chunk(end - 1))
        return (*(self.world.size,) * (self.parts - 1), last)

    def batches(self, part: int) -> Iterator[Batch]:
        """A chunk, made anew, in batches."""
        chunk = self.world.chunk(self.first + part)
        start = int(self.starts[part])
        for begin in range(0, len(chunk), BATCH):
            rows = slice(begin, begin + BATCH)
            yield Batch(start + begin, Vectors.of(chunk.X[rows]), chunk.y[rows])

    @property
    def fingerprint(self) -> Mapping[str, str]:
        """The world and the numbers of its chunks."""
        return {"world": repr(self.world), "chunks": f"{self.first} to {self.first + self.parts - 1}"}
