"""scikit-learn's own checks, all of them, on the machines that trade a loss against a norm."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import KernelRidge, RegularizedClassifier, RegularizedRegressor
from drupe.losses import Squared, SquaredHinge


# Two of the checks truncate kernel values to whole numbers, which are then no kernel any more.
@pytest.mark.filterwarnings("ignore:the kernel matrix plus alpha has negative eigenvalues")
@parametrize_with_checks(
    [
        KernelRidge(),
        KernelRidge(kernel="rbf", fit_intercept=True, leave_one_out=True),
        KernelRidge(kernel="rbf", method="conjugate_gradients"),
        KernelRidge(kernel="precomputed"),
        RegularizedRegressor(),
        RegularizedRegressor(Squared(), fit_intercept=False),
        RegularizedClassifier(),
        RegularizedClassifier(SquaredHinge(), kernel="linear"),
    ]
)
def test_scikit_learn_is_content_with_regularized_machines(estimator, check):
    check(estimator)
