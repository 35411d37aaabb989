"""scikit-learn's own checks on splines and networks of radial functions."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SmoothingSpline
from drupe.kernels import Multiquadric

MANY_COLUMNS = "15 examples in 30 columns do not determine the 31 straight functions that cost nothing"


def expected_failed_checks(estimator):
    if estimator.kernel is not None:
        return {}
    return {f"check_sample_weight_equivalence_on_{kind}_data": MANY_COLUMNS for kind in ("dense", "sparse")}


@parametrize_with_checks(
    [
        SmoothingSpline(),
        SmoothingSpline(Multiquadric()),
        SmoothingSpline(Multiquadric(), strength=1.0),
        SmoothingSpline(Multiquadric(), strength="evidence"),
    ],
    expected_failed_checks=expected_failed_checks,
)
def test_scikit_learn_is_content_with_splines(estimator, check):
    check(estimator)
