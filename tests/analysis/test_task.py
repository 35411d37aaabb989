"""Classes or a quantity: the rule that all commands share."""

import numpy as np
import pytest

from drupe.analysis.task import Task, targets_for, task_of
from drupe.foundation.errors import InputError


@pytest.mark.parametrize(
    ("targets", "task"),
    [
        (np.array(["a", "b", "c"] * 3), Task.CLASSES),
        (np.array([-1, 1] * 5), Task.CLASSES),
        (np.array([1.0, 2.0] * 5), Task.CLASSES),
        (np.arange(20), Task.CLASSES),
        (np.arange(21), Task.QUANTITY),
        (np.repeat(np.arange(100), 10), Task.CLASSES),
        (np.repeat(np.arange(100), 3), Task.QUANTITY),
        (np.array([0.1, 0.2] * 5), Task.QUANTITY),
        (np.array([True, False]), Task.CLASSES),
    ],
)
def test_rule(targets, task):
    assert task_of(targets) is task


def test_targets_suit_the_task():
    assert targets_for(Task.QUANTITY, np.array([1, 2]), "f").dtype == np.float64
    assert targets_for(Task.CLASSES, np.array([1, 2]), "f").tolist() == [1, 2]
    assert targets_for(Task.CLASSES, np.array([1.5, 2.0]), "f").tolist() == ["1.5", "2"]
    with pytest.raises(InputError, match=r"data\.csv: a quantity is a number, .*'apple'"):
        targets_for(Task.QUANTITY, np.array(["apple"]), "data.csv")
