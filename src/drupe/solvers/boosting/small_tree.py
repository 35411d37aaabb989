"""Small trees as weak learners: a few questions one after the other, so that columns count together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.parameters import Checked, whole
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.rules.trees import Trees
from drupe.solvers.boosting.weak import Found, Weak, WeakLearner


@dataclass(frozen=True)
class SmallTree(Checked, WeakLearner):
    """h(x) = ±1, or a class, by at most `depth` questions xⱼ ≤ threshold, each chosen by Gini's index.

    Where single columns say little, and pairs of them much, trees of depth 2 do what stumps cannot. They are grown by
    scikit-learn and held as plain tables, so that models can be saved.

    Parameters
    ----------
    depth
        Questions at most; 2^depth leaves. The deeper, the fewer rounds, and the sooner noise is learned.

    Notes
    -----
    Complexity: O(n d depth log n) for each tree. Leaves say what most of the weight in them is, measured in float64;
    scikit-learn looks for thresholds in float32.

    References
    ----------
    [Breiman84]_, chapter 2, place not checked; [Freund97]_, section 4.
    """

    depth: int = whole(1, 2)

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "TreeSearch":
        return TreeSearch(self.depth, sample.inputs, generator(random_state))


class TreeSearch(Weak):
    """Trees on given examples."""

    def __init__(self, depth: int, inputs: Inputs, lots: np.random.Generator):
        if not isinstance(inputs, Vectors):
            raise InputTypeError(
                f"trees ask about columns of numbers, but X holds {type(inputs).__name__}; name another estimator."
            )
        self.depth, self.space, self.lots = depth, inputs, lots
        self.x = np.asarray(inputs.in_double().dense(), dtype=np.float64)
        # As scikit-learn would make it in every round.
        self.single = self.x.astype(np.float32)

    def best(self, pulls: Vector) -> Found:
        tree, leaves = self._grown((pulls > 0.0).astype(np.int64), np.abs(pulls))
        totals = np.bincount(leaves, weights=pulls, minlength=len(tree.said))
        return self._saying(tree, leaves, np.where(totals >= 0.0, 1.0, -1.0))

    def best_of_classes(self, weights: Vector, codes: Index, classes: int) -> Found:
        tree, leaves = self._grown(codes, weights)
        tables = [np.bincount(leaves, weights * (codes == code), len(tree.said)) for code in range(classes)]
        return self._saying(tree, leaves, np.argmax(tables, axis=0).astype(np.float64))

    def gathered(self, rules: Sequence[Trees]) -> Trees:
        return Trees.gathered(rules, self.space)

    def _grown(self, codes: Index, weights: Vector) -> tuple[Trees, Index]:
        """The tree, and in which of its leaves each example is."""
        machine = DecisionTreeClassifier(max_depth=self.depth, random_state=int(self.lots.integers(2**31 - 1)))
        grown = machine.fit(self.single, codes, sample_weight=weights, check_input=False).tree_
        nodes, leaf = np.arange(grown.node_count), grown.children_left < 0
        tree = Trees(
            roots=np.zeros(1, dtype=np.int64),
            columns=np.where(leaf, 0, grown.feature).astype(np.int64),
            thresholds=np.where(leaf, 0.0, grown.threshold),
            left=np.where(leaf, nodes, grown.children_left).astype(np.int64),
            right=np.where(leaf, nodes, grown.children_right).astype(np.int64),
            said=np.zeros(len(nodes)),
            depth=int(grown.max_depth),
            space=self.space,
        )
        return tree, tree.leaves(self.x)[:, 0]

    def _saying(self, tree: Trees, leaves: Index, said: Vector) -> Found:
        table = (tree.roots, tree.columns, tree.thresholds, tree.left, tree.right)
        return Found(Trees(*table, said, tree.depth, tree.space), said[leaves])
