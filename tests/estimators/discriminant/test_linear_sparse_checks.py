"""scikit-learn's own checks, all of them, on linear sparse machines."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import LinearSparseKernelFisher, LinearSparseKernelRegressor


# Some checks have labels or targets that nothing tells of.
@pytest.mark.filterwarnings("ignore:.*the classes cannot be told apart here")
@pytest.mark.filterwarnings("ignore:the minimum of")
@parametrize_with_checks(
    [
        LinearSparseKernelFisher(),
        LinearSparseKernelFisher(alpha=0.1, solver="column generation"),
        LinearSparseKernelRegressor(),
        LinearSparseKernelRegressor(alpha=0.01, solver="linear program"),
    ]
)
def test_scikit_learn_is_content_with_linear_sparse_machines(estimator, check):
    check(estimator)
