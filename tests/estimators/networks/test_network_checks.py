"""scikit-learn's own checks on networks of radial functions."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import RBFNetworkClassifier, RBFNetworkRegressor
from drupe.kernels import Cauchy


@parametrize_with_checks(
    [
        RBFNetworkRegressor(),
        RBFNetworkRegressor(strength=1.0),
        RBFNetworkRegressor(kernel=Cauchy(), strength="evidence"),
        RBFNetworkRegressor(centers=10, strength="loo"),
        RBFNetworkClassifier(),
        RBFNetworkClassifier(strength=1.0, penalty="coefficients"),
        RBFNetworkClassifier(centers=2, optimize_centers=True, strength=1.0),
    ]
)
def test_scikit_learn_is_content_with_networks(estimator, check):
    check(estimator)
