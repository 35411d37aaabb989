"""scikit-learn's own checks, all of them, on Gaussian processes."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import GaussianProcessRegressor


@parametrize_with_checks(
    [
        GaussianProcessRegressor(),
        GaussianProcessRegressor("rbf", noise=0.1, optimizer=None, normalize_y=True),
    ]
)
def test_scikit_learn_is_content_with_gaussian_processes(estimator, check):
    check(estimator)
