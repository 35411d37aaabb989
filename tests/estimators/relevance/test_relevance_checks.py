"""scikit-learn's own checks, all of them, on relevance vector machines."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import RelevanceVectorClassifier, RelevanceVectorRegressor


@parametrize_with_checks(
    [
        RelevanceVectorRegressor(),
        RelevanceVectorRegressor(noise=0.1, fit_intercept=False),
        RelevanceVectorRegressor(kernel=None),
        RelevanceVectorClassifier(),
        RelevanceVectorClassifier(kernel=None),
    ]
)
def test_scikit_learn_is_content_with_relevance_vectors(estimator, check):
    check(estimator)
