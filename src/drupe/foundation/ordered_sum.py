"""A sum over numbered parts whose bits depend on the parts alone, not on who computed them, when, or in which runs."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from drupe.foundation.errors import ParameterError


class Summand(Protocol):
    """What can be added up."""

    def __add__(self, other: Any, /) -> Any: ...


Total = TypeVar("Total", bound=Summand)


@dataclass(frozen=True)
class Node(Generic[Total]):
    """The total of `size` neighboring parts, a power of two, of which the number of the first is a multiple."""

    first: int
    size: int
    total: Total


@dataclass(frozen=True)
class OrderedSum(Generic[Total]):
    """The sum of the parts first, ..., last − 1, as the nodes of one fixed binary tree over all parts.

    Floating-point sums depend on their brackets. Here the brackets are those of a binary tree over the numbers of the
    parts: two neighbors of one size are added as soon as both are there, whoever computed them. So runs of parts that
    were summed apart can be joined, and a run that was cut off can go on, to the same bits. At most 2 log₂(parts)
    totals are held.

    Parameters
    ----------
    first
        The number of the first part.
    last
        One more than the number of the last.
    nodes
        Totals from left to right, as large as the tree has them.

    Examples
    --------
    >>> one_by_one = OrderedSum.beginning().then(0.1).then(0.2).then(0.3)
    >>> apart = OrderedSum.beginning(1).then(0.2).then(0.3)
    >>> OrderedSum.beginning().then(0.1).joined(apart).total() == one_by_one.total() == (0.1 + 0.2) + 0.3
    True
    """

    first: int
    last: int
    nodes: tuple[Node[Total], ...]

    @classmethod
    def beginning(cls, first: int = 0) -> Self:
        """No parts yet; the next is number `first`."""
        return cls(first, first, ())

    def __len__(self) -> int:
        return self.last - self.first

    def then(self, summand: Total) -> "OrderedSum[Total]":
        """With the next part added."""
        return OrderedSum(self.first, self.last + 1, _merged(self.nodes, Node(self.last, 1, summand)))

    def joined(self, following: "OrderedSum[Total]") -> "OrderedSum[Total]":
        """With the parts of a sum that begins where this one ends."""
        if following.first != self.last:
            raise ParameterError(f"a sum up to part {self.last} cannot be joined with one from part {following.first}.")
        nodes = self.nodes
        for node in following.nodes:
            nodes = _merged(nodes, node)
        return OrderedSum(self.first, following.last, nodes)

    def total(self) -> Total:
        """The sum of all parts; what remains of the tree is added from the left."""
        if not self.nodes:
            raise ParameterError("a sum over no parts has no total.")
        total, *rest = (node.total for node in self.nodes)
        for other in rest:
            total = total + other
        return total


def _merged(nodes: tuple[Node[Total], ...], last: Node[Total]) -> tuple[Node[Total], ...]:
    """The nodes with one more at their right end, siblings of the tree added up."""
    while nodes and nodes[-1].size == last.size and nodes[-1].first % (2 * last.size) == 0:
        last = Node(nodes[-1].first, 2 * last.size, nodes[-1].total + last.total)
        nodes = nodes[:-1]
    return (*nodes, last)
