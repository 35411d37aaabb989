"""Labelled samples: taking, deleting one, replacing one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Dataset, Precomputed, Sequences, Vectors, same_examples


@pytest.fixture
def sample():
    return Dataset.of(np.arange(8.0).reshape(4, 2), [1, -1, 1, -1])


@pytest.mark.spec("H.A01")
@given(st.lists(st.integers(-5, 4), max_size=8))
def test_a_sub_sample_holds_the_examples_asked_for(index):
    x, y = np.arange(10.0).reshape(5, 2), np.arange(5)
    taken = Dataset.of(x, y).take(np.array(index, dtype=int))
    assert (taken.inputs.array == x[np.array(index, dtype=int)]).all()
    assert taken.targets.tolist() == [int(y[i]) for i in index]


@pytest.mark.spec("H.A01")
@pytest.mark.parametrize("i", [0, 2, 3, -1])
def test_deleting_one_leaves_the_others_in_order(sample, i):
    left = sample.without(i)
    kept = np.delete(np.arange(4), i)
    assert len(left) == 3
    assert (left.inputs.array == sample.inputs.array[kept]).all()
    assert (left.targets == sample.targets[kept]).all()
    assert same_examples(left.inputs, sample.inputs)[0].tolist() == kept.tolist()


@pytest.mark.spec("H.A01")
@pytest.mark.parametrize("i", [0, 2, 3, -1])
def test_replacing_one_changes_only_that_one(sample, i):
    changed = sample.replacing(i, Dataset.of([[70.0, 71.0]], [5]))
    assert np.flatnonzero((changed.inputs.array != sample.inputs.array).any(axis=1)).tolist() == [i % 4]
    assert changed.inputs.array[i].tolist() == [70.0, 71.0]
    assert np.flatnonzero(changed.targets != sample.targets).tolist() == [i % 4]
    assert changed.targets[i] == 5
    assert sample.inputs.array[i].tolist() != [70.0, 71.0]


def test_a_string_is_replaced_by_a_string():
    sample = Dataset.of(["cat", "car"], ["a", "b"])
    changed = sample.replacing(0, Dataset.of(["taxi"], ["c"]))
    assert isinstance(changed.inputs, Sequences)
    assert list(changed.inputs) == ["taxi", "car"]
    assert changed.targets.tolist() == ["c", "b"]


def test_targets_may_be_rows():
    sample = Dataset.of(np.eye(3), np.arange(6.0).reshape(3, 2))
    assert sample.without(1).targets.tolist() == [[0.0, 1.0], [4.0, 5.0]]


@pytest.mark.parametrize(
    ("y", "words"),
    [
        ([1, 2], "X holds 3 examples but y holds 2; they must match one to one"),
        (5, "one entry or one row for each example"),
        (np.zeros((3, 1, 1)), "one entry or one row"),
        ([1.0, np.nan, 2.0], "Input y contains NaN, at position 1"),
        ([[1.0, 2.0], [1.0, 2.0], [1.0, -np.inf]], "Input y contains infinity, at position 2"),
        (np.nan, "one entry or one row"),
        ([[1], [2, 3], [4]], "y is no array"),
    ],
)
def test_targets_that_do_not_fit_are_refused(y, words):
    with pytest.raises(InputError, match=words):
        Dataset.of(np.eye(3), y)


def test_refusals(sample):
    with pytest.raises(InputError, match="position 4"):
        sample.without(4)
    with pytest.raises(InputError, match="one example is replaced by one, got 2"):
        sample.replacing(0, sample.take([0, 1]))
    with pytest.raises(InputTypeError):
        sample.replacing(0, Dataset.of(["a"], [1]))
    with pytest.raises(InputError, match="X has 1 features"):
        sample.replacing(0, Dataset.of([[1.0]], [1]))
    with pytest.raises(InputTypeError, match="cannot be joined"):
        Dataset(Precomputed.of([[1.0]]), np.array([1])).replacing(0, Dataset(Precomputed.of([[1.0]]), np.array([1])))


def test_inputs_are_taken_as_they_are():
    x = Vectors.of(np.eye(2))
    assert Dataset.of(x, [0, 1]).inputs is x
