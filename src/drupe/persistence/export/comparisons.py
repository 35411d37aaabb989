"""Comparisons of new vectors with known ones, in a graph."""

from collections.abc import Callable

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.persistence.export.graph import Graph, Value


def squared_distances(x: Value, centers: Matrix) -> Value:
    """‖x − z‖² = ‖x − m‖² − 2⟨x − m, z − m⟩ + ‖z − m‖², m the mean of the centers, rounded as the graph has it.

    Around the mean little cancels, wherever the data lie.
    """
    middle: Vector = centers.mean(axis=0).astype(x.dtype).astype(np.float64)
    left = x - middle
    right: Matrix = centers - middle
    lengths: Vector = np.square(right).sum(axis=1)
    cross = left @ np.asarray(-2.0 * right.T)
    return (cross + (left * left).sum() + lengths).largest(0.0)


def differences_squared(x: Value, centers: Matrix) -> Value:
    """‖x − z‖² to full relative precision."""
    return _over_columns(x, centers, lambda left, right: (left - right) ** 2.0)


def l1_distances(x: Value, centers: Matrix) -> Value:
    """‖x − z‖₁."""
    return _over_columns(x, centers, lambda left, right: (left - right).abs())


def chi_squared(x: Value, centers: Matrix) -> Value:
    """Σⱼ (xⱼ − zⱼ)² / (xⱼ + zⱼ), with 0/0 = 0."""

    def term(left: Value, right: Value) -> Value:
        total = left + right
        return (left - right) ** 2.0 / (total > 0.0).where(total, 1.0)

    return _over_columns(x, centers, term)


def _over_columns(x: Value, centers: Matrix, term: Callable[[Value, Value], Value]) -> Value:
    """Σⱼ term(xⱼ, zⱼ), column after column, so that no more than one table of all pairs is held."""
    graph = x.graph
    inside = Graph(x.dtype, graph.fresh())
    total, left, right = (Value(inside, f"{inside.prefix}{name}", x.dtype) for name in ("total", "left", "right"))
    added, size = total + term(left.column(), right), len(centers)
    shapes: list[list[int | None]] = [[None, size], [None], [size], [None, size]]
    body = inside.inner(f"{inside.prefix}sum", [total, left, right], added, shapes)
    begin = graph.filled(x, len(centers), 0.0, x.dtype)
    columns = x.apply("Transpose", perm=[1, 0]), graph.constant(centers.T, x.dtype)
    return graph.emit("Scan", [begin, *columns], x.dtype, body=body, num_scan_inputs=2)
