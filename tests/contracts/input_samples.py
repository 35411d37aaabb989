"""One collection of examples of every kind, with its examples as a user writes them and a kernel that compares them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from drupe.inputs import Frame, Graph, Graphs, Inputs, Precomputed, Sequences, Tuples, Vectors
from drupe.kernels import Gaussian, Kernel, OnPart, Spectrum, WeightedDegree
from drupe.kernels import Precomputed as PrecomputedKernel

SIZE = 36
LABELS = np.arange(SIZE) % 2
THREE = np.arange(SIZE) % 3

_RNG = np.random.default_rng(7)
POINTS = _RNG.normal(size=(SIZE, 3)) + np.outer(LABELS, [1.5, 0.0, 0.0]) + np.outer(THREE, [0.0, 1.0, 0.0])
WORDS = ["ab" * int(_RNG.integers(1, 4)) + "cd"[label] * int(_RNG.integers(1, 4)) for label in LABELS]

# All different: where examples are the same, solutions are not unique.
NAMES = [f"{word}{i:06b}" for i, word in enumerate(WORDS)]


@dataclass(frozen=True)
class Letters(Kernel[Sequences]):
    """Letters in common, counted with multiplicity; some count more, so that no output is zero by symmetry."""

    def matrix(self, left: Sequences, right: Sequences) -> np.ndarray:
        return _shared([Counter(word) for word in left], [Counter(word) for word in right], {"a": 0.3, "c": 1.7})


@dataclass(frozen=True)
class Cells(Kernel[Frame]):
    """Cells in common, and how near the numbers of the first column are."""

    def matrix(self, left: Frame, right: Frame) -> np.ndarray:
        apart = left.columns[0][:, None] - right.columns[0][None, :]
        return np.exp(-(apart**2) / 2.0) + np.equal.outer(left.columns[1], right.columns[1])


@dataclass(frozen=True)
class Surroundings(Kernel[Graphs]):
    """Nodes in common, each by its label and those of its neighbors: one round of Weisfeiler and Lehman."""

    def matrix(self, left: Graphs, right: Graphs) -> np.ndarray:
        return _shared(list(map(surroundings, left)), list(map(surroundings, right)))


def surroundings(graph: Graph) -> Counter[Any]:
    """How often each pair of a label and its neighbors' labels occurs."""
    around: list[list[Any]] = [[] for _ in graph.nodes]
    for i, j in graph.edges:
        around[i].append(graph.nodes[j])
        around[j].append(graph.nodes[i])
    return Counter((label, tuple(sorted(labels))) for label, labels in zip(graph.nodes, around, strict=True))


def _shared(
    left: list[Counter[Any]], right: list[Counter[Any]], weights: Mapping[Any, float] = MappingProxyType({})
) -> np.ndarray:
    """How much each on the left has in common with each on the right."""
    values = [[sum(weights.get(part, 1.0) * x[part] * z[part] for part in x) for z in right] for x in left]
    return np.array(values, dtype=np.float64).reshape(len(left), len(right))


def ring(size: int, labels: str, closed: bool) -> Graph:
    """Nodes in a row with labels over and over again, the last one joined to the first if closed."""
    edges = tuple((i, i + 1) for i in range(size - 1)) + (((0, size - 1),) if closed else ())
    return Graph(tuple(labels[i % len(labels)] for i in range(size)), tuple(sorted(edges)))


GRAPHS = [ring(int(_RNG.integers(3, 7)), ["CN", "CO", "CCO"][THREE[i]], bool(LABELS[i])) for i in range(SIZE)]


class Sample(NamedTuple):
    """Examples of one kind."""

    inputs: Inputs
    examples: list[Any]
    kernel: Kernel[Any]


def _gram() -> np.ndarray:
    return Gaussian(2.0)(POINTS)


SAMPLES = {
    "vectors": Sample(Vectors.of(POINTS), list(POINTS), Gaussian(2.0)),
    "vectors in single precision": Sample(
        Vectors.of(POINTS.astype(np.float32)), list(POINTS.astype(np.float32)), Gaussian(2.0)
    ),
    "sparse vectors": Sample(
        Vectors.of(sp.csr_array(POINTS)), [sp.csr_array(row[None, :]) for row in POINTS], Gaussian(2.0)
    ),
    "sequences": Sample(Sequences.of(WORDS), WORDS, Letters()),
    "sequences by their words": Sample(Sequences.of(NAMES), NAMES, Spectrum(3).normalized() + WeightedDegree(2)),
    "Gram": Sample(Precomputed.of(_gram()), list(_gram()), PrecomputedKernel()),
    "tuples": Sample(
        Tuples.of(POINTS, WORDS), list(zip(POINTS, WORDS, strict=True)), OnPart(Gaussian(2.0), 0) + OnPart(Letters(), 1)
    ),
    "table": Sample(
        Frame.of({"x": POINTS[:, 0], "w": WORDS}), list(zip(POINTS[:, 0].tolist(), WORDS, strict=True)), Cells()
    ),
    "graphs": Sample(Graphs.of(GRAPHS), GRAPHS, Surroundings()),
}
