"""Examples that are graphs: labeled nodes, undirected edges, and what is known of each edge."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.alphabets import code_tokens
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.index import are_positions
from drupe.inputs.ragged import are_offsets, offsets_of, places_of
from drupe.inputs.sequences import Sequences


@dataclass(frozen=True)
class Graph:
    """One graph, as a user writes it.

    Parameters
    ----------
    nodes
        The label of each node: whole numbers, or strings.
    edges
        Pairs of positions of nodes, each edge once and in either direction.
    labels
        The label of each edge, if edges have labels.
    weights
        A finite number for each edge, if edges have weights.
    """

    nodes: Sequence[Any]
    edges: Sequence[tuple[int, int]] = ()
    labels: Sequence[Any] | None = None
    weights: Sequence[float] | None = None


@dataclass(frozen=True, eq=False)
class Graphs(Inputs):
    """The nodes of all graphs one after the other, each with its list of neighbors; use `Graphs.of` to make one.

    Every edge stands in the lists of both its ends. The lists are sorted.

    Parameters
    ----------
    nodes
        The labels of the nodes: one sequence for each graph.
    starts
        The neighbors of node v are neighbors[starts[v]:starts[v + 1]].
    neighbors
        Nodes, counted through all graphs.
    origin
        Which examples these are.
    labels
        The labels of the edges in the order of `neighbors`, one sequence for each graph; None if edges have none.
    weights
        The weights of the edges in the order of `neighbors`; None if edges have none.

    Examples
    --------
    >>> water, ozone = Graph("HOH", [(0, 1), (1, 2)]), Graph("OOO", [(0, 1), (1, 2)])
    >>> molecules = Graphs.of([water, ozone])
    >>> molecules.nodes.alphabet, molecules.starts.tolist(), molecules.neighbors.tolist()
    (('H', 'O'), [0, 1, 3, 4, 5, 7, 8], [1, 0, 2, 1, 4, 3, 5, 4])
    >>> molecules[1].edges
    ((0, 1), (1, 2))
    """

    nodes: Sequences
    starts: Index = field(repr=False)
    neighbors: Index = field(repr=False)
    origin: Origin = field(repr=False)
    labels: Sequences | None = None
    weights: Vector | None = field(repr=False, default=None)

    @classmethod
    def accepts(cls, data: Any) -> bool:
        """Whether data are a list of `Graph` values; plain tuples are left to `of`."""
        listed = data.ndim == 1 if isinstance(data, np.ndarray) else isinstance(data, list | tuple)
        return listed and len(data) > 0 and isinstance(data[0], Graph)

    @classmethod
    def of(cls, data: Any) -> Self:
        """Check and wrap a list of graphs, each a `Graph` or a tuple of what a Graph is made from."""
        if isinstance(data, cls):
            return data
        graphs = _graphs(data)
        edges = [_checked_edges(graph, i) for i, graph in enumerate(graphs)]
        origin = Origin.new(len(graphs))
        codes, offsets, alphabet = code_tokens([graph.nodes for graph in graphs], "graph")
        firsts, seconds = np.concatenate([ends + start for ends, start in zip(edges, offsets, strict=False)]).T
        ends, others = np.concatenate([firsts, seconds]), np.concatenate([seconds, firsts])
        order = np.lexsort((others, ends))
        edge = np.tile(np.arange(len(firsts)), 2)[order]
        starts = offsets_of(np.bincount(ends, minlength=len(codes)))
        nodes = Sequences(codes, offsets, alphabet, origin, text=False)
        labels, weights = _edge_labels(graphs, edge, starts[offsets], origin), _edge_weights(graphs, edge)
        return cls(nodes, starts, others[order], origin, labels, weights)

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def _edge_offsets(self) -> Index:
        """Where the entries of each graph start in `neighbors`."""
        return self.starts[self.nodes.offsets]

    def _take(self, index: Index) -> Self:
        nodes = self.nodes.take(index)
        kept, _ = places_of(self.nodes.offsets, index)
        places, edges = places_of(self._edge_offsets, index)
        moved = np.repeat(nodes.offsets[:-1] - self.nodes.offsets[index], np.diff(edges))
        return type(self)(
            nodes,
            offsets_of(np.diff(self.starts)[kept]),
            self.neighbors[places] + moved,
            self.origin.take(index),
            None if self.labels is None else self.labels.take(index),
            None if self.weights is None else self.weights[places],
        )

    def _example(self, i: int) -> Graph:
        first, last = self.nodes.offsets[i : i + 2]
        entries = slice(self.starts[first], self.starts[last])
        ends = np.repeat(np.arange(last - first), np.diff(self.starts[first : last + 1]))
        others = self.neighbors[entries] - first
        once = ends < others
        edges = tuple(zip(ends[once].tolist(), others[once].tolist(), strict=True))
        labels = None if self.labels is None else tuple(np.array(self.labels[i], dtype=object)[once])
        weights = None if self.weights is None else tuple(self.weights[entries][once].tolist())
        return Graph(self.nodes[i], edges, labels, weights)

    def joined(self, other: Self) -> Self:
        """These graphs and then the others, over the labels of both."""
        self.check_space(other, "the collection")
        return type(self)(
            self.nodes.joined(other.nodes),
            np.concatenate([self.starts, other.starts[1:] + self.starts[-1]]),
            np.concatenate([self.neighbors, other.neighbors + self.nodes.offsets[-1]]),
            Origin.new(len(self) + len(other)),
            None if self.labels is None else self.labels.joined(cast(Sequences, other.labels)),
            None if self.weights is None else np.concatenate([self.weights, cast(Vector, other.weights)]),
        )

    def values(self) -> list[Hashable]:
        """The graphs themselves: equal if nodes are numbered alike."""
        return list(self)

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless nodes and edges are labeled as ours are; unseen labels are no error."""
        super().check_space(new, owner)
        there = cast(Graphs, new)
        self.nodes.check_space(there.nodes, owner)
        for what in ("labels", "weights"):
            ours, theirs = getattr(self, what) is not None, getattr(there, what) is not None
            if ours != theirs:
                found, wanted = (f"with{'' if has else 'out'} {what} of edges" for has in (theirs, ours))
                raise InputError(f"X holds graphs {found}, but {owner} is expecting graphs {wanted}.")
        if self.labels is not None and there.labels is not None:
            self.labels.check_space(there.labels, owner)

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about nodes, their neighbors, and the edges between them."""
        yield from super().contradictions()
        if not are_offsets(self.starts, len(self.neighbors)) or len(self.starts) != len(self.nodes.codes) + 1:
            yield "starts of neighbors"
        if not are_positions(self.neighbors) or self.neighbors.max(initial=-1) >= len(self.nodes.codes):
            yield "neighbors of nodes"
        graph = np.repeat(np.arange(len(self)), self.nodes.lengths)
        if (np.repeat(graph, np.diff(self.starts)) != graph[self.neighbors]).any():
            yield "edges within graphs"
        if self.labels is not None and not np.array_equal(self.labels.offsets, self._edge_offsets):
            yield "labels of edges"
        if self.weights is not None and self.weights.shape != self.neighbors.shape:
            yield "weights of edges"


def _graphs(data: Any) -> list[Graph]:
    if not isinstance(data, list | tuple | np.ndarray):
        raise InputTypeError(f"a list of graphs is needed, got {type(data).__name__}; pass [graph] for a single one.")
    if not len(data):
        raise InputError("the data have 0 sample(s) while a minimum of 1 is required.")
    return [_graph(item, i) for i, item in enumerate(data)]


def _graph(item: Any, i: int) -> Graph:
    graph = Graph(*item) if isinstance(item, tuple) and 1 <= len(item) <= 4 else item
    if not isinstance(graph, Graph) or not all(hasattr(part, "__len__") for part in (graph.nodes, graph.edges)):
        raise InputTypeError(
            f"graph {i} is {item!r}, of type {type(item).__name__}; a graph is a Graph, or a tuple (nodes, edges), "
            "with labels and weights of the edges after them if there are any, all of them lists."
        )
    return graph


def _checked_edges(graph: Graph, i: int) -> npt.NDArray[np.int64]:
    """One row for each edge, the lower end first."""
    try:
        ends = np.asarray(graph.edges if len(graph.edges) else np.empty((0, 2), dtype=np.int64))
    except ValueError:
        ends = np.empty(0)
    if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
        raise InputTypeError(f"the edges of graph {i} are pairs of positions of its nodes, got {graph.edges!r}.")
    edges = np.sort(ends.astype(np.int64), axis=1)
    beyond = (edges < 0) | (edges >= len(graph.nodes))
    if beyond.any():
        raise InputError(f"graph {i} has {len(graph.nodes)} nodes, but an edge of node {edges[beyond][0]}.")
    if (edges[:, 0] == edges[:, 1]).any():
        raise InputError(f"graph {i} has an edge from a node to itself; say so in the label of the node instead.")
    if len(np.unique(edges, axis=0)) < len(edges):
        raise InputError(f"graph {i} has an edge twice; give each edge once, whatever its direction.")
    return edges


def _edge_labels(graphs: list[Graph], edge: Index, offsets: Index, origin: Origin) -> Sequences | None:
    listed = _of_each_edge(graphs, "labels")
    if listed is None:
        return None
    codes, _, alphabet = code_tokens(listed, "labels of graph")
    return Sequences(codes[edge], offsets, alphabet, origin, text=False)


def _edge_weights(graphs: list[Graph], edge: Index) -> Vector | None:
    listed = _of_each_edge(graphs, "weights")
    if listed is None:
        return None
    try:
        weights = np.array([weight for each in listed for weight in each], dtype=np.float64)
    except (TypeError, ValueError) as cause:
        raise InputTypeError(f"weights of edges are numbers: {cause}") from cause
    if not np.isfinite(weights).all():
        raise InputError(f"weights of edges are finite numbers, got {weights[~np.isfinite(weights)][0]}.")
    return weights[edge]


def _of_each_edge(graphs: list[Graph], what: str) -> list[Sequence[Any]] | None:
    """What is known of the edges of each graph; None if nothing is known of any."""
    listed = [getattr(graph, what) for graph in graphs]
    if all(each is None for each in listed):
        return None
    for i, (graph, each) in enumerate(zip(graphs, listed, strict=True)):
        if each is None or len(each) != len(graph.edges):
            found = "none" if each is None else len(each)
            raise InputError(
                f"graph {i} has {len(graph.edges)} edges, but {found} {what} of edges; give one for each edge of all "
                "graphs, or to no graph."
            )
    return listed
