"""Trees in one table against scikit-learn's, and parts of the table."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.rules.trees import Trees

RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 4)).astype(np.float32).astype(np.float64)
SPACE = Vectors.of(X)


def grown(depth: int, seed: int) -> tuple[DecisionTreeClassifier, Trees]:
    """A tree of scikit-learn, and the same in our table."""
    y = (RNG.random(200) < 0.5).astype(int)
    machine = DecisionTreeClassifier(max_depth=depth, random_state=seed).fit(X, y)
    tree = machine.tree_
    nodes, leaf = np.arange(tree.node_count), tree.children_left < 0
    return machine, Trees(
        np.zeros(1, dtype=np.int64),
        np.where(leaf, 0, tree.feature).astype(np.int64),
        np.where(leaf, 0.0, tree.threshold),
        np.where(leaf, nodes, tree.children_left).astype(np.int64),
        np.where(leaf, nodes, tree.children_right).astype(np.int64),
        tree.value[:, 0].argmax(axis=1).astype(np.float64),
        depth,
        SPACE,
    )


PAIRS = [grown(depth, depth) for depth in (1, 2, 3, 5)]


def test_values_are_those_of_scikit_learn() -> None:
    together = Trees.gathered([tree for _, tree in PAIRS], SPACE)
    new = RNG.normal(size=(3000, 4)).astype(np.float32).astype(np.float64)
    expected = np.column_stack([machine.predict(new) for machine, _ in PAIRS])
    np.testing.assert_array_equal(together.values(Vectors.of(new)), expected)
    weights = RNG.random(4)
    np.testing.assert_allclose(together.combined(Vectors.of(new), weights), expected @ weights, atol=1e-12)
    assert len(together) == 4


def test_parts_and_wholes() -> None:
    together = Trees.gathered([tree for _, tree in PAIRS], SPACE)
    new = Vectors.of(X[:9])
    np.testing.assert_array_equal(together.first(2).values(new), together.values(new)[:, :2])
    again = together.first(2).joined(Trees.gathered([tree for _, tree in PAIRS[2:]], SPACE))
    np.testing.assert_array_equal(again.values(new), together.values(new))
    assert len(together.first(2).columns) == sum(len(tree.columns) for _, tree in PAIRS[:2])


def test_no_trees_say_nothing() -> None:
    none = Trees.gathered([], SPACE)
    assert none.values(Vectors.of(X[:3])).shape == (3, 0)
    assert none.combined(Vectors.of(X[:3]), np.empty(0)).tolist() == [0.0] * 3


def test_lengths_must_fit() -> None:
    tree = PAIRS[0][1]
    with pytest.raises(InputError, match="for each node"):
        Trees(tree.roots, tree.columns, tree.thresholds[:-1], tree.left, tree.right, tree.said, 1, SPACE)
    with pytest.raises(InputError, match="no tree of 3 nodes asks 4 questions"):
        Trees(tree.roots, tree.columns, tree.thresholds, tree.left, tree.right, tree.said, 4, SPACE)
