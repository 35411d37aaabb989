"""scikit-learn's own checks, all of them, on Gaussian processes."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import GaussianProcessRegressor


# scikit-learn's default kernel is told to be at its bounds on the random targets of some checks.
@pytest.mark.filterwarnings("ignore:The optimal value found:sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        GaussianProcessRegressor(),
        GaussianProcessRegressor("auto"),
        GaussianProcessRegressor("rbf", noise=0.1, optimizer=None, normalize_y=True),
    ]
)
def test_scikit_learn_is_content_with_gaussian_processes(estimator, check):
    check(estimator)
