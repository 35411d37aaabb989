"""scikit-learn's own checks, all of them, on Gaussian process classification."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import GaussianProcessClassifier


@parametrize_with_checks(
    [
        GaussianProcessClassifier(),
        GaussianProcessClassifier("auto"),
        GaussianProcessClassifier("rbf", optimizer=None, multi_class="softmax"),
        GaussianProcessClassifier("rbf", optimizer=None, approximation="ep"),
    ]
)
def test_scikit_learn_is_content_with_classification(estimator, check):
    check(estimator)
