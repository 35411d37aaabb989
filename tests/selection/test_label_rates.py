"""Precision, recall and F1 of label tables, by hand and as scikit-learn has them."""

import numpy as np
import pytest
from sklearn.metrics import f1_score, precision_score, recall_score

from drupe.selection.label_rates import LabelRates, Rates


@pytest.mark.spec("C.G06")
def test_as_scikit_learn_has_them():
    rng = np.random.default_rng(0)
    given, there = rng.random((60, 5)) < 0.5, rng.random((60, 5)) < 0.4
    found = LabelRates.of(given, there)
    assert found.micro.precision == pytest.approx(precision_score(there, given, average="micro"))
    assert found.micro.recall == pytest.approx(recall_score(there, given, average="micro"))
    assert found.micro.f1 == pytest.approx(f1_score(there, given, average="micro"))
    assert found.macro_f1 == pytest.approx(f1_score(there, given, average="macro"))
    assert [one.f1 for one in found.labels] == pytest.approx(list(f1_score(there, given, average=None)))


def test_nothing_given_and_nothing_there():
    assert (Rates(0, 0, 3).precision, Rates(0, 0, 3).recall, Rates(0, 0, 3).f1) == (1.0, 0.0, 0.0)
    assert (Rates(0, 0, 0).precision, Rates(0, 0, 0).recall, Rates(0, 0, 0).f1) == (1.0, 1.0, 1.0)
