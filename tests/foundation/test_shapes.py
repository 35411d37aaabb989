"""Promises about lengths: equal names are equal lengths, positions lie within, and the words say what is wrong."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.shapes import (
    BrokenPromise,
    Counted,
    Each,
    Holds,
    Labels,
    Lengths,
    Numbers,
    OneOrMany,
    Reals,
    Sizes,
    Some,
    Wholes,
)


def kept(promise, value, **known):
    """The lengths after a promise that is kept."""
    lengths = Lengths()
    for name, length in known.items():
        lengths.agree(name, length)
    for axis, length in promise.lengths(value):
        lengths.agree(axis, length)
    promise.confirm(value, lengths)
    return dict(lengths)


def test_lengths_are_learned_where_they_are_first_met():
    assert kept(Reals("rows", "columns"), np.zeros((2, 3))) == {"rows": 2, "columns": 3}
    assert kept(Reals("rows", "columns"), sp.csr_array(np.eye(4))) == {"rows": 4, "columns": 4}
    assert kept(Sizes("examples", "columns"), (7,)) == {"examples": 7}
    assert kept(Each(Counted("letters"), "words"), ["ab", "cd", "ef"]) == {"words": 3, "letters": 2}
    assert kept(Holds("T", Reals("columns", "rows")), np.zeros((2, 3))) == {"columns": 3, "rows": 2}
    assert kept(OneOrMany("examples", "targets"), np.zeros(5)) == {"examples": 5, "targets": 1}
    assert kept(Wholes("support", below="examples"), np.array([0, 4]), examples=5)["support"] == 2


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_classes_tell_pairs_and_scores(classes):
    known = kept(Labels("classes"), np.arange(classes))
    assert known["pairs"] == len([(i, j) for i in range(classes) for j in range(i)])
    assert known["others"] == classes - 1
    assert known["scores"] == (1 if classes == 2 else classes)


@pytest.mark.parametrize(
    ("promise", "value", "words"),
    [
        (Reals("rows"), np.zeros(3), "has 3 rows where 2 belong"),
        (Reals(4), np.zeros(3), "has 3 entries where 4 belong"),
        (Reals("rows", None), np.zeros(2), "has 1 axes where 2 belong"),
        (Reals("rows"), np.zeros(2, dtype=int), "no array of real numbers"),
        (Reals("rows"), [0.0, 0.0], "no array of real numbers"),
        (Reals("rows"), np.array([0.0, np.inf]), "not finite"),
        (Reals("rows", None), sp.csr_array([[np.nan], [1.0]]), "not finite"),
        (Wholes("rows"), np.zeros(2), "no array of whole numbers"),
        (Wholes(None, below="rows"), np.array([0, 2]), "beyond the 2 rows"),
        (Wholes(None, below="rows"), np.array([-1]), "beyond the 2 rows"),
        (Wholes(None, below="unheard"), np.array([0]), "beyond the 0 unheard"),
        (Wholes(None, once=True), np.array([1, 1]), "twice"),
        (Labels("rows"), np.array([{}, 1], dtype=object), "more than numbers and text"),
        (Counted("rows"), "abc", "has 3 rows where 2 belong"),
        (Some(), (), "empty"),
        (Sizes("rows"), -1, "is -1"),
        (Sizes("rows"), (2, 2), "not rows"),
        (Each(Wholes(None, below="rows")), [np.array([0]), np.array([5])], "beyond the 2 rows"),
    ],
)
def test_what_was_broken_is_said(promise, value, words):
    with pytest.raises(BrokenPromise, match=words):
        kept(promise, value, rows=2)


def test_what_is_not_finite_may_be_allowed():
    assert kept(Numbers("rows"), np.array([np.nan, -np.inf])) == {"rows": 2}


def test_promises_that_differ_are_not_equal():
    # typing keeps one annotation for equal promises.
    assert Wholes("support", below="seen") != Wholes("support", below="examples")
    assert Reals("rows") != Numbers("rows")
