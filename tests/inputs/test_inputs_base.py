"""Which examples are the same: through any chain of sub-samples, through copies, and never by value."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Precomputed, Sequences, Vectors, same_examples, same_space

SIZE = 6
KINDS = {
    "vectors": lambda: Vectors.of(np.arange(2.0 * SIZE).reshape(SIZE, 2)),
    "sequences": lambda: Sequences.of(["", "a", "ba", "cc", "a", "abc"]),
    "Gram": lambda: Precomputed.of(np.eye(SIZE)),
}


def chains():
    """Lists of sub-samplings, each as fractions of whatever is left."""
    return st.lists(st.lists(st.floats(0, 0.999), min_size=1, max_size=5), max_size=4)


def follow(inputs, chain):
    numbers = np.arange(len(inputs))
    for fractions in chain:
        index = (np.array(fractions) * len(inputs)).astype(int)
        inputs, numbers = inputs.take(index), numbers[index]
    return inputs, numbers


@pytest.mark.parametrize("kind", KINDS)
@given(left=chains(), right=chains())
def test_the_same_examples_are_found_through_chains_of_take(kind, left, right):
    inputs = KINDS[kind]()
    (x, ours), (z, theirs) = follow(inputs, left), follow(inputs, right)
    assert len(x) == len(ours)
    assert (np.equal.outer(*same_examples(x, z)) == np.equal.outer(ours, theirs)).all()


@pytest.mark.parametrize("kind", KINDS)
@given(left=chains(), right=chains())
def test_equal_values_of_another_collection_are_not_the_same_examples(kind, left, right):
    (x, _), (z, _) = follow(KINDS[kind](), left), follow(KINDS[kind](), right)
    assert not np.equal.outer(*same_examples(x, z)).any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_hold_the_same_examples(kind, copied):
    inputs = KINDS[kind]()
    again = copied(inputs.take(np.array([4, 2])))
    assert np.equal.outer(*same_examples(again, inputs)).nonzero()[1].tolist() == [4, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_masks_and_negative_positions_take_the_right_examples(kind):
    inputs = KINDS[kind]()
    mask = np.array([False, True, False, False, False, True])
    for index in (mask, [1, -1], [-5, 5], slice(1, None, 4)):
        assert inputs.take(index).origin.positions.tolist() == [1, 5]
    with pytest.raises(InputError, match="position 6"):
        inputs.take([6])
    assert len(inputs.take([])) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_another_kind_of_input_is_refused(kind):
    for other in KINDS:
        if other != kind:
            with pytest.raises(InputTypeError, match="SVC was fitted on"):
                same_space(KINDS[kind](), KINDS[other](), "SVC")


def test_what_cannot_be_joined_or_compared_says_so():
    gram = KINDS["Gram"]()
    with pytest.raises(InputTypeError, match="cannot be joined"):
        gram.joined(gram)
    with pytest.raises(InputTypeError, match="cannot be compared"):
        gram.values()
