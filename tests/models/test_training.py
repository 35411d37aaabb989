"""Digests of examples: the same for the same contents, however they are held."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.models import Training
from drupe.models.training import digests


def test_equal_contents_have_equal_digests() -> None:
    rows = np.array([[0.0, 1.5], [2.0, 0.0], [0.0, 1.5]])
    plain = digests(Vectors.of(rows))
    assert plain[0] == plain[2] != plain[1]
    for same in (rows.astype(np.float32), np.asfortranarray(rows), sp.csr_array(rows)):
        np.testing.assert_array_equal(digests(Vectors.of(same)), plain)
    words = digests(Sequences.of(["ab", "", "ba"]))
    assert len(set(words.tolist())) == 3
    wider = Sequences.of(["zab", "ab", "ba", ""])  # over another alphabet
    assert digests(wider)[[1, 3, 2]].tolist() == words.tolist()
    assert digests(Sequences.of([[1, 2], [12]]))[0] != digests(Sequences.of([["1", "2"]]))[0]


def test_what_was_seen_is_found_again() -> None:
    training = Training.on(Sequences.of(["ab", "ba", "ab"]))
    assert training.shared(Sequences.of(["ba", "bb", "ab"])).tolist() == [True, False, True]
    assert len(training.examples) == 3


def test_a_file_cannot_hold_other_digests() -> None:
    with pytest.raises(ParameterError, match="a row of whole numbers"):
        Training(np.zeros((2, 2)))  # type: ignore[arg-type]
