"""scikit-learn's own checks of the machines around landmarks."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import LandmarkClassifier, LandmarkClassifierCV, LandmarkRegressor, LandmarkRegressorCV
from drupe.estimators.landmark.strength_choice import StrengthChoice

BY_POSITION = "folds are dealt by position: a row of weight two lies in one fold, two rows in two"
FOLDS = {
    "check_sample_weight_equivalence_on_dense_data": BY_POSITION,
    "check_sample_weight_equivalence_on_sparse_data": BY_POSITION,
}


def folds_by_position(machine):
    return FOLDS if isinstance(machine, StrengthChoice) else {}


@pytest.mark.filterwarnings("default")
@parametrize_with_checks([LandmarkClassifier(), LandmarkRegressor()])
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@parametrize_with_checks(
    [
        LandmarkClassifier(loss="squared"),
        LandmarkClassifier(loss="squared_hinge"),
        LandmarkRegressor(loss="huber"),
        LandmarkClassifierCV(strengths=3, folds=2),
        LandmarkRegressorCV(strengths=3, folds=2),
    ],
    expected_failed_checks=folds_by_position,
)
def test_scikit_learn_is_content_with_all_losses_and_folds(estimator, check):
    check(estimator)
