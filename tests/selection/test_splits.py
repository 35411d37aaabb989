"""Folds name places in the sample, whatever they were made from."""

import numpy as np
import pytest
from sklearn.model_selection import KFold, StratifiedKFold

from drupe.estimators.sample import Sample
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.selection.splits import side_by_side, splits

CODES = np.array([0, 1] * 10)


def sample(kept: np.ndarray) -> Sample:
    came = Vectors.of(np.arange(20.0)[:, None])
    return Sample(came.take(kept), CODES[kept], np.ones(len(kept)), kept, came)


def test_a_number_means_stratified_folds() -> None:
    everyone = sample(np.arange(20))
    found = splits(5, everyone, CODES)
    for fold, (seen, held) in zip(found, StratifiedKFold(5).split(np.zeros((20, 1)), CODES), strict=True):
        assert fold.seen.tolist() == seen.tolist()
        assert fold.held.tolist() == held.tolist()


def test_given_positions_count_the_data_as_they_came() -> None:
    part = sample(np.arange(4, 20))
    (fold,) = splits([(np.arange(10), np.arange(10, 20))], part, CODES[4:])
    assert part.positions[fold.seen].tolist() == [4, 5, 6, 7, 8, 9]
    assert part.positions[fold.held].tolist() == list(range(10, 20))


@pytest.mark.parametrize("cv", [StratifiedKFold(4), KFold(3, shuffle=True, random_state=0)])
def test_an_order_with_held_out_examples_in_one_stretch(cv: KFold) -> None:
    found = splits(cv, sample(np.arange(20)), CODES)
    order = side_by_side(found, CODES)
    assert sorted(order) == list(range(20))
    for fold in found:
        there = fold.within(order)
        assert sorted(order[there.seen]) == sorted(fold.seen)
        assert sorted(order[there.held]) == sorted(fold.held)
        assert there.held.tolist() == list(range(there.held[0], there.held[0] + len(there.held)))


def test_folds_that_teach_nothing_are_refused() -> None:
    everyone = sample(np.arange(20))
    with pytest.raises(InputError, match="learns from a single class"):
        splits([(np.arange(0, 20, 2), np.arange(1, 20, 2))], everyone, CODES)
    with pytest.raises(InputError, match="holds no example out"):
        splits([(np.arange(20), np.arange(0))], everyone, CODES)
    with pytest.raises(InputError, match="yields no folds"):
        splits([], everyone, CODES)
