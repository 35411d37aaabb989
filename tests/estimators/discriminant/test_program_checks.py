"""scikit-learn's own checks, all of them, on robust and sparse machines."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import (
    RegularizedClassifier,
    RegularizedRegressor,
    RobustKernelFisher,
    RobustKernelRegressor,
    SparseKernelFisher,
    SparseKernelRegressor,
)
from drupe.losses import Absolute, Hinge, Squared


# Some checks have labels that nothing tells of.
@pytest.mark.filterwarnings("ignore:.*gives every training example the class")
@pytest.mark.filterwarnings("ignore:.*the same at every training example")
@parametrize_with_checks(
    [
        RobustKernelFisher(),
        RobustKernelFisher(transition=0.5, alpha=0.1),
        RobustKernelRegressor(alpha=0.1),
        SparseKernelFisher(alpha=0.1),
        SparseKernelFisher(alpha=0.01, max_nonzeros=5, threshold="least squares"),
        SparseKernelRegressor(alpha=0.1),
        RegularizedRegressor(Absolute(), penalty="absolute"),
        RegularizedRegressor(Squared(), penalty="absolute"),
        RegularizedClassifier(penalty="coefficients"),
        RegularizedClassifier(Hinge(), penalty="coefficients"),
    ]
)
def test_scikit_learn_is_content_with_programs(estimator, check):
    check(estimator)
