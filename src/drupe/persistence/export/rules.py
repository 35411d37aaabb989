"""Rules of which votes are made, in a graph: stumps, trees, columns of a kernel, units, trained machines."""

from typing import Any

import numpy as np

from drupe.estimators.boosting.trained_rules import TrainedRule
from drupe.foundation.arrays import Vector
from drupe.persistence.export.comparisons import differences_squared
from drupe.persistence.export.graph import DOUBLE, SINGLE, WHOLE, DType, Value
from drupe.persistence.export.kernel_values import kernel_values, table
from drupe.persistence.export.refusal import refusal
from drupe.rules.constant_rule import ConstantRule
from drupe.rules.kernel_columns import KernelColumns
from drupe.rules.radial_rule import RadialRule
from drupe.rules.rule_list import RuleList
from drupe.rules.stumps import Stumps
from drupe.rules.trees import Trees


def said(rules: Any, x: Value) -> Value:
    """What each rule says of each example: a column for each rule, in float64."""
    match rules:
        case Stumps():
            left = x.columns(rules.columns) <= at_most(rules.thresholds, x.dtype)
            return left.where(x.graph.constant(rules.left, DOUBLE), x.graph.constant(rules.right, DOUBLE))
        case Trees():
            return x.graph.constant(rules.said, DOUBLE).at(_leaves(rules, x))
        case KernelColumns():
            return _columns(rules, x).columns(rules.which) * rules.signs
        case RuleList():
            return x.graph.together([_one(rule, x) for rule in rules.rules])
    raise refusal(f"a vote of {type(rules).__name__}", "these rules are not known", "take stumps or small trees")


def combined(rules: Any, weights: Vector, x: Value) -> Value:
    """Σₜ wₜ hₜ(x), one column, in float64, so that ties stay ties."""
    if not len(rules):
        return x.graph.filled(x, 1, 0.0, DOUBLE)
    if isinstance(rules, Stumps):
        return _climbed(rules, weights, x)
    return said(rules, x) @ x.graph.constant(weights[:, None], DOUBLE)


def at_most(thresholds: Vector, dtype: DType) -> Vector:
    """The largest numbers of this type that are not above the thresholds: x ≤ both for the same x of the type.

    >>> at_most(np.array([0.1]), SINGLE).item() < 0.1
    True
    """
    if dtype != SINGLE:
        return thresholds
    with np.errstate(over="ignore"):
        rounded = thresholds.astype(np.float32)
    return np.where(rounded > thresholds, np.nextafter(rounded, np.float32(-np.inf)), rounded)


def _climbed(stumps: Stumps, weights: Vector, x: Value) -> Value:
    """A sum of step functions, one of each column, added in the order in which `Stumps.combined` adds them."""
    graph = x.graph
    total = graph.filled(x, 1, float(weights @ stumps.left), DOUBLE)
    for column, order in stumps.by_column:
        heights = np.cumsum((stumps.right - stumps.left)[order] * weights[order])
        steps = (x.columns([column]) > at_most(stumps.thresholds[order], x.dtype)[None, :]).cast(WHOLE).sum()
        total = total + graph.constant(np.concatenate([[0.0], heights]), DOUBLE).at(steps)
    return total


def _leaves(trees: Trees, x: Value) -> Value:
    """The node at which each example ends in each tree."""
    graph = x.graph
    columns, left, right = (graph.constant(part) for part in (trees.columns, trees.left, trees.right))
    thresholds = graph.constant(at_most(trees.thresholds, x.dtype), x.dtype)
    nodes = graph.repeated(x, trees.roots)
    for _ in range(trees.depth):
        below = x.picked(columns.at(nodes)) <= thresholds.at(nodes)
        nodes = below.where(left.at(nodes), right.at(nodes))
    return nodes


def _columns(rules: KernelColumns, x: Value) -> Value:
    """Of each center, and the constant."""
    ones = x.graph.filled(x, 1, 1.0, DOUBLE)
    if not len(rules.centers):
        return ones
    similar = kernel_values(rules.kernel, x.cast(DOUBLE), rules.centers) / rules.scale
    return x.graph.together([similar.largest(-1.0).least(1.0), ones])


def _one(rule: Any, x: Value) -> Value:
    """What one rule says, one column."""
    match rule:
        case ConstantRule():
            return x.graph.filled(x, 1, rule.said, DOUBLE)
        case RadialRule():
            squared = differences_squared(x.cast(DOUBLE), table(rule.centers))
            outputs = (squared * (-0.5 / np.square(rule.widths))).exp() @ rule.coefficients[:, None] + rule.offset
            signs = (outputs >= 0.0).cast(DOUBLE) * 2.0 - 1.0
            return outputs.largest(-1.0).least(1.0) if rule.graded else signs
        case TrainedRule():
            from drupe.persistence.export.classifiers import classified  # which votes of rules are part of

            found = classified(rule.machine, x)
            codes = x.graph.constant(found.classes.astype(np.float64), DOUBLE).at(found.codes).column()
            return codes * 2.0 - 1.0 if rule.signed else codes
    raise refusal(f"a vote with {type(rule).__name__}", "this rule is not known", "take stumps or small trees")
