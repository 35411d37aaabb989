"""scikit-learn's own checks, all of them, on discriminants."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import FisherDiscriminant, KernelFisher


# Some checks have fewer examples than columns, others labels that nothing tells of.
@pytest.mark.filterwarnings("ignore:the scatter within classes is singular")
@pytest.mark.filterwarnings("ignore:.*gives every training example the class")
@parametrize_with_checks(
    [
        KernelFisher(),
        KernelFisher(n_components=1, threshold="least squares", solver="eigen"),
        FisherDiscriminant(),
        FisherDiscriminant(alpha=0.1, solver="eigen"),
    ]
)
def test_scikit_learn_is_content_with_discriminants(estimator, check):
    check(estimator)
