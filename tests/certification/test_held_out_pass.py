"""What is counted in a part: every held-out row once, by its class, by each rule; the same wherever it is counted."""

import pickle

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from drupe import SVC
from drupe.certification.held_out_pass import HeldOutPass
from drupe.foundation.errors import InputError
from drupe.foundation.position_hash import held_out
from drupe.inputs.rows import RowsInMemory
from drupe.inputs.vectors import Vectors

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3000, 3))
y = np.array(["b", "a", "c"])[np.argmax(X + RNG.normal(size=X.shape), axis=1)]
MODELS = (SVC(kernel="linear").fit(X[:150], y[:150]), LogisticRegression().fit(X[:150, :], y[:150]))


def test_counts_are_those_of_brute_force() -> None:
    counts = HeldOutPass(MODELS, RowsInMemory(Vectors.of(X), y), share=0.2, seed=4, confidences=True)(0)
    tested = held_out(0, 3000, 0.2, 4)
    for rule, model in enumerate(MODELS):
        wrong = model.predict(X[tested]) != y[tested]
        assert counts.errors[rule] == wrong.sum()
        by_class = [(wrong & (y[tested] == name)).sum() for name in ("a", "b", "c")]
        assert counts.errors_by_class[rule].tolist() == [*by_class, 0]
        assert counts.sure[rule].n == tested.sum()
        assert counts.sure[rule].wrong.sum() == wrong.sum()


def test_work_can_be_sent_elsewhere() -> None:
    work = HeldOutPass(MODELS, RowsInMemory(Vectors.of(X), y), share=0.5)
    there = pickle.loads(pickle.dumps(work))
    assert there(0).errors.tolist() == work(0).errors.tolist()


def test_labels_of_another_type_are_unknown() -> None:
    counts = HeldOutPass(MODELS, RowsInMemory(Vectors.of(X), np.arange(3000) % 3))(0)
    assert counts.rows_by_class.tolist() == [0, 0, 0, 3000]
    assert counts.errors.tolist() == [3000, 3000]


def test_rows_without_targets_are_refused() -> None:
    with pytest.raises(InputError, match="no targets"):
        HeldOutPass(MODELS, RowsInMemory(Vectors.of(X)))(0)
