"""The guesses, one by one."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Precomputed, Sequences, Vectors, coerce, coerce_like
from drupe.inputs.coerce import given_like


@pytest.mark.parametrize("inputs", [Vectors.of([[1.0]]), Sequences.of(["a"]), Precomputed.of([[1.0]])])
def test_inputs_pass_through(inputs):
    assert coerce(inputs) is inputs


@pytest.mark.parametrize(
    "data",
    [
        ["cat", "car"],
        ("cat", ""),
        np.array(["cat", "car"]),
        np.array(["cat", "car"], dtype=object),
        np.array(["cat"], dtype=np.dtypes.StringDType()),
        pd.Series(["cat", "car"]),
        pl.Series(["cat", "car"]),
        [["the", "cat"], ["a", "car"]],
        [[], ["cat"]],
        [[1, 2], [3]],
        [[], [1]],
        [np.array([1, 2]), np.array([3])],
        np.array([[1, 2], [3]], dtype=object),
        pl.Series([["a"], ["b", "c"]]),
    ],
)
def test_text_and_token_lists_are_sequences(data):
    inputs = coerce(data)
    assert isinstance(inputs, Sequences)
    assert len(inputs) == len(data)


@pytest.mark.parametrize(
    "data",
    [
        [[1, 2], [3, 4]],
        [[1.0], [2.0]],
        np.eye(2),
        np.eye(2, dtype=object),
        sp.eye_array(2),
        pd.DataFrame({"a": [1.0, 2.0]}),
        pl.DataFrame({"a": [1.0, 2.0]}),
        [np.array([1, 2]), np.array([3, 4])],
    ],
)
def test_tables_are_vectors(data):
    inputs = coerce(data)
    assert isinstance(inputs, Vectors)
    assert len(inputs) == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([[1.0, 2.0], [3.0]], "row 1 has 1 entries"),
        ([[True, False], [True]], "row 1 has 1 entries"),
        ([["a", 1.0]], "position 1"),
        ([[1.0, "a"]], "row 0, column 1"),
        (["a", None], "sequence 1 is missing"),
        ([None, "a"], "sequence 0 is missing"),
        (pl.Series([None, "a"]), "sequence 0 is missing"),
        ([b"a"], "decode"),
        (np.array([b"a"]), "decode"),
        (np.array([["a"]]), "text"),
        ("cat", "text"),
        ([1.0, 2.0], "Reshape your data"),
        (np.array([1, 2], dtype=object), "Reshape your data"),
        (pl.Series([1, 2]), "Reshape your data"),
        ([], r"0 sample\(s\)"),
        ([[], []], r"0 feature\(s\)"),
        (None, "NoneType"),
        (pd.DataFrame(np.eye(2), columns=["a", "a"]), "different names"),
    ],
)
def test_what_is_neither_is_refused(data, words):
    with pytest.raises(InputError, match=words):
        coerce(data)


def test_at_prediction_the_fitted_examples_say_what_the_new_ones_are():
    tokens = coerce([[1, 2], [3]])
    assert list(coerce_like(tokens, [[1, 2], [3, 4]])) == [(1, 2), (3, 4)]
    gram = Precomputed.of(np.eye(2))
    new = coerce_like(gram, [[0.5, 0.25]])
    assert new.against_reference(gram).tolist() == [[0.5, 0.25]]
    vectors = Vectors.of(np.eye(2))
    assert isinstance(coerce_like(vectors, [[1, 2], [3, 4]]), Vectors)
    assert coerce_like(vectors, vectors) is vectors


def test_new_data_of_another_space_are_refused():
    frame = pd.DataFrame(np.eye(2), columns=["a", "b"])
    # The names are what is wrong, although the values are missing too.
    with pytest.raises(InputError, match="unseen at fit time:\n- c"):
        coerce_like(coerce(frame), pd.DataFrame({"a": [np.nan], "c": [np.nan]}), "SVC")
    with pytest.raises(InputError, match="X has 3 features, but SVC is expecting 2 features as input"):
        coerce_like(coerce(frame), np.eye(3), "SVC")
    with pytest.raises(InputTypeError, match="SVC was fitted on Vectors, but X now is Sequences"):
        coerce_like(coerce(frame), Sequences.of(["a"]), "SVC")
    with pytest.raises(InputTypeError, match="SVC was fitted on strings, but X now holds lists of strings"):
        coerce_like(coerce(["a"]), [["a"]], "SVC")


def test_examples_of_a_parameter_take_the_names_of_the_fit():
    frame, plain = pd.DataFrame(np.eye(2), columns=["a", "b"]), np.eye(2)
    assert given_like(coerce(frame), plain, "centers").names == ("a", "b")
    assert given_like(coerce(frame), coerce(plain), "centers").names == ("a", "b")
    assert given_like(coerce(frame), frame, "centers").names == ("a", "b")
    assert given_like(coerce(plain), frame, "centers").names is None
    assert list(given_like(coerce(["ab", "c"]), ["b"], "centers")) == ["b"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (5, "centers must hold examples as X does, got 5"),
        ([], r"centers cannot be used: .* 0 sample\(s\)"),
        ([[0.0, np.nan]], "centers cannot be used: .* row 0, column 1"),
        ([[0.0]], r"centers has 1 column\(s\), but X has 2"),
        (pd.DataFrame(np.eye(2), columns=["b", "a"]), "centers cannot be used: .* names should match"),
        (Sequences.of(["a"]), "centers cannot be used: the machine was fitted on Vectors"),
    ],
    ids=["number", "nothing", "NaN", "columns", "names", "kind"],
)
def test_errors_on_examples_of_a_parameter_name_it(given, words):
    with pytest.raises(InputError, match=words):
        given_like(coerce(pd.DataFrame(np.eye(2), columns=["a", "b"])), given, "centers")
