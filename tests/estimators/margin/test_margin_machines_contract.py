"""scikit-learn's own checks of every margin machine."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe.estimators.margin.adaptive_margin_machine import AdaptiveMarginMachine
from drupe.estimators.margin.enclosing_ball import EnclosingBall
from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.largest_ball_svc import LargestBallSVC
from drupe.estimators.margin.leave_one_out_machine import LeaveOneOutMachine
from drupe.estimators.margin.lp_svc import LPSVC
from drupe.estimators.margin.mixed_norm_svc import MixedNormSVC
from drupe.estimators.margin.nearest_hulls_svc import NearestHullsSVC
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.two_norm_svc import TwoNormSVC

CONTRADICTORY = "the check's sample holds equal examples of both classes"
NEEDS_SEPARABLE = {
    "check_estimator_sparse_tag": CONTRADICTORY,
    "check_estimator_sparse_array": CONTRADICTORY,
    "check_estimator_sparse_matrix": CONTRADICTORY,
}
HARD = (HardMarginSVC, LargestBallSVC)


def expected_to_fail(estimator):
    return NEEDS_SEPARABLE if isinstance(estimator, HARD) else {}


@pytest.mark.filterwarnings("default")
@parametrize_with_checks(
    [
        HardMarginSVC(gamma=20.0),
        LargestBallSVC(gamma=20.0),
        TwoNormSVC(),
        MixedNormSVC(),
        NearestHullsSVC(),
        LPSVC(),
        LeaveOneOutMachine(),
        AdaptiveMarginMachine(0.5),
        SquaredSVR(),
        EnclosingBall(nu=0.1),
    ],
    expected_failed_checks=expected_to_fail,
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)
